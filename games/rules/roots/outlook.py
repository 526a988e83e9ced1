"""What a garden promises to whom, for bots: the shares in the nutrients that rain will bring."""

from __future__ import annotations

from collections.abc import Iterable

from games.rules.base import Seat, lead
from games.rules.bitsets import members
from games.rules.roots.garden import Garden, Markers
from games.rules.roots.grid import AROUND, Node
from games.rules.roots.pieces import Bead

MEAN_VALUE = 6.5  # of a marker whose d12 has not been rolled
RAINS = 0.5  # how likely it rains before things change; other values of this and the next two were no better
STORED = 0.4  # a bead that can be placed at once
STORED_AT_MOST = 8


def hopes(garden: Garden) -> list[float]:
    """What each seat may hope to get from its shares in the nutrients, and from the beads in its store."""
    hoped = [STORED * min(store, STORED_AT_MOST) for store in garden.stores]
    for node, markers in garden.nutrients:
        if seats := garden.seats_at(node):
            share = _worth(markers) / len(seats)
            for seat in seats:
                hoped[seat] += share
    return hoped


def rated(garden: Garden, seat: Seat, now: float, moves: Iterable[Bead]) -> list[tuple[float, Bead]]:
    """The beads with the lead that the seat would have, were all of them placed on free nodes."""
    gains = _gains(garden, seat)
    now -= STORED if garden.stores[seat] <= STORED_AT_MOST else 0
    return [(now + gains.get(move.at, 0.0), move) for move in moves]


def _gains(garden: Garden, seat: Seat) -> dict[Node, float]:
    """How much a bead at a node adds to the seat's lead, by a share in nutrients that it does not touch yet."""
    gains: dict[Node, float] = {}
    for node, markers in garden.nutrients:
        sharing = garden.seats_at(node)
        if seat in sharing:
            continue
        before = _shares(garden, sharing, markers)
        after = _shares(garden, [*sharing, seat], markers)
        gain = lead(after, seat) - lead(before, seat)
        for beside in members(AROUND[node] | 1 << node):
            gains[beside] = gains.get(beside, 0.0) + gain
    return gains


def _shares(garden: Garden, sharing: list[Seat], markers: Markers) -> list[float]:
    return [_worth(markers) / len(sharing) if seat in sharing else 0.0 for seat in range(len(garden.roots))]


def _worth(markers: Markers) -> float:
    return RAINS * sum(value or MEAN_VALUE for value in markers)
