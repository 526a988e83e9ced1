"""The language of plans, and matching plans against a game. Pure; services for plans are in ``games.play``."""
