"""The settings of the tests with one more game: a line in ``RULES``, before anything reads it."""

from __future__ import annotations

from games.rules import RULES
from tests.fifth_game.ivy import IVY
from tests.settings import *  # noqa: F403

RULES[IVY.slug] = IVY
