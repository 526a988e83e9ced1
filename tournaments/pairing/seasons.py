"""From one season of a league to the next: who goes up, stays or goes down, and who meets whom in which pool. Pure.

Tier 1 is one pool, tier 2 has two, tier 3 four, and so on. Of a pool about a fifth goes up and a third stays; for pools
of nine and ten that is places 1 and 2, and 3 to 5.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction


@dataclass(frozen=True, slots=True)
class Finish:
    """How somebody who goes on ended the season in a pool of ``size``.

    ``share`` are the points out of those one can have; it, the tie-break values, the rating and at last the pairing
    number put in order those who have the same rank in different pools.
    """

    entrant: int
    tier: int
    rank: int
    size: int
    share: Fraction
    values: tuple[int, ...] = ()
    rating: int = 1500
    number: int = 0


def places_up(size: int) -> int:
    """How many of a pool are promoted: a fifth, rounded, and at least one."""
    return max(1, (20 * size + 50) // 100)


def places_staying(size: int) -> int:
    """How many of a pool stay in their tier: 35 %, rounded, halves down."""
    return (35 * size + 49) // 100


def target_tier(finish: Finish) -> int:
    """The tier that a place leads to, before tiers are filled; from tier 1 nobody goes up."""
    up = places_up(finish.size)
    if finish.rank <= up:
        return max(1, finish.tier - 1)
    return finish.tier if finish.rank <= up + places_staying(finish.size) else finish.tier + 1


def next_tiers(finishes: Iterable[Finish], newcomers: Sequence[int], *, size: int) -> list[list[int]]:
    """The entrants of each tier of the next season, the highest first, each tier in order; ``size`` is that of a pool.

    A tier lists who comes from above, then who comes from below, then who stays; newcomers enter at the bottom. Tiers
    are filled from the top: what is too many for one goes to the head of the next, and gaps are filled from there.
    """
    wanted = sorted(finishes, key=_order)
    waiting = [*(finish.entrant for finish in wanted), *newcomers]
    tiers: list[list[int]] = []
    while waiting:
        places = size << len(tiers)
        tiers.append(waiting[:places])
        waiting = waiting[places:]
    return tiers


def _order(finish: Finish) -> tuple[object, ...]:
    """Target tier; from above, from below, staying; rank; and what decides between equal ranks of several pools."""
    tier = target_tier(finish)
    return (
        tier,
        (finish.tier > tier) + 2 * (finish.tier == tier),
        finish.rank,
        -finish.share,
        tuple(-value for value in finish.values),
        -finish.rating,
        finish.number,
    )


def snake(entrants: Sequence[int], pools: int) -> list[list[int]]:
    """Entrants in order dealt to pools there and back, so that pools are as strong and as large as each other."""
    dealt: list[list[int]] = [[] for _ in range(pools)]
    for index, entrant in enumerate(entrants):
        lap, place = divmod(index, pools)
        dealt[pools - 1 - place if lap % 2 else place].append(entrant)
    return dealt
