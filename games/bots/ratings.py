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

# By game, from plain to strong: 28 November 2026, seed 3, 100 games a step (of the strong bot in Roots and Shoots 800
# with seed 61).
_RATINGS: Mapping[str, tuple[int, ...]] = {
    "btt": (700, 900, 1500, 1800),
    "treeblox": (1050, 1400, 1500, 2100),
    "twigs": (100, 700, 1500, 1950),
    "roots": (100, 600, 1500, 1550),
}


def rating_of(slug: str, strength: Strength) -> int | None:
    """The estimate for one game; None for a game in which the bots were not measured."""
    return dict(zip(Strength, _RATINGS.get(slug, ()), strict=False)).get(strength)
