"""Everything that lies on the table: roots and nutrients, stores, piles, the stack, points. No turns, no dice."""

from __future__ import annotations

from collections.abc import Iterable
from operator import add
from typing import NamedTuple, TypeAlias

from games.rules.base import Seat, changed
from games.rules.roots.grid import ALL, Node, Nodes
from games.rules.roots.root import Root

Markers: TypeAlias = tuple[int, ...]  # the value of each marker of a nutrient, 0 while it is not rolled


class Garden(NamedTuple):
    """The table as a value: what is done to it gives another one."""

    roots: tuple[Root, ...]  # by seat, as the next three
    stores: tuple[int, ...]
    piles: tuple[int, ...]
    points: tuple[int, ...]
    stack: int  # markers that have not spawned
    nutrients: tuple[tuple[Node, Markers], ...] = ()  # in the order of (y, x)
    taken: Nodes = 0  # the nodes with a bead
    sown: Nodes = 0  # the nodes with a nutrient

    @property
    def free(self) -> Nodes:
        """The nodes with neither bead nor nutrient."""
        return ALL & ~(self.taken | self.sown)

    def owner(self, node: Node) -> Seat | None:
        """The seat whose bead is on the node."""
        if self.taken >> node & 1:
            for seat, root in enumerate(self.roots):
                if root.beads >> node & 1:
                    return seat
        return None

    def root_at(self, node: Node) -> Root:
        """The root whose bead is on the node. There must be one."""
        return next(root for root in self.roots if root.beads >> node & 1)

    def seats_at(self, node: Node) -> list[Seat]:
        """The seats with a bead on the node or adjacent to it."""
        return [seat for seat, root in enumerate(self.roots) if (root.beads | root.one) >> node & 1]

    def markers(self, node: Node) -> Markers:
        """The markers of the nutrient on the node, none if there is no nutrient."""
        return next((markers for at, markers in self.nutrients if at == node), ())

    def unvalued(self, node: Node) -> int:
        """How many markers on the node have no value yet."""
        return self.markers(node).count(0)

    def hidden(self, nodes: Nodes) -> list[Node]:
        """The nodes of a set once for each of their markers that has no value yet."""
        return [node for node, markers in self.nutrients if nodes >> node & 1 for value in markers if not value]

    def with_bead(self, seat: Seat, node: Node) -> Garden:
        """With a bead from the seat's store on a node."""
        return Garden(
            changed(self.roots, seat, self.roots[seat].with_bead(node)),
            changed(self.stores, seat, self.stores[seat] - 1),
            self.piles,
            self.points,
            self.stack,
            self.nutrients,
            self.taken | 1 << node,
            self.sown,
        )

    def without_beads(self, seat: Seat, nodes: Nodes) -> Garden:
        """With beads of the seat back in its pile."""
        return self._replace(
            roots=changed(self.roots, seat, self.roots[seat].without(nodes)),
            piles=changed(self.piles, seat, self.piles[seat] + nodes.bit_count()),
            taken=self.taken & ~nodes,
        )

    def with_supply(self, seat: Seat, amount: int) -> Garden:
        """With that many beads moved from the seat's pile to its store."""
        return self._replace(
            stores=changed(self.stores, seat, self.stores[seat] + amount),
            piles=changed(self.piles, seat, self.piles[seat] - amount),
        )

    def with_marker(self, node: Node) -> Garden:
        """With one more marker from the stack on a node, its value not rolled."""
        others = [nutrient for nutrient in self.nutrients if nutrient[0] != node]
        return self._replace(
            nutrients=tuple(sorted([*others, (node, (*self.markers(node), 0))])),
            stack=self.stack - 1,
            sown=self.sown | 1 << node,
        )

    def with_values(self, nodes: Nodes, faces: Iterable[int]) -> Garden:
        """With a face each, as long as there are any, for the markers on the nodes that had no value."""
        left = iter(faces)
        return self._replace(
            nutrients=tuple(
                (node, tuple(value or next(left, 0) for value in markers) if nodes >> node & 1 else markers)
                for node, markers in self.nutrients
            )
        )

    def without_nutrients(self, nodes: Nodes) -> Garden:
        """With all markers on the nodes gone from the game."""
        return self._replace(
            nutrients=tuple(nutrient for nutrient in self.nutrients if not nodes >> nutrient[0] & 1),
            sown=self.sown & ~nodes,
        )

    def with_points(self, amounts: Iterable[int]) -> Garden:
        """With more points, by seat."""
        return self._replace(points=tuple(map(add, self.points, amounts)))
