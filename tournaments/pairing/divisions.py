"""How so many entrants are divided into tiers of pools, or into groups. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.pairing.designs import pool_sizes
from tournaments.pairing.seasons import snake

FEWEST = 3  # of a pool for two: with two players there is but one match


def layout(entrants: int, *, size: int, seats: int = 2) -> list[list[int]]:
    """The sizes of the pools of each tier, the highest first: one pool, then two, then four ...

    All are of ``size``, but for those of the last tier, which share what is left as evenly as they can; too few for a
    tier of their own make the pools above them larger. Pools for three seats and more have to be of a size that can be
    balanced; entrants whom no pool has room for are left out, so the sizes may sum up to less than ``entrants``.
    """
    if seats > 2:
        return _balanced(entrants, size, seats)
    tiers: list[list[int]] = []
    left = entrants
    while left:
        pools = 1 << len(tiers)
        if left >= pools * size:
            tiers.append([size] * pools)
            left -= pools * size
            continue
        wanted = min(pools, max(1, -(-left // size)))
        if tiers and left < max(FEWEST, wanted * size // 2):
            tiers[-1] = _shared(sum(tiers[-1]) + left, len(tiers[-1]))
        else:
            tiers.append(_shared(left, wanted))
        left = 0
    return tiers


def _balanced(entrants: int, size: int, seats: int) -> list[list[int]]:
    tiers: list[list[int]] = []
    left = entrants
    while left >= size:
        pools = min(1 << len(tiers), left // size)
        tiers.append([size] * pools)
        left -= pools * size
    rest = [other for other in pool_sizes(seats) if other <= left]
    if rest and tiers and len(tiers[-1]) < 1 << len(tiers) - 1:
        tiers[-1].append(rest[-1])
    elif rest:
        tiers.append([rest[-1]])
    return tiers


def _shared(entrants: int, pools: int) -> list[int]:
    base, more = divmod(entrants, pools)
    return [base + (index < more) for index in range(pools)]


def divide(order: Sequence[int], tiers: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Entrants in order of strength dealt to the pools of each tier, there and back: pools are equally strong."""
    divided = []
    start = 0
    for sizes in tiers:
        members = order[start : start + sum(sizes)]
        start += sum(sizes)
        divided.append(_deal(members, sizes))
    return divided


def _deal(members: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Like ``snake``, but no pool gets more than its size."""
    if max(sizes) - min(sizes) <= 1:
        return sorted(snake(members, len(sizes)), key=len, reverse=True)
    pools: list[list[int]] = []
    start = 0
    for size in sizes:
        pools.append(list(members[start : start + size]))
        start += size
    return pools


def groups(order: Sequence[int], *, size: int) -> list[list[int]]:
    """Entrants in order of strength in as few groups as have room for them, all of the same size or nearly so."""
    return snake(order, max(1, -(-len(order) // size)))
