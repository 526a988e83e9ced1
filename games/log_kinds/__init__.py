"""The kinds of entries in the log of a game. Pure."""
