"""Preferences for choices that come up after dice or out of turn: where a nutrient spawns, which end of a root is lost.

How far a node is from beads is the number of steps between adjacent nodes to the nearest of them. Among equals the
first in the order of (y, x) is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from games.rules.base import Preference
from games.rules.bitsets import members
from games.rules.roots.grid import Node, Nodes, with_neighbours
from games.rules.roots.root import Arm
from ground.wording import gettext_noop as _

_SPAWN, _LOSE = _("If you place a nutrient"), _("If your root is cut")

SPAWN_FAR = Preference("spawn far", _("the allowed node farthest from your beads"), _SPAWN)
SPAWN_NEAR = Preference("spawn near", _("the allowed node nearest to your beads"), _SPAWN)
LOSE_SHORTER = Preference("lose shorter", _("the end with the fewest beads is lost"), _LOSE)
LOSE_LONGER = Preference("lose longer", _("the end with the most beads is lost"), _LOSE)
LOSE_POORER = Preference(
    "lose poorer", _("the end that marks the fewest nutrients is lost, of equal ones the shorter"), _LOSE
)

LOSING_PREFERENCES = (LOSE_SHORTER, LOSE_LONGER, LOSE_POORER)  # the first one is the default
PREFERENCES = (SPAWN_FAR, SPAWN_NEAR, *LOSING_PREFERENCES)


def preferred_node(preference: str, places: Nodes, beads: Nodes, sown: Nodes) -> Node | None:
    """The node of ``places`` that the preference chooses for the owner of the beads; None if it is about another one.

    A node on which the owner would lose a bead is left out as long as there is another. ``sown`` are the nodes with a
    nutrient.
    """
    if preference not in (SPAWN_FAR.text, SPAWN_NEAR.text):
        return None
    rings = _rings(places & ~(beads & ~sown) or places, beads)
    return next(members(rings[-1] if preference == SPAWN_FAR.text else rings[0]))


def _rings(nodes: Nodes, beads: Nodes) -> list[Nodes]:
    """The nodes in sets of the same distance, the nearest first; one set if there are no beads to be far from."""
    rings, reach = [], beads
    while reach and nodes:
        if nodes & reach:
            rings.append(nodes & reach)
        nodes &= ~reach
        reach = with_neighbours(reach)
    return rings or [nodes]


def preferred_arm(preference: str, arms: Sequence[Arm], sown: Nodes) -> Arm | None:
    """The arm that the preference gives up; None if it is about another choice. ``sown`` are nodes with a nutrient."""
    worth = _WORTH.get(preference)
    return None if worth is None else min(arms, key=lambda arm: (worth(arm, sown), arm.first))


_WORTH: dict[str, Callable[[Arm, Nodes], tuple[int, ...]]] = {
    LOSE_SHORTER.text: lambda arm, sown: (arm.chain.bit_count(),),
    LOSE_LONGER.text: lambda arm, sown: (-arm.chain.bit_count(),),
    LOSE_POORER.text: lambda arm, sown: ((arm.chain & sown).bit_count(), arm.chain.bit_count()),
}
