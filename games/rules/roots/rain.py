"""Rain: which nutrients it reaches, who gets how much of them, and what it takes off the board."""

from __future__ import annotations

from games.rules.base import Effect
from games.rules.bitsets import members
from games.rules.roots.garden import Garden
from games.rules.roots.grid import NAMES, Node, Nodes


def reached(garden: Garden) -> Nodes:
    """The nutrients with a bead on them or beside them."""
    touched = garden.taken
    for root in garden.roots:
        touched |= root.one
    return garden.sown & touched


def score(garden: Garden) -> tuple[Garden, list[Effect]]:
    """The table after the nutrients that the rain reaches, all their values known, are shared out, and who got what.

    All shares come before the first bead goes, since a bead on one nutrient may touch another.
    """
    nodes = reached(garden)
    effects = [
        effect
        for node, markers in garden.nutrients
        if nodes >> node & 1
        for effect in _shares(garden, node, sum(markers))
    ]
    amounts = [0] * len(garden.points)
    for effect in effects:
        if effect.seat is not None:
            amounts[effect.seat] += effect.amount
    garden = garden.with_points(amounts).without_nutrients(nodes)
    for seat, root in enumerate(garden.roots):
        if marking := root.beads & nodes:
            garden = garden.without_beads(seat, marking)
            effects += [Effect("washed", seat, NAMES[node]) for node in members(marking)]
    return garden, effects


def _shares(garden: Garden, node: Node, value: int) -> list[Effect]:
    """Equal shares for the seats at a nutrient; what cannot be shared is for the one that marks it, or for nobody."""
    seats, marker = garden.seats_at(node), garden.owner(node)
    share, rest = divmod(value, len(seats))
    effects = [Effect("scored", seat, NAMES[node], share + (rest if seat == marker else 0)) for seat in seats]
    if rest and marker is None:
        effects.append(Effect("wasted", None, NAMES[node], rest))
    return effects
