"""Entries about games: how they ended, how they count, and their clocks."""
