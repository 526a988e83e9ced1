"""A small league to look at and to play through: its players, its games, and clients that play them on every door."""
