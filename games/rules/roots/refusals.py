"""Why a step is not allowed, and what would be right, in sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.base import Roll, Seat
from games.rules.roots.grid import AROUND, NAMES, STAR_POINTS, Node, Nodes, names
from games.rules.roots.growth import finds, fitting
from games.rules.roots.pieces import BUD, COLOURS, PLANT, Bead, Die, Lose, Move, Spawn
from games.rules.roots.root import Root, attack_strength, strength
from games.rules.roots.stages import Choosing, Growing, Losing, Settling, Spawning

if TYPE_CHECKING:
    from games.rules.roots.position import Position

EVERY_LINE = 20  # what a d20 shows for a line of the roller's choice
LONGEST_LIST = 8  # nodes


def why_not(move: Move, position: Position) -> str:
    """The reason against a step that is not legal in the position."""
    stage = position.stage
    match stage:
        case Settling() if isinstance(move, Bead):
            return _why_not_settle(move.at, position)
        case Choosing() if isinstance(move, Die):
            return "Your store is empty: the only die to choose is the d10, which fills it."
        case Growing() if isinstance(move, Bead):
            return _why_not_grow(move.at, stage, position)
        case Spawning() if isinstance(move, Spawn):
            return _why_not_spawn(move.at, stage, position)
        case Losing(_, arms) if isinstance(move, Lose):
            ends = either([NAMES[arm.first] for arm in arms])
            return f"No end of your root that can be lost begins at {NAMES[move.at]}. Choose {ends}."
    if isinstance(position.to_act, Roll):
        return f"The dice come first: {position.to_act.why} is about to be rolled."
    return "The game is over." if position.to_act is None else f"That is not what is asked now. {task(position)}."


def task(position: Position) -> str:
    """What the seat to act does now and how it is written, with placeholders that cannot be played."""
    if not isinstance(position.to_act, int):
        return "Nobody is to act"
    name = name_of(position.to_act)
    match position.stage:
        case Settling():
            return f'{name} places its first bead on a star point: "bead x,y"{_choice(position)}'
        case Choosing(seat) if not position.garden.stores[seat]:
            return f'The store of {name} is empty, so only sunbathing is left: "dN" with N = 10'
        case Choosing():
            return (
                f'{name} chooses a die: "dN" with N = 4 for new plants, 6 for buds, 8 to extend an end, '
                "10 to refill the store"
            )
        case Growing() as growing:
            return f'{_growth(name, growing, position)} ({growing.left} to go): "bead x,y"{_choice(position)}'
        case Losing(_, arms):
            ends = either([NAMES[arm.first] for arm in arms])
            return f'{name} chooses which end of its cut root is lost: "lose x,y" with x,y = {ends}'
    return f'{name} says where a nutrient spawns: "spawn x,y"{_choice(position)}'


def _growth(name: str, growing: Growing, position: Position) -> str:
    found = position.places & position.garden.sown
    if found:
        return f"{name} has found a nutrient and puts a bead on it"
    return f"{name} places a bead with the d{growing.die}"


def _choice(position: Position) -> str:
    """The nodes to choose from, to be added to what is asked; blank where they are many."""
    if position.places.bit_count() <= LONGEST_LIST:
        return f" with x,y = {either(names(position.places))}"
    return f" with {_lines_allowed(position.stage, position)}" if isinstance(position.stage, Spawning) else ""


def _lines_allowed(spawning: Spawning, position: Position) -> str:
    """What two d20 allow where one of them or both are a 20."""
    lines = [face - 1 for face in spawning.dice if face != EVERY_LINE]
    where = f"x or y = {lines[0]}" if lines else "any x and y"
    return f"{where}, no bead being there" if position.is_setup else where


def _why_not_settle(node: Node, position: Position) -> str:
    if STAR_POINTS >> node & 1:
        return f"{_holder(node, position)} is on {NAMES[node]} already. Free are {either(names(position.places))}."
    return f"The first bead goes on a star point other than the centre: {either(names(position.places))}."


def _why_not_spawn(node: Node, spawning: Spawning, position: Position) -> str:
    if position.is_setup and position.garden.taken >> node & 1:
        return f"A bead is on {NAMES[node]}; in the setup no nutrient spawns there. {task(position)}."
    shown = " and ".join(map(str, spawning.dice))
    return f"The dice show {shown}, which does not lead to {NAMES[node]}. {task(position)}."


def _why_not_grow(node: Node, growing: Growing, position: Position) -> str:
    """The reason against a bead on a node of the board."""
    garden, seat, name = position.garden, growing.to_act, NAMES[node]
    root = garden.roots[seat]
    found = 0 if growing.last is None else finds(garden, seat, growing.last)
    if found:
        return f"Your last bead has found a nutrient, so the next bead goes on it: {either(names(found))}."
    if root.beads >> node & 1:
        return f"Your own bead is on {name} already."
    if garden.sown >> node & 1:
        return _why_not_on_nutrient(node, position)
    if not fitting(root, growing.die, growing.placed) >> node & 1:
        return _why_not_fitting(node, root, growing)
    if garden.taken >> node & 1 and (reason := _why_not_attack(node, growing, position)):
        return reason
    return f"The bead that you placed last can be extended, so the next one continues it: {_few(position.places)}."


def _why_not_on_nutrient(node: Node, position: Position) -> str:
    if position.garden.taken >> node & 1:
        return f"{_holder(node, position)} marks the nutrient at {NAMES[node]}, and a marking bead is never attacked."
    return (
        f"A nutrient is at {NAMES[node]}. Only a bead placed just before, beside it, finds it, "
        "and only if no bead of another seat is beside it."
    )


def _why_not_fitting(node: Node, root: Root, growing: Growing) -> str:
    """The reason against a node beside which the mover's beads do not lie as the die wants it."""
    beside = AROUND[node] & root.beads
    count = beside.bit_count()
    touched = f"{NAMES[node]} is beside {count or 'no'} bead{'' if count == 1 else 's'} of yours"
    if growing.die == PLANT:
        old = either(names(beside & ~growing.placed))
        return f"{NAMES[node]} is beside your bead on {old}; with the d4 only beads of this turn may be beside it."
    if growing.die == BUD:
        return f"{touched}; with the d6 it must be two or more."
    if count != 1:
        return f"{touched}; with the d8 it must be exactly one, and that one an end."
    return f"{touched}, but that one is no end: the d8 extends beads with at most one neighbour of your own."


def _why_not_attack(node: Node, growing: Growing, position: Position) -> str:
    """The reason against an attack on a node that fits the die; blank if none lies in the attack itself."""
    root, other = position.garden.roots[growing.to_act], position.garden.root_at(node)
    holder = f"{_holder(node, position)} is on {NAMES[node]}"
    if growing.has_attacked:
        return f"{holder}, and you have attacked once in this turn already."
    attack, resistance = attack_strength(root, node), strength(other, node)
    if not AROUND[node] & root.beads:
        return f"{holder}. With the d4 only a plant of this turn can attack, from a bead beside it."
    if attack <= resistance:
        return f"{holder}, and your root is not stronger there: {attack} against {resistance}."
    return ""


def _holder(node: Node, position: Position) -> str:
    """Whose bead is on the node, as a sentence begins."""
    roots = zip(COLOURS, position.garden.roots, strict=False)
    colour = next(colour for colour, root in roots if root.beads >> node & 1)
    return f"{'An' if colour[0] in 'aeiou' else 'A'} {colour} bead"


def _few(nodes: Nodes) -> str:
    """Some nodes in words, cut short where there are many."""
    listed = names(nodes)
    return either(listed) if len(listed) <= LONGEST_LIST else f"{'; '.join(listed[:LONGEST_LIST])} ..."


def either(words: list[str]) -> str:
    """Alternatives in words: "3,9", "3,9 or 9,3"; with more of them, semicolons keep the pairs apart."""
    return " or ".join(filter(None, ("; ".join(words[:-1]), *words[-1:]))) or "none"


def name_of(seat: Seat) -> str:
    """The colour of a seat, as a sentence begins."""
    return COLOURS[seat].capitalize()
