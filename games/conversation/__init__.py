"""Remarks and notes in a game, and watching games.

Remarks are rows of their own, since a deleted insult would break the chain of a log.
"""
