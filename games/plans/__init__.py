"""The language of plans, matching plans against a game, and plans from lines. Pure; services are in ``games.play``."""
