"""From one season of a league to the next: who goes up, stays or goes down, and who meets whom in which pool. Pure.

Tier 1 is one pool, tier 2 has two, tier 3 four, and so on. Of a pool about a fifth goes up. As many go down as come up
from the tier below, two for each that goes up: in pools of nine places 1 and 2, and 6 to 9. So a place that leads up or
stays does so for certain, whoever plays on, and one that leads down does so unless a place above is free.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import itemgetter

UNSURE = 350.0  # the deviation of a rating that nothing is known about
SURE = 80.0  # the one below which a rating may lead to a higher tier
TIERS_UP = 2


@dataclass(frozen=True, slots=True)
class Leads:
    """Where the places of a pool lead to: the first ``up`` go up, those behind them down to ``staying`` stay."""

    up: int
    staying: int


@dataclass(frozen=True, slots=True)
class Finish:
    """How somebody who goes on ended the season in a pool whose places lead where ``leads`` says.

    ``share`` are the points for each meeting that counted; it, the tie-break values, the rating and at last the pairing
    number put in order those who have the same rank in different pools.
    """

    entrant: int
    tier: int
    rank: int
    leads: Leads
    share: Fraction
    values: tuple[int, ...] = ()
    rating: int = 1500
    number: int = 0


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody who did not play the season before, with the rating of today and how sure it is."""

    entrant: int
    rating: int = 1500
    deviation: float = UNSURE


def places_up(size: int) -> int:
    """How many of a pool are promoted: a fifth, rounded, and at least one."""
    return max(1, (2 * size + 5) // 10)


def leads_of(pools: Sequence[int], tier: int, *, size: int) -> Leads:
    """Where the places of a pool of a tier lead to. ``pools`` says how many there are in each tier, ``size`` how many
    players a full one has.

    From tier 1 nobody goes up. From the lowest nobody goes down, but players beyond a full pool, who would be in a tier
    below if there were one.
    """
    up = places_up(size)
    down = -(-up * pools[tier] // pools[tier - 1]) if tier < len(pools) else 0
    return Leads(up if tier > 1 else 0, size - down)


def target_tier(finish: Finish) -> int:
    """The tier that a place leads to, before free places are filled."""
    if finish.rank <= finish.leads.up:
        return finish.tier - 1
    return finish.tier if finish.rank <= finish.leads.staying else finish.tier + 1


def next_tiers(finishes: Iterable[Finish], newcomers: Iterable[Newcomer], *, size: int) -> list[list[int]]:
    """The entrants of each tier of the next season, the highest first, each tier in order; ``size`` is that of a pool.

    A tier lists the entrants who come from above, then those from below, then those who stay, then newcomers
    (``entry_tier``). Tiers are filled from the top: what is too many for one goes to the head of the next, newcomers to
    its end, and gaps are filled from its head. Entrants who are level in everything keep the order in which they are
    given.
    """
    before = sorted(finishes, key=_order)
    back = deque((target_tier(finish), finish.entrant) for finish in before)
    new = deque(sorted(((entry_tier(one, before), one.entrant) for one in newcomers), key=itemgetter(0)))
    tiers: list[list[int]] = []
    while back or new:
        tier: list[int] = []
        places, number = size << len(tiers), len(tiers) + 1
        for waiting, lowest in ((back, number), (new, number), (back, None), (new, None)):
            while waiting and len(tier) < places and (lowest is None or waiting[0][0] <= lowest):
                tier.append(waiting.popleft()[1])
        tiers.append(tier)
    return tiers


def entry_tier(newcomer: Newcomer, finishes: Sequence[Finish]) -> int:
    """Where somebody new enters: below all, or two tiers above the lowest with a sure rating that is higher than those
    of three quarters of the players there, as far as there are places that nobody else has a right to."""
    lowest = max((finish.tier for finish in finishes), default=0)
    ratings = [finish.rating for finish in finishes if finish.tier == lowest - TIERS_UP]
    weaker = sum(rating < newcomer.rating for rating in ratings)
    is_strong = newcomer.deviation < SURE and ratings and 4 * weaker >= 3 * len(ratings)
    return lowest - TIERS_UP if is_strong else lowest + 1


def _order(finish: Finish) -> tuple[object, ...]:
    """Target tier; from above, from below, staying; rank; and what decides between equal ranks of several pools."""
    tier = target_tier(finish)
    return (
        tier,
        finish.tier == tier,
        finish.tier > tier,
        finish.rank,
        -finish.share,
        tuple(-value for value in finish.values),
        -finish.rating,
        finish.number,
    )


def snake(entrants: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """Entrants in order dealt to pools of these sizes there and back, past those that are full: all are as strong."""
    pools: list[list[int]] = [[] for _ in sizes]
    turns = sorted((lap, -pool if lap % 2 else pool) for pool, size in enumerate(sizes) for lap in range(size))
    for entrant, (_, pool) in zip(entrants, turns, strict=True):
        pools[abs(pool)].append(entrant)
    return pools
