"""Entries about rounds: pairings, games added, byes, deadlines."""
