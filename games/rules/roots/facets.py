"""In what the steps of Roots and Shoots differ: the die; the node of a bead or nutrient; the nodes of an end."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.base import Seat
from games.rules.facets import Facet, FacetValues
from games.rules.roots.grid import NAMES, Node, names, with_neighbours
from games.rules.roots.growth import open_places
from games.rules.roots.pieces import BUD, COLOURS, GROW, PLANT, SUNBATHE, Die, Lose, Move, Spawn
from games.rules.roots.position import Position
from games.rules.roots.root import Arm, attack_strength, strength
from games.rules.roots.stages import Losing
from games.rules.roots.words import counted, node_words
from ground.wording import and_list, gettext, gettext_noop

NEAR = 3  # steps
FACETS = (Facet("die", gettext_noop("Die")), Facet("node", gettext_noop("Node"), is_place=True))
_USES = {
    PLANT: gettext_noop("new plants"),
    BUD: gettext_noop("buds"),
    GROW: gettext_noop("extend an end"),
    SUNBATHE: gettext_noop("take beads"),
}


def facets_of(move: Move, position: Position) -> FacetValues:
    """The values of a step. An end that can be lost is picked by any of its beads."""
    match move:
        case Die(sides):
            return {"die": (f"d{sides}",)}
        case Lose():
            return {"node": tuple(names(_arm(move, position).chain))}
    return {"node": (NAMES[move.at],)}


def value_words(facet: str, value: str, position: Position) -> str:
    """A die with what it is for now; nodes have their names."""
    return f"{value}: {_use(int(value[1:]), position)}" if facet == "die" else value


def _use(sides: int, position: Position) -> str:
    seat, garden = position.mover, position.garden
    if sides == SUNBATHE:
        return gettext("{uses}, {piles} in the pile").format(uses=gettext(_USES[sides]), piles=garden.piles[seat])
    open_now = open_places(garden, seat, sides, 0, None, has_attacked=False).bit_count()
    return gettext("{use}, {places} now").format(use=gettext(_USES[sides]), places=counted(open_now, "place"))


def move_words(move: Move, position: Position) -> str:
    """A step as it is spoken; an attack with both strengths."""
    match move:
        case Die(sides):
            return gettext("roll the d{sides}: {use}").format(sides=sides, use=_use(sides, position))
        case Spawn(node):
            return gettext("{names}: {nearness}").format(names=NAMES[node], nearness=_nearness(node, position))
        case Lose(node):
            return gettext("give up the end at {names}").format(names=NAMES[node])
    return _bead_words(move.at, position)


def _bead_words(node: Node, position: Position) -> str:
    garden, name = position.garden, NAMES[node]
    owner = garden.owner(node)
    if owner is not None:
        mine, theirs = attack_strength(garden.roots[position.mover], node), strength(garden.roots[owner], node)
        return gettext("attack on {colours}'s bead at {name}, strength {mine} against {theirs}").format(
            colours=gettext(COLOURS[owner]), name=name, mine=mine, theirs=theirs
        )
    return (
        gettext("bead on the nutrient at {name}").format(name=name)
        if garden.sown >> node & 1
        else gettext("bead on {name}").format(name=name)
    )


def _nearness(node: Node, position: Position) -> str:
    """Whose beads a nutrient on the node would touch, or whether one of the seat to act would be near."""
    garden, owner = position.garden, position.garden.owner(node)
    if owner is not None and not garden.sown >> node & 1:
        return gettext("where {colours}'s bead lies").format(colours=gettext(COLOURS[owner]))
    if touching := garden.seats_at(node):
        return gettext("touched by {touching}").format(touching=and_list([gettext(COLOURS[seat]) for seat in touching]))
    steps, reach = 0, garden.roots[position.mover].beads
    while reach and not reach >> node & 1:
        steps, reach = steps + 1, with_neighbours(reach)
    if not reach:
        return gettext("touched by nobody")
    return gettext("near you") if steps <= NEAR else gettext("far from you")


def marks_of(position: Position, after: Position) -> dict[str, tuple[str, ...]]:
    """The beads that a step takes off the board, and the ends among which their owner has to choose then."""
    roots = zip(position.garden.roots, after.garden.roots, strict=True)
    fallen = sum(before.beads & ~root.beads for before, root in roots)
    arms = after.stage.arms if isinstance(after.stage, Losing) else ()
    at_stake = sum(arm.chain for arm in arms)
    marks = {"falls": fallen, "at-stake": at_stake}
    return {mark: tuple(names(nodes)) for mark, nodes in marks.items() if nodes}


def holdings(position: Position, seat: Seat) -> str:
    """The beads that a seat has beside the board."""
    garden = position.garden
    return gettext("{stores} in the store, {piles} in the pile").format(
        stores=garden.stores[seat], piles=garden.piles[seat]
    )


def _arm(move: Lose, position: Position) -> Arm:
    arms = position.stage.arms if isinstance(position.stage, Losing) else ()
    return next(arm for arm in arms if arm.first == move.at)


def place_words(position: Position) -> Mapping[str, str]:
    """What lies on each node."""
    return {name: node_words(position, node) for node, name in enumerate(NAMES)}
