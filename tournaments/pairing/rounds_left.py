"""Whether a small field can still be paired to the end of a Swiss tournament such that nobody meets twice. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

Free = tuple[int, ...]  # for each place of the field the places that it may still meet, as bits


def without(free: Free, pairs: Iterable[tuple[int, int]]) -> Free:
    """What is left when these have met."""
    left = list(free)
    for one, other in pairs:
        left[one] &= ~(1 << other)
        left[other] &= ~(1 << one)
    return tuple(left)


@lru_cache(maxsize=1 << 16)
def can_last(free: Free, rounds: int) -> bool:
    """Whether all places can meet in so many more rounds without a repetition; an odd field has one more for the bye.

    Who can still meet half of the field, less the rounds before, is always paired (Dirac). Where somebody has but one
    opponent for each round, all of these meetings take place, so that the first of them can be in the next round.
    """
    fewest, place = min((mask.bit_count(), place) for place, mask in enumerate(free)) if free else (0, 0)
    if not rounds or 2 * (fewest - rounds + 1) >= len(free):
        return True
    if fewest < rounds:
        return False
    only = free[place] & -free[place] if fewest == rounds else free[place]
    return any(can_last(without(free, pairs), rounds - 1) for pairs in _rounds(free, place, only))


def _rounds(free: Free, place: int, opponents: int) -> Iterator[list[tuple[int, int]]]:
    """Every round in which this place meets one of these opponents."""
    everybody = (1 << len(free)) - 1
    for other in _places(opponents):
        for pairs in _pairs_of(free, everybody & ~(1 << place | 1 << other)):
            yield [(place, other), *pairs]


def pairings_of(free: Free) -> Iterator[list[tuple[int, int]]]:
    """Every way to pair all places, the lower of each pair first."""
    return _pairs_of(free, (1 << len(free)) - 1)


def _pairs_of(free: Free, there: int) -> Iterator[list[tuple[int, int]]]:
    if not there:
        yield []
        return
    place = (there & -there).bit_length() - 1
    for other in _places(free[place] & there):
        for pairs in _pairs_of(free, there & ~(1 << place | 1 << other)):
            yield [(place, other), *pairs]


def _places(mask: int) -> Iterator[int]:
    while mask:
        yield (mask & -mask).bit_length() - 1
        mask &= mask - 1
