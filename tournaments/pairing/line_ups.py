"""Who plays for a team on which board. Pure."""

from __future__ import annotations

from collections.abc import Sequence

NOBODY = 0


def line_up(squad: Sequence[int], named: Sequence[int] = (), *, boards: int) -> tuple[int, ...]:
    """The players by board: those whom the captain has ``named``, else the first of the ``squad`` in its order.

    In the place of a player who is named but has left the squad the next one of it plays; a board for which nobody is
    left has ``NOBODY``.
    """
    chosen = [player if player in squad else NOBODY for player in named[:boards]]
    chosen += [NOBODY] * (boards - len(chosen))
    rest = iter([player for player in squad if player not in chosen])
    return tuple([player or next(rest, NOBODY) for player in chosen])


def problem_of(squad: Sequence[int], named: Sequence[int], *, boards: int) -> str:
    """Why so many boards cannot be played like that: "count", "twice" or "stranger"; empty if they can."""
    if len(named) != boards:
        return "count"
    if len(set(named)) < boards:
        return "twice"
    return "" if set(named) <= set(squad) else "stranger"
