"""What a sum over opponents leaves out (C.07 articles 14 and 16.5). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from tournaments.standings.tables import PLAYED, VOLUNTARY, Faced

Amount = Callable[[Faced], int]


def cut(faced: Iterable[Faced], amount: Amount, *, least: int, most: int) -> list[Faced]:
    """What is left out of a sum of amounts: the least significant ones, then the most significant (article 14).

    Least significant is the opponent with the lowest score. But as long as there are voluntarily unplayed rounds, the
    lowest amount of those is left out instead, if it is not lower (16.5).
    """
    left = list(faced)
    dropped = []
    for _ in range(min(least, len(left))):
        dropped.append(_least(left, amount))
        left.remove(dropped[-1])
    for _ in range(min(most, len(left))):
        dropped.append(max(left, key=lambda one: (one.score, amount(one))))
        left.remove(dropped[-1])
    return dropped


def _least(left: list[Faced], amount: Amount) -> Faced:
    fewest = min([one.score for one in left])
    lowest = min([one for one in left if one.score == fewest], key=amount)
    voluntary = [one for one in left if one.result.kind is not PLAYED and one.kind in VOLUNTARY]
    if not voluntary:
        return lowest
    unplayed = min(voluntary, key=lambda one: (amount(one), one.score))
    return unplayed if amount(unplayed) >= amount(lowest) else lowest
