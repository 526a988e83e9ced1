"""Remarks and notes in a game, and watching games."""
