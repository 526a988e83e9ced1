"""How so many entrants are divided into tiers of pools, or into groups. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain, combinations_with_replacement, islice
from types import MappingProxyType

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


def divide(
    order: Sequence[int], tiers: Sequence[Sequence[int]], places: Mapping[int, tuple[int, int]] = MappingProxyType({})
) -> list[list[list[int]]]:
    """Entrants in order of strength dealt to the pools of each tier, there and back: pools are equally strong.

    ``places`` are the tiers and pools, from 1, that directors have given to entrants, 0 for any pool; all others are
    placed around them. A tier that there is not is the lowest one; where a tier or a pool is full, the first in the
    order have the place.
    """
    chosen: list[list[int]] = [[] for _ in tiers]
    for entrant in order:
        tier = min(places[entrant][0], len(tiers)) - 1 if entrant in places else -1
        if tier >= 0 and len(chosen[tier]) < sum(tiers[tier]):
            chosen[tier].append(entrant)
    rank = {entrant: index for index, entrant in enumerate(order)}
    others = iter([entrant for entrant in order if not any(entrant in tier for tier in chosen)])
    divided = []
    for sizes, here in zip(tiers, chosen, strict=True):
        members = sorted([*here, *islice(others, sum(sizes) - len(here))], key=rank.__getitem__)
        divided.append(_dealt(members, sizes, {entrant: places[entrant][1] for entrant in here}))
    return divided


def _dealt(members: Sequence[int], sizes: Sequence[int], pool_of: Mapping[int, int]) -> list[list[int]]:
    """The members of a tier dealt to pools of these sizes, each in order; ``pool_of`` some is chosen, from 1."""
    chosen: list[list[int]] = [[] for _ in sizes]
    for entrant in members:
        pool = pool_of.get(entrant, 0) - 1
        if 0 <= pool < len(sizes) and len(chosen[pool]) < sizes[pool]:
            chosen[pool].append(entrant)
    others = [entrant for entrant in members if not any(entrant in pool for pool in chosen)]
    dealt = snake(others, [size - len(pool) for size, pool in zip(sizes, chosen, strict=True)])
    rank = {entrant: index for index, entrant in enumerate(members)}
    return [sorted([*one, *two], key=rank.__getitem__) for one, two in zip(chosen, dealt, strict=True)]


def group_sizes(entrants: int, *, size: int, qualifiers: int) -> list[int]:
    """The sizes of as few groups as have room for so many, all the same or nearly so.

    There are fewer groups, with more in each, where else everybody of a group would go on.
    """
    wanted = min(-(-entrants // size), entrants // (qualifiers + 1))
    return _shared(entrants, max(1, wanted))
