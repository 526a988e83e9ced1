"""How long games take of which some are over. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

FEWEST = 5  # games from which anything is said


@dataclass(frozen=True, slots=True)
class UsualLength:
    """``middle``: half of so many games were over by then; ``most``: nine of ten."""

    games: int
    middle: timedelta
    most: timedelta


def length_of(spans: list[timedelta]) -> UsualLength | None:
    """The middle and the ninth tenth of some spans; None for too few."""
    if len(spans) < FEWEST:
        return None
    spans = sorted(spans)
    return UsualLength(len(spans), spans[(len(spans) - 1) // 2], spans[(9 * len(spans) - 1) // 10])
