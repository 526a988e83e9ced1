"""Tournament points as exact integers. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache

POINT = 840  # one point in the stored unit: halves, thirds ... eighths of it are whole numbers
MOST_SEATS = 8

_VULGAR = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔"}


def share_points(places: Sequence[int], vector: Sequence[int] = ()) -> tuple[int, ...]:
    """Points by seat in units of 1/840 for the places of a game or match; equal places share their average.

    Without a ``vector`` of whole points by place, a seat gets (opponents beaten + half the tied) / (seats - 1).
    """
    return _shares(tuple(places), tuple(vector))


@lru_cache(maxsize=1024)  # an event asks the same few questions again and again
def _shares(places: tuple[int, ...], vector: tuple[int, ...]) -> tuple[int, ...]:
    seats = len(places)
    if not 2 <= seats <= MOST_SEATS:
        raise ValueError(f"Points are shared among 2 to {MOST_SEATS} seats, not {seats}.")
    if vector and len(vector) != seats:
        raise ValueError(f"{len(vector)} places have points, but there are {seats} seats.")
    worth = [points * POINT for points in vector] or [POINT // (seats - 1) * (seats - 1 - n) for n in range(seats)]
    shares = []
    for place in places:
        tied = places.count(place)
        shares.append(sum(worth[place - 1 : place - 1 + tied]) // tied)
    return tuple(shares)


@lru_cache(maxsize=4096)  # the same few numbers stand in every table
def write_units(amount: int, unit: int) -> str:
    """``amount`` as people write a number of ``unit``: 1260 of 840 is "1½", -840 of 840 is "-1"."""
    whole, rest = divmod(abs(amount), unit)
    part = Fraction(rest, unit)
    sign = "-" if amount < 0 else ""
    if not part:
        return f"{sign}{whole}"
    if vulgar := _VULGAR.get(part):
        return f"{sign}{whole or ''}{vulgar}"
    return f"{sign}{whole} {part}" if whole else f"{sign}{part}"


_NUMBER = re.compile(rf"([+-]?)(\d*)([{''.join(_VULGAR.values())}]?)(?: ?(\d+)/(\d+))?")


def read_units(text: str) -> float | None:
    """A number that :func:`write_units` wrote, perhaps after a plus, rounded to six places; None for no number."""
    found = _NUMBER.fullmatch(text.replace("\u2212", "-"))
    if not text or found is None:
        return None
    sign, whole, vulgar, over, under = found.groups()
    if under and not whole and over:
        whole = "0"
    part = next((one for one, written in _VULGAR.items() if written == vulgar), Fraction(0))
    number = int(whole or 0) + part + (Fraction(int(over), int(under)) if under else 0)
    return round(float(-number if sign == "-" else number), 6)
