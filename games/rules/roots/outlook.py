"""What a garden promises to whom, for bots: shares in the nutrients on the board and in those to come, beads to place.

Every marker of the stack spawns before the game ends, on a node that dice choose. A seat that reaches many nodes shares
in more of them without doing anything: at the beginning that is worth about as much as a share now.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from games.rules.base import Seat
from games.rules.bitsets import members
from games.rules.roots.garden import Garden, Markers
from games.rules.roots.grid import AROUND, NEAR, Node, Nodes, with_neighbours
from games.rules.roots.growth import fitting
from games.rules.roots.pieces import PLANT, SUNBATHE, Die
from games.rules.roots.root import Root

MEAN_VALUE = 6.5  # of a marker whose d12 has not been rolled
RAINS = 0.8  # how likely it rains before things change
STORED = 1.1  # a bead that can be placed at once
STORED_AT_MOST = 5
FARTHEST = 4  # beads in a row that a die is expected to bring
REACHED = 1.1  # times the share in a marker to come that the mean node brings, for each node that a seat reaches
OPENED = {4: 7, 6: 2, 8: 4}  # nodes that a bead of each die reaches first, about


class Stake(NamedTuple):
    """What a nutrient is worth, and to whom."""

    node: Node
    worth: float
    sharing: list[Seat]


def hopes(garden: Garden) -> list[float]:
    """What each seat may hope to get from its shares in the nutrients, and from the beads in its store."""
    node = worth_of_node(garden)
    hoped = [
        STORED * min(store, STORED_AT_MOST) + node * (root.beads | root.one).bit_count()
        for store, root in zip(garden.stores, garden.roots, strict=True)
    ]
    for _, worth, sharing in _stakes(garden):
        if sharing:
            share = worth / len(sharing)
            for seat in sharing:
                hoped[seat] += share
    return hoped


def bead_gains(garden: Garden, seat: Seat, places: Nodes) -> dict[Node, float]:
    """How much a bead adds to the seat's lead, by node: by a share in nutrients that it does not touch yet, and by
    cutting off others from theirs. Nodes of ``places`` that are left out add nothing."""
    gains: dict[Node, float] = {}
    stakes = _stakes(garden)
    seats = len(garden.roots)
    for node, worth, sharing in stakes:
        if seat not in sharing and NEAR[node] & places:
            gain = _gain_of_joining(worth, len(sharing), seats)
            for beside in members(NEAR[node] & places):
                gains[beside] = gains.get(beside, 0.0) + gain
    for node in members(places & garden.taken):
        gains[node] = gains.get(node, 0.0) + _gain_of_removing(garden, stakes, seat, node)
    return gains


def worth_of_node(garden: Garden) -> float:
    """What it is worth to be the only seat that reaches a node: a share in what spawns there."""
    return REACHED * RAINS * MEAN_VALUE * garden.stack / len(AROUND)


def reach_gain(garden: Garden, seat: Seat, node: Node) -> int:
    """How many more nodes the seat reaches with a bead on that node."""
    root = garden.roots[seat]
    return (NEAR[node] & ~(root.beads | root.one)).bit_count()


def rated_dice(garden: Garden, seat: Seat, now: float, dice: Iterable[Die]) -> list[tuple[float, Die]]:
    """The dice with the lead that the seat may expect after its growth; ``now`` is its lead."""
    stakes, seats, store = _stakes(garden), len(garden.roots), garden.stores[seat]
    shares = sum(_standing(worth, len(sharing), seats, is_in=seat in sharing) for _, worth, sharing in stakes)
    if_it_rains = shares * (1 / RAINS - 1)
    wanted = sorted(
        (
            (_gain_of_joining(worth, len(sharing), seats), node, bool(sharing))
            for node, worth, sharing in stakes
            if seat not in sharing
        ),
        reverse=True,
    )
    rated = []
    for die in dice:
        if die.sides == SUNBATHE:
            gain = STORED * _mean_filling(store, garden.piles[seat])
        else:
            gain = _growth_gain(garden, seat, die.sides, wanted)
        rated.append((now + gain + if_it_rains / die.sides, die))
    return rated


def marker_gain(garden: Garden, seat: Seat, node: Node) -> float:
    """How much one more marker on a node adds to the lead of a seat."""
    sharing = garden.seats_at(node)
    return _standing(RAINS * MEAN_VALUE, len(sharing), len(garden.roots), is_in=seat in sharing)


def _growth_gain(garden: Garden, seat: Seat, die: int, wanted: list[tuple[float, Node, bool]]) -> float:
    """What the beads that a die brings are expected to add to the lead; attacks are left aside."""
    store, places = garden.stores[seat], garden.free & fitting(garden.roots[seat], die, 0)
    if not places:
        return 0.0
    reached = worth_of_node(garden) * OPENED[die] * _mean_beads(store, die)
    gain, beads = reached - STORED * _mean_spending(store, die), 0
    if die == PLANT:  # each bead lands where it likes; beside a nutrient that is free the next one has to mark it
        for more, node, is_shared in wanted:
            if AROUND[node] & places and beads < min(store, die):
                beads += 1
                gain += more * (die - beads + 1) / die
                beads += not is_shared
        return gain
    most = 0.0
    for beads in range(1, min(store, die, FARTHEST) + 1):
        here = [more for more, node, _ in wanted if AROUND[node] & places]
        if here:
            most = max(most, here[0] * (die - beads + 1) / die)
        places = with_neighbours(places)
    return gain + most


def _gain_of_joining(worth: float, sharing: int, seats: int) -> float:
    """What a share adds to the lead of a seat that has none, where so many others have one."""
    return worth / (sharing + 1) * (seats / (seats - 1) if sharing else 1)


def _gain_of_removing(garden: Garden, stakes: Sequence[Stake], seat: Seat, node: Node) -> float:
    """What it adds to the lead of a seat that has a share that the owner of a bead loses its own with the bead."""
    owner = garden.owner(node)
    if owner is None or owner == seat:
        return 0.0
    beads, seats, gain = garden.roots[owner].beads, len(garden.roots), 0.0
    for at, worth, sharing in stakes:
        if NEAR[at] & beads == 1 << node:
            others = len(sharing) + (seat not in sharing)
            gain += _standing(worth, others - 1, seats, is_in=True) - _standing(worth, others, seats, is_in=True)
    return gain


def _standing(worth: float, sharing: int, seats: int, *, is_in: bool) -> float:
    """The lead of a seat by one nutrient that so many share, itself among them or not."""
    if not sharing:
        return 0.0
    return worth * (seats - sharing) / (sharing * (seats - 1)) if is_in else -worth / (seats - 1)


@lru_cache(maxsize=4096)
def _mean_filling(store: int, pile: int) -> float:
    """How many beads that count the d10 brings on average."""
    now = min(store, STORED_AT_MOST)
    return sum(min(store + min(face, pile), STORED_AT_MOST) - now for face in range(1, SUNBATHE + 1)) / SUNBATHE


@lru_cache(maxsize=4096)
def _mean_beads(store: int, die: int) -> float:
    """How many beads are placed on average."""
    return sum(min(face, store) for face in range(1, die + 1)) / die


@lru_cache(maxsize=4096)
def _mean_spending(store: int, die: int) -> float:
    """How many beads that count are placed on average."""
    now = min(store, STORED_AT_MOST)
    return sum(now - min(max(store - face, 0), STORED_AT_MOST) for face in range(1, die + 1)) / die


def _stakes(garden: Garden) -> tuple[Stake, ...]:
    return _stakes_of(garden.roots, garden.nutrients)


@lru_cache(maxsize=64)  # one garden is looked at several times
def _stakes_of(roots: tuple[Root, ...], nutrients: tuple[tuple[Node, Markers], ...]) -> tuple[Stake, ...]:
    reaches = [root.beads | root.one for root in roots]
    stakes = []
    for node, markers in nutrients:
        bit = 1 << node
        stakes.append(Stake(node, _worth(markers), [seat for seat, reach in enumerate(reaches) if reach & bit]))
    return tuple(stakes)


@lru_cache(maxsize=4096)
def _worth(markers: Markers) -> float:
    return RAINS * sum(value or MEAN_VALUE for value in markers)
