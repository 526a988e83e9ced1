"""Where the next bead of a growth may go: finds first, otherwise what the die allows."""

from __future__ import annotations

from games.rules.base import Seat
from games.rules.bitsets import members
from games.rules.roots.garden import Garden
from games.rules.roots.grid import ALL, AROUND, Node, Nodes, with_neighbours
from games.rules.roots.pieces import BUD, GROW, PLANT
from games.rules.roots.root import Root, can_sever


def finds(garden: Garden, seat: Seat, last: Node) -> Nodes:
    """The nutrients that the seat's bead placed last has found: beside it, without a bead, touched by nobody else."""
    found = garden.sown & AROUND[last] & ~garden.taken
    if found:
        for other, root in enumerate(garden.roots):
            if other != seat:
                found &= ~root.one
    return found


def fitting(root: Root, die: int, placed: Nodes) -> Nodes:
    """The nodes, empty or not, whose place beside the beads of a root is what the die wants.

    ``placed`` are the beads of this turn.
    """
    if die == PLANT:
        return ALL & ~with_neighbours(root.beads & ~placed)
    if die == BUD:
        return root.two
    return root.one & ~root.two & with_neighbours(root.ends)


def open_places(garden: Garden, seat: Seat, die: int, placed: Nodes, last: Node | None, has_attacked: bool) -> Nodes:
    """The nodes on which the seat's next bead may be placed with the die, attacks included, finds left aside.

    ``last`` is the bead placed last in this turn: with the d8 it is extended before any other end.
    """
    root = garden.roots[seat]
    fits = fitting(root, die, placed)
    # An attack comes from a bead beside the node. With the d4 that is one of this turn, for no other may be near.
    rivals = 0 if has_attacked else garden.taken & ~root.beads & ~garden.sown & root.one & fits
    places = garden.free & fits
    if die == GROW and last is not None and root.ends >> last & 1:
        onward = places & AROUND[last] | winnable(garden, seat, rivals & AROUND[last])
        if onward:
            return onward
    return places | winnable(garden, seat, rivals)


def winnable(garden: Garden, seat: Seat, nodes: Nodes) -> Nodes:
    """Of nodes with beads of other seats those at which an attack of the seat wins."""
    if not nodes:
        return 0
    root, won = garden.roots[seat], 0
    nodes &= with_neighbours(root.beads & ~root.three)  # splits have no strength: they win against nothing
    for other in garden.roots:
        held = nodes & other.beads
        won |= held & other.three  # and lose to everything else
        for node in members(held & ~other.three):
            if can_sever(root, other, node):
                won |= 1 << node
    return won
