"""Times that tests allow, as long as on the machine they run on they would have to be."""

from __future__ import annotations

from functools import cache

from games.rules.playout import reference_pace

USUAL_PACE = 0.12  # microseconds for one round of the reference loop on the machine that the times were chosen on


def scaled(seconds: float) -> float:
    """These seconds of processor time of the usual machine on this one; never fewer than were asked for."""
    return seconds * max(1.0, _pace() / USUAL_PACE)


@cache
def _pace() -> float:
    return reference_pace(0.3)
