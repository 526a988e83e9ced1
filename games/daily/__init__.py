"""Puzzles of the day: positions of strong self-play with one best step, proven by exhaustive search. Pure."""
