"""About how strong each house bot is in a game, estimated from games between them.

Only differences count: *middle* has the rating with which a player begins, and no house bot has played rated games with
people. Measured with ``python -m benchmarks.bot_ratings``, in games of two with the usual options.
"""

from __future__ import annotations

from collections.abc import Mapping

from games.bots import Strength

ANCHORED, ANCHOR = Strength.MIDDLE, 1500
LOWEST = 100  # of a bot that loses every game
ROUNDED_TO = 50  # as exact as so few games allow

# By game, from plain to strong: 23 and 27 November 2026, seed 3, 40 games a step (24 and 9 of the strong bot in BTT and
# Twigs).
_RATINGS: Mapping[str, tuple[int, ...]] = {
    "btt": (600, 1000, 1500, 1850),
    "treeblox": (1100, 1450, 1500, 2050),
    "twigs": (100, 750, 1500, 1800),
    "roots": (100, 750, 1500, 1550),
}


def rating_of(slug: str, strength: Strength) -> int | None:
    """The estimate for one game; None for a game in which the bots were not measured."""
    return dict(zip(Strength, _RATINGS.get(slug, ()), strict=False)).get(strength)
