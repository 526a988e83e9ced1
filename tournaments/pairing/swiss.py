"""A Swiss round as one exact matching of maximum weight, algorithm ``swiss-mwm/1``. Pure.

Partners whom a director has chosen meet. Of all others nobody meets twice while that can be avoided, nor a player from
whom they are kept apart, nor moves first, or second, for the third time in a row or thrice more than the other. Among
all such pairings the one is taken that keeps, in this order, score gaps small (squared, so that many small ones go
before one large one), floats and seats fair, and opponents half a bracket apart. A hash of the event's seed makes that
optimum unique, so that every exact solver finds the same pairs. The preferences are like those of FIDE's Dutch system
(Handbook C.04.3), the weights are our own.

A small field looks ahead (``swiss-mwm/2``): once nobody meets twice in this round, and before whose turn the bye is and
before seats, as many of the rounds that follow as possible can be paired such that nobody meets twice, or has a second
bye before all have had one.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations, groupby
from typing import Annotated

import rustworkx
from django.utils.translation import gettext

from tournaments.pairing.rounds_left import can_last, pairings_of, without

ALGORITHM = "swiss-mwm/1"
AHEAD = "swiss-mwm/2"  # the same with look-ahead
FIRST, SECOND = 0, 1  # seats
HALF_POINT = 420  # in 1/840
WIDEST_GAP = 4  # half points between two of one pairing, as long as that is enough
WINDOW = 16
MOST_AHEAD = 10  # players of a field in which all rounds that follow are looked ahead to

# A cost is one integer of fields, each wide enough for the sum over 2^11 pairs: no field ever spills into the next.
_HASH_BITS, _FOLD_BITS, _QUALITY_BITS, _GAP_BITS, _SUM_BITS = 40, 12, 6, 9, 11
_FOLD_AT = _HASH_BITS + _SUM_BITS
_QUALITY_AT = _FOLD_AT + _FOLD_BITS + _SUM_BITS
_GAP_AT = _QUALITY_AT + _QUALITY_BITS + _SUM_BITS
_CLASH_AT = _GAP_AT + _GAP_BITS + _SUM_BITS
_REMATCH_AT = _CLASH_AT + 1 + _SUM_BITS
_DEAREST = 1 << _REMATCH_AT + 1

_ABSOLUTE = 3  # how strongly a seat is due: nothing but a rematch is worse than to deny it to somebody
_SAME_SEAT = {3: 32, 2: 4, 1: 1, 0: 0}  # two who want the same seat, by how strongly the one who cares less does
_FLOAT_AGAIN = (8, 4)  # the same float as in the round before, as in the one before that


class CannotPair(ValueError):
    """There is no pairing at all: fewer than two are there."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A player or a team to be paired in a round of a Swiss tournament."""

    number: Annotated[int, "The pairing number."]
    score: Annotated[int, "The points in 1/840 of a win, with virtual points if there are any."]
    met: Annotated[
        tuple[int, ...], "The pairing numbers of earlier opponents; at tables as often as they were met."
    ] = ()
    seats: Annotated[
        tuple[int | None, ...],
        "The seat in each earlier round, counted from 0: seat 0 moves first. Null for a round that was not played.",
    ] = ()
    floats: Annotated[
        tuple[int, ...],
        "For each earlier round 1 for a meeting with somebody of fewer points, -1 for one with somebody of more, "
        "otherwise 0. Empty at tables.",
    ] = ()
    had_bye: Annotated[bool, "Whether they had a bye or a win without playing."] = False
    apart: Annotated[tuple[int, ...], "The pairing numbers of entrants from whom a director keeps them apart."] = ()
    partner: Annotated[int | None, "The pairing number of the opponent that a director chose."] = None

    @property
    def games(self) -> int:
        return sum(seat is not None for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Pairs:
    """A round: pairing numbers (first mover, second mover) by table, and who has the bye."""

    pairs: tuple[tuple[int, int], ...]
    bye: int | None
    rematches: int  # how many of them have met before, because it could not be avoided


def pair_swiss(
    entries: Iterable[Entry], *, seed: str, stage: int, round_number: int, seated: bool = True, left: int = 0
) -> Pairs:
    """Pair a round. ``seated`` says whether seats are to be balanced (not where a match gives everybody both). ``left``
    is the number of rounds that follow and are looked ahead to, 0 for a field of more than ``MOST_AHEAD``.

    Tables are ordered by score. The bye goes to one without a bye so far, of the lowest score, then of the most games,
    then of the highest number, such that nobody has to meet twice, or somebody from whom they are kept apart. Partners
    meet whatever speaks against it. Raises CannotPair for fewer than two entries.
    """
    field = sorted(entries, key=lambda entry: (-entry.score, entry.number))
    if len(field) < 2:
        raise CannotPair(gettext("A round needs at least two players."))
    lots = _Lots(seed, stage, round_number)
    decided = _partners(field)
    rest = [entry for entry in field if entry.partner is None]
    bye, couples = _with_bye(rest, lots, _Ahead(field, decided, left), seated=seated)
    place = {entry.number: place for place, entry in enumerate(field)}
    couples = sorted([*decided, *couples], key=lambda couple: place[couple[0].number])
    pairs = tuple(_seat(one, other, lots) for one, other in couples)
    rematches = sum(other.number in one.met for one, other in couples)
    return Pairs(tuple((first.number, second.number) for first, second in pairs), bye, rematches)


class _Lots:
    """What is left to chance in one round, from the event's public seed."""

    def __init__(self, seed: str, stage: int, number: int) -> None:
        self._begun = hashlib.sha256(f"{seed}:{stage}:{number}:".encode())

    def of(self, one: Entry, other: Entry) -> int:
        """40 bits for a pair, whichever way round."""
        low, high = sorted((one.number, other.number))
        drawn = self._begun.copy()
        drawn.update(f"{low}:{high}".encode())
        return int.from_bytes(drawn.digest()[-_HASH_BITS // 8 :])


_Couple = tuple[Entry, Entry]


@dataclass(frozen=True, slots=True)
class _Ahead:
    """The rounds that are ``left`` after this one, for all who play this one, some of them in ``decided`` couples."""

    field: Sequence[Entry]
    decided: Sequence[_Couple]
    left: int

    def can_last(self, couples: Iterable[_Couple], bye: Entry | None, rounds: int) -> bool:
        """Whether after this round so many can be paired in which nobody meets twice, nor has a second bye while
        others have none."""
        if not rounds:
            return True
        place = {entry.number: place for place, entry in enumerate(self.field)}
        free = [
            sum(1 << place[other] for other in place if other != entry.number and other not in entry.met)
            for entry in self.field
        ]
        if bye is not None:
            have_none = [entry for entry in self.field if not entry.had_bye and entry is not bye]
            waiting = [place[entry.number] for entry in have_none or self.field]
            free = [mask | (at in waiting) << len(free) for at, mask in enumerate(free)]
            free.append(sum(1 << at for at in waiting))
        meetings = [(place[one.number], place[other.number]) for one, other in (*self.decided, *couples)]
        return can_last(without(tuple(free), meetings), rounds)


def _partners(field: Sequence[Entry]) -> list[_Couple]:
    """The couples of those who have a partner, the higher of each first."""
    by_number = {entry.number: entry for entry in field}
    place = {entry.number: place for place, entry in enumerate(field)}
    return [
        (entry, by_number[entry.partner])
        for entry in field
        if entry.partner is not None and place[entry.number] < place[entry.partner]
    ]


def _have_met(one: Entry, other: Entry) -> bool:
    return other.number in one.met


def _should_not_meet(one: Entry, other: Entry) -> bool:
    return other.number in one.met or other.number in one.apart


def _with_bye(field: list[Entry], lots: _Lots, ahead: _Ahead, *, seated: bool) -> tuple[int | None, list[_Couple]]:
    """The bye of an odd field and the pairs of all others. Before somebody meets twice, or a player from whom they are
    kept apart, a later candidate has the bye; and before somebody meets twice, those kept apart meet. A candidate whose
    bye lets more rounds follow without either comes first among those who have had none."""
    by_turn = sorted(field, key=lambda entry: (entry.had_bye, entry.score, -entry.games, -entry.number))
    candidates: Sequence[Entry | None] = by_turn if len(field) % 2 else (None,)
    for barred in (_should_not_meet, _have_met) if any(entry.apart for entry in field) else (_have_met,):
        for entry, rounds in _turns(candidates, ahead.left):
            lasts = partial(ahead.can_last, bye=entry, rounds=rounds)
            couples = _couples_without(_others(field, entry), barred, lots, lasts, seated=seated)
            if couples is not None:
                return entry.number if entry else None, couples
    entry = candidates[0]
    rest = _others(field, entry)
    couples = _match(rest, combinations(range(len(rest)), 2), lots, seated=seated)
    if couples is None:
        raise AssertionError("An even field can always be paired when rematches are allowed.")
    return entry.number if entry else None, couples


def _turns(candidates: Sequence[Entry | None], left: int) -> Iterator[tuple[Entry | None, int]]:
    """The candidates for the bye, each with the rounds that must be possible after it, as they are tried."""
    for _, alike in groupby(candidates, key=lambda entry: entry is not None and entry.had_bye):
        several = list(alike)
        yield from ((entry, rounds) for rounds in range(left, -1, -1) for entry in several)


def _others(field: Sequence[Entry], entry: Entry | None) -> list[Entry]:
    return [other for other in field if other is not entry]


def _couples_without(
    field: Sequence[Entry],
    barred: Callable[[Entry, Entry], bool],
    lots: _Lots,
    lasts: Callable[[list[_Couple]], bool],
    *,
    seated: bool,
) -> list[_Couple] | None:
    """The best pairing of an even field that has no ``barred`` couples and ``lasts``; None if there is none.

    Only likely pairs are looked at, those within a window around the ideal opponent; it doubles until all are paired.
    """
    window = WINDOW
    while True:
        likely = [(a, b) for a, b in _likely(field, window) if not barred(field[a], field[b])]
        couples = _match(field, likely, lots, seated=seated)
        if couples is not None and not lasts(couples):
            return _next_best(field, likely, lots, lasts, seated=seated)
        if couples is not None or window >= len(field):
            return couples
        window *= 2


def _next_best(
    field: Sequence[Entry],
    likely: Iterable[tuple[int, int]],
    lots: _Lots,
    lasts: Callable[[list[_Couple]], bool],
    *,
    seated: bool,
) -> list[_Couple] | None:
    """The cheapest pairing of a small field that ``lasts``, of all that there are; None if none does."""
    bracket_of = [bracket for bracket in _brackets(field) for _ in bracket]
    costs = {pair: _cost(field, bracket_of, pair, lots, seated=seated) for pair in likely}
    free = [0] * len(field)
    for a, b in costs:
        free[a] |= 1 << b
        free[b] |= 1 << a
    for pairs in sorted(pairings_of(tuple(free)), key=lambda pairs: sum(costs[pair] for pair in pairs)):
        couples = [(field[a], field[b]) for a, b in pairs]
        if lasts(couples):
            return couples
    return None


def _likely(field: Sequence[Entry], window: int) -> Iterator[tuple[int, int]]:
    """Pairs of positions in the field: near half a bracket apart, or of the end of one bracket and the head of another.

    A window of the size of the field lets everybody meet everybody.
    """
    if window >= len(field):
        yield from combinations(range(len(field)), 2)
        return
    brackets = _brackets(field)
    for index, bracket in enumerate(brackets):
        half = len(bracket) // 2
        for a in bracket:
            nearest = range(max(a + 1, a + half - window), min(bracket.stop, a + half + window + 1))
            yield from ((a, b) for b in nearest)
        tail = range(max(bracket.start, bracket.stop - window), bracket.stop)
        for lower in brackets[index + 1 :]:
            if _gap(field[bracket.start], field[lower.start]) > WIDEST_GAP:
                break
            head = range(lower.start, min(lower.stop, lower.start + window))
            yield from ((a, b) for a in tail for b in head)


def _brackets(field: Sequence[Entry]) -> list[range]:
    """Runs of positions with the same score, the highest first."""
    brackets, start = [], 0
    for _, group in groupby(field, key=lambda entry: entry.score):
        stop = start + sum(1 for _ in group)
        brackets.append(range(start, stop))
        start = stop
    return brackets


def _match(
    field: Sequence[Entry], likely: Iterable[tuple[int, int]], lots: _Lots, *, seated: bool
) -> list[_Couple] | None:
    """The cheapest perfect matching within the likely pairs, the higher of each couple first; None if there is none."""
    bracket_of = [bracket for bracket in _brackets(field) for _ in bracket]
    costs = [(a, b, _cost(field, bracket_of, (a, b), lots, seated=seated)) for a, b in likely]
    rebate = _rebates(len(field), costs)
    edges = [(a, b, _DEAREST + rebate[a] + rebate[b] - cost) for a, b, cost in costs]
    graph: rustworkx.PyGraph[int, int] = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(field)))
    graph.add_edges_from(edges)
    matching = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    if 2 * len(matching) < len(field):
        return None
    return [(field[a], field[b]) for a, b in sorted((min(pair), max(pair)) for pair in matching)]


def _rebates(size: int, costs: Sequence[tuple[int, int, int]]) -> list[int]:
    """By position what can be taken off all its costs without one below zero.

    The order of perfect matchings stays, since each has every position once; the solver, which looks for the greatest
    sum, begins where many pairs cost nothing, and takes half the time.
    """
    near: list[list[tuple[int, int]]] = [[] for _ in range(size)]
    for a, b, cost in costs:
        near[a].append((b, cost))
        near[b].append((a, cost))
    rebate = [0] * size
    for place, others in enumerate(near):
        rebate[place] = min((cost - rebate[other] for other, cost in others), default=0)
    return rebate


def _cost(
    field: Sequence[Entry], bracket_of: Sequence[range], pair: tuple[int, int], lots: _Lots, *, seated: bool
) -> int:
    """What speaks against a pair, the most important in the highest bits."""
    higher, lower = field[pair[0]], field[pair[1]]
    gap = min(_gap(higher, lower) ** 2, (1 << _GAP_BITS) - 1)
    rivalry = _rivalry(higher, lower) if seated else 0
    quality = _floats_again(higher, lower) + _SAME_SEAT[rivalry]
    fold = min(_fold_distance(bracket_of, pair) ** 2, (1 << _FOLD_BITS) - 1)
    return (
        _should_not_meet(higher, lower) << _REMATCH_AT
        | (rivalry == _ABSOLUTE) << _CLASH_AT
        | gap << _GAP_AT
        | quality << _QUALITY_AT
        | fold << _FOLD_AT
        | lots.of(higher, lower)
    )


def _gap(higher: Entry, lower: Entry) -> int:
    """The distance of two scores in half points, any part of one counting as a whole."""
    return -(-(higher.score - lower.score) // HALF_POINT)


def _fold_distance(bracket_of: Sequence[range], pair: tuple[int, int]) -> int:
    """How far a pair is from the ideal: half a bracket apart, or the last of a bracket with the first of the next."""
    a, b = pair
    upper, lower = bracket_of[a], bracket_of[b]
    if upper == lower:
        return abs(b - a - len(upper) // 2)
    return upper.stop - 1 - a + b - lower.start


def _floats_again(higher: Entry, lower: Entry) -> int:
    """The penalty for those who would float the same way as in one of the two rounds before."""
    if higher.score == lower.score:
        return 0
    return sum(
        penalty
        for entry, direction in ((higher, 1), (lower, -1))
        for before, penalty in zip(reversed(entry.floats), _FLOAT_AGAIN, strict=False)
        if before == direction
    )


def _rivalry(one: Entry, other: Entry) -> int:
    """How strongly two want the same seat, measured by the one who cares less; 0 if they do not."""
    (preference, strength), (other_preference, other_strength) = _preference(one.seats), _preference(other.seats)
    return min(strength, other_strength) if preference == other_preference else 0


@lru_cache(maxsize=4096)  # every entry has dozens of likely opponents, and many share their past seats
def _preference(seats: tuple[int | None, ...]) -> tuple[int | None, int]:
    """The seat that is due and how strongly: 3 absolute, 2 strong, 1 mild, 0 none (FIDE C.04.3, A.6)."""
    played = [seat for seat in seats if seat is not None]
    if not played:
        return None, 0
    surplus = played.count(FIRST) - played.count(SECOND)
    twice = len(played) > 1 and played[-1] == played[-2]
    if abs(surplus) > 1 or twice:
        due = SECOND if (surplus > 1 or (abs(surplus) <= 1 and played[-1] == FIRST)) else FIRST
        return due, _ABSOLUTE
    if surplus:
        return (SECOND if surplus > 0 else FIRST), 2
    return 1 - played[-1], 1


def _seat(higher: Entry, lower: Entry, lots: _Lots) -> _Couple:
    """Who moves first: by whose colour preference is stronger, then who moved first less often, then by lot."""
    for entry, other in ((higher, lower), (lower, higher)):
        (preference, strength), (other_preference, other_strength) = _preference(entry.seats), _preference(other.seats)
        if preference is not None and (preference != other_preference or strength > other_strength):
            return (entry, other) if preference == FIRST else (other, entry)
    if _surplus(higher) != _surplus(lower):
        return (higher, lower) if _surplus(higher) < _surplus(lower) else (lower, higher)
    return (higher, lower) if lots.of(higher, lower) & 1 else (lower, higher)


def _surplus(entry: Entry) -> int:
    return entry.seats.count(FIRST) - entry.seats.count(SECOND)
