"""The root of one seat: where its beads are, how they hang together, how strong they are and what a cut costs.

Neighbours of a bead are the adjacent beads of the same seat, a split is a bead with three or more of them, an end one
with at most one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.rules.bitsets import members
from games.rules.roots.grid import AROUND, Node, Nodes, shifted


class Root(NamedTuple):
    """All beads of a seat, connected or not, with the counts of neighbours kept up to date."""

    beads: Nodes = 0
    one: Nodes = 0  # the nodes adjacent to at least one of the beads
    two: Nodes = 0  # to at least two
    three: Nodes = 0  # to at least three

    @property
    def splits(self) -> Nodes:
        return self.beads & self.three

    @property
    def ends(self) -> Nodes:
        return self.beads & ~self.two

    def with_bead(self, node: Node) -> Root:
        around = AROUND[node]
        return Root(
            self.beads | 1 << node, self.one | around, self.two | self.one & around, self.three | self.two & around
        )

    def without(self, nodes: Nodes) -> Root:
        return root_of(self.beads & ~nodes)


def root_of(beads: Nodes) -> Root:
    """The root with those beads."""
    one = two = three = 0
    for beside in shifted(beads):
        three |= two & beside
        two |= one & beside
        one |= beside
    return Root(beads, one, two, three)


class Arm(NamedTuple):
    """A piece of root that leaves a bead, beginning with one of its neighbours."""

    first: Node
    chain: Nodes


def ends_at_stake(root: Root, node: Node) -> list[Arm]:
    """The arms, one of which is lost with the bead on a node; the root is looked at while that bead is there.

    They are its loose arms: those that reach a tip without a split or a loop. A bead with one arm loses nothing else.
    """
    if not root.two >> node & 1:
        return []
    walks = [(first, *_walk(root.beads, root.splits, node, first)) for first in members(AROUND[node] & root.beads)]
    return [Arm(first, chain) for first, chain, is_loose in walks if is_loose]


def _walk(beads: Nodes, splits: Nodes, node: Node, first: Node) -> tuple[Nodes, bool]:
    """The chain of the arm that leaves a node by its neighbour ``first``, and whether it is loose."""
    elsewhere = AROUND[node] & beads & ~(1 << first)  # back beside the node: a loop
    chain, previous, current = 0, 1 << node, 1 << first
    while not current & splits:
        chain |= current
        if current & elsewhere:
            return chain, False
        onward = AROUND[current.bit_length() - 1] & beads ^ previous  # one bead or none, for this is no split
        if not onward:
            return chain, True
        previous, current = current, onward
    return chain, False


@lru_cache(maxsize=4096)  # one growth asks for the same beads again and again
def strength(root: Root, node: Node) -> int:
    """How strong the root is at the bead on a node: 0 at a split, else the bead and its longest chain."""
    beads, splits = root.beads, root.splits
    if splits >> node & 1:
        return 0
    chains = [_walk(beads, splits, node, first)[0].bit_count() for first in members(AROUND[node] & beads)]
    return 1 + max(chains, default=0)


def attack_strength(root: Root, node: Node) -> int:
    """How strong the root attacks a node: the largest strength among its beads beside it."""
    return max((strength(root, beside) for beside in members(AROUND[node] & root.beads)), default=0)


def can_sever(root: Root, other: Root, node: Node) -> bool:
    """Whether the root, attacking the other one's bead on a node, is stronger at one of its beads beside it."""
    resistance = strength(other, node)
    attackers = AROUND[node] & root.beads & ~root.three  # a split has no strength
    return any(strength(root, beside) > resistance for beside in members(attackers))
