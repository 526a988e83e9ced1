"""The REST door to the games: version 1, below ``/api/v1/``."""
