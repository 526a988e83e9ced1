"""How so many entrants are divided into tiers of pools, or into groups. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations_with_replacement

from tournaments.event_rules.designs import pool_sizes
from tournaments.event_rules.layouts import MOST_POOL
from tournaments.pairing.seasons import snake

FEWEST = 3  # of a pool for two: with two players there is but one match


def tier_sizes(entrants: int, *, size: int, seats: int = 2) -> list[list[int]]:
    """The sizes of the pools of each tier, the highest first: one pool, then two, then four ...

    All are of ``size``, but for those of the last tier, which share what is left as evenly as they can; too few for a
    tier of their own make the pools above them larger, as long as these can be played. Pools for three seats and more
    have to be of a size that can be balanced; entrants whom no pool has room for are left out, so the sizes may sum up
    to less than ``entrants``.
    """
    if seats > 2:
        return _balanced(entrants, size, seats)
    tiers: list[list[int]] = []
    while entrants - sum(map(sum, tiers)) >= size << len(tiers):
        tiers.append([size] * (1 << len(tiers)))
    left = entrants - sum(map(sum, tiers))
    if not left:
        return tiers
    if tiers and left < max(FEWEST, size // 2):
        return [*tiers[:-1], *_enlarged(tiers[-1], left)]
    wanted = min(-(-left // size), max(1, left // FEWEST))
    return [*tiers, _shared(left, wanted)]


def _enlarged(pools: Sequence[int], left: int) -> list[list[int]]:
    """The last full tier with a few more; where that would be too many, they are a pool below, with help from it."""
    entrants = sum(pools) + left
    if entrants <= len(pools) * MOST_POOL:
        return [_shared(entrants, len(pools))]
    below = max(FEWEST, left)
    return [_shared(entrants - below, len(pools)), [below]]


def _balanced(entrants: int, size: int, seats: int) -> list[list[int]]:
    """As many pools of ``size`` as there can be, then those that leave the fewest out, in the room of the last tier."""
    full, left = divmod(entrants, size)
    pools = [size] * full + _filled(left, [other for other in pool_sizes(seats) if other <= left])
    tiers: list[list[int]] = []
    while pools:
        room = 1 << len(tiers)
        tiers.append(pools[:room])
        pools = pools[room:]
    return tiers


def _filled(entrants: int, sizes: Sequence[int]) -> list[int]:
    """The pools of these sizes, the largest first, that leave the fewest out, and of those the fewest pools."""
    most = entrants // min(sizes, default=entrants + 1)
    choices = chain.from_iterable(combinations_with_replacement(sizes[::-1], count) for count in range(most + 1))
    return list(max((pools for pools in choices if sum(pools) <= entrants), key=sum))


def _shared(entrants: int, pools: int) -> list[int]:
    base, more = divmod(entrants, pools)
    return [base + (index < more) for index in range(pools)]


def divide(order: Sequence[int], tiers: Sequence[Sequence[int]]) -> list[list[list[int]]]:
    """Entrants in order of strength dealt to the pools of each tier, there and back: pools are equally strong."""
    divided = []
    start = 0
    for sizes in tiers:
        divided.append(snake(order[start : start + sum(sizes)], sizes))
        start += sum(sizes)
    return divided


def groups(order: Sequence[int], *, size: int, qualifiers: int) -> list[list[int]]:
    """Entrants in order of strength in as few groups as have room for them, all of the same size or nearly so.

    There are fewer groups, with more in each, where else everybody of a group would go on.
    """
    wanted = min(-(-len(order) // size), len(order) // (qualifiers + 1))
    return snake(order, _shared(len(order), max(1, wanted)))
