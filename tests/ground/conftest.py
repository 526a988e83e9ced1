"""The rows of a game are what these tests store and look for."""

from tests.games.conftest import start

__all__ = ["start"]
