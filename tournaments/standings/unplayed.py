"""Whom an entrant faced: opponents, and dummies for unplayed rounds of a Swiss event (C.07 articles 15, 16). Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tournaments.standings.points import POINT
from tournaments.standings.tables import FORFEITS, UNFINISHED, VOLUNTARY, Kind, RoundResult, Table


class Faced(NamedTuple):
    """An opponent or a dummy in round ``number``. ``points`` are the own ones of that round, ``score`` the final ones
    of the other, in 1/840.

    ``share`` is what of the round it stands for, in 1/840: all of it between two, a third at a table of four.
    """

    number: int
    kind: Kind
    fixture: int | None
    opponent: int | None
    points: int
    score: int
    share: int


Amount = Callable[[Faced], int]


def faced_by(table: Table, entrant: int) -> Iterator[Faced]:
    """Everybody an entrant faced, in the order of rounds. Rounds still open, void ones and those that nobody has to
    play (in events paired beforehand) face nobody."""
    for result in table.rounds[entrant]:
        if table.is_game(result):
            share = POINT // len(result.met)
            for met in result.met:
                score = table.adjusted[met.opponent]
                yield Faced(result.number, result.kind, met.fixture, met.opponent, met.points, score, share)
        elif result.kind not in UNFINISHED and not table.terms.predetermined:
            opponent = result.met[0].opponent if result.met else None
            score = dummy_score(table, entrant, result)
            yield Faced(result.number, result.kind, result.fixture, opponent, result.points, score, POINT)


def dummy_score(table: Table, entrant: int, result: RoundResult) -> int:
    """The points of who stands in for the opponent of an unplayed round (16.4): the own ones, but no more than those of
    the scheduled opponent of a forfeit (16.4.1) or than draws in all rounds so far (16.4.2)."""
    own = table.points[entrant]
    if result.kind in FORFEITS:
        return min(own, table.adjusted[result.met[0].opponent])
    return min(own, table.terms.draw * table.last_round)


def cut(faced: Iterable[Faced], amount: Amount, *, least: int = 0, most: int = 0) -> list[Faced]:
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
    lowest = min(left, key=lambda one: (one.score, amount(one)))
    voluntary = [one for one in left if one.kind in VOLUNTARY]
    if not voluntary:
        return lowest
    unplayed = min(voluntary, key=lambda one: (amount(one), one.score))
    return unplayed if amount(unplayed) >= amount(lowest) else lowest
