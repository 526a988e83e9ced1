"""Why a step is not allowed, and what would be right, in sentences for the player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from games.rules.base import Roll, Seat
from games.rules.roots.grid import AROUND, NAMES, STAR_POINTS, Node, Nodes, names
from games.rules.roots.growth import finds, fitting
from games.rules.roots.pieces import BUD, COLOURS, PLANT, Bead, Die, Lose, Move, Spawn
from games.rules.roots.root import Root, attack_strength, strength
from games.rules.roots.stages import Choosing, Growing, Losing, Settling, Spawning
from ground.wording import and_list, gettext, ngettext, or_list

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
            return gettext("Your store is empty: the only die to choose is the d10, which fills it.")
        case Growing() if isinstance(move, Bead):
            return _why_not_grow(move.at, stage, position)
        case Spawning() if isinstance(move, Spawn):
            return _why_not_spawn(move.at, stage, position)
        case Losing(_, arms) if isinstance(move, Lose):
            ends = either([NAMES[arm.first] for arm in arms])
            return gettext("No end of your root that can be lost begins at {names}. Choose {ends}.").format(
                names=NAMES[move.at], ends=ends
            )
    if isinstance(position.to_act, Roll):
        return gettext("The dice come first: {why} is about to be rolled.").format(why=gettext(position.to_act.why))
    return (
        gettext("The game is over.")
        if position.to_act is None
        else gettext("That is not what is asked now. {task}.").format(task=task(position))
    )


def task(position: Position) -> str:
    """What the seat to act does now and how it is written, with placeholders that cannot be played."""
    if not isinstance(position.to_act, int):
        return gettext("Nobody is to act")
    name = name_of(position.to_act)
    match position.stage:
        case Settling():
            return gettext('{name} places its first bead on a star point: "bead x,y"{choice}').format(
                name=name, choice=_choice(position)
            )
        case Choosing(seat) if not position.garden.stores[seat]:
            return gettext('The store of {name} is empty, so only sunbathing is left: "dN" with N = 10').format(
                name=name
            )
        case Choosing():
            return gettext(
                '{name} chooses a die: "dN" with N = 4 for new plants, 6 for buds, 8 to extend an end, 10 to '
                "refill the store"
            ).format(name=name)
        case Growing() as growing:
            return gettext('{growth} ({left} to go): "bead x,y"{choice}').format(
                growth=_growth(name, growing, position), left=growing.left, choice=_choice(position)
            )
        case Losing(_, arms):
            ends = either([NAMES[arm.first] for arm in arms])
            return gettext('{name} chooses which end of its cut root is lost: "lose x,y" with x,y = {ends}').format(
                name=name, ends=ends
            )
    return gettext('Choose where the new nutrient appears: "spawn x,y"{choice}').format(choice=_choice(position))


def _growth(name: str, growing: Growing, position: Position) -> str:
    found = position.places & position.garden.sown
    if found:
        return gettext("{name} has found a nutrient and puts a bead on it").format(name=name)
    return gettext("{name} places a bead with the d{die}").format(name=name, die=growing.die)


def _choice(position: Position) -> str:
    """The nodes to choose from, to be added to what is asked; blank where they are many."""
    if position.places.bit_count() <= LONGEST_LIST:
        return gettext(" with x,y = {either}").format(either=either(names(position.places)))
    return (
        gettext(" with {lines_allowed}").format(lines_allowed=_lines_allowed(position.stage, position))
        if isinstance(position.stage, Spawning)
        else ""
    )


def _lines_allowed(spawning: Spawning, position: Position) -> str:
    """What two d20 allow where one of them or both are a 20."""
    lines = [face - 1 for face in spawning.dice if face != EVERY_LINE]
    where = gettext("x or y = {lines}").format(lines=lines[0]) if lines else gettext("any x and y")
    return gettext("{where}, no bead being there").format(where=where) if position.is_setup else where


def _why_not_settle(node: Node, position: Position) -> str:
    if STAR_POINTS >> node & 1:
        return gettext("{holder} is on {names} already. Free are {either}.").format(
            holder=_holder(node, position), names=NAMES[node], either=either(names(position.places))
        )
    return gettext("The first bead goes on a star point other than the centre: {either}.").format(
        either=either(names(position.places))
    )


def _why_not_spawn(node: Node, spawning: Spawning, position: Position) -> str:
    if position.is_setup and position.garden.taken >> node & 1:
        return gettext("A bead is on {names}; in the setup no nutrient spawns there. {task}.").format(
            names=NAMES[node], task=task(position)
        )
    shown = and_list([str(die) for die in spawning.dice])
    return gettext("The dice show {shown}, which does not lead to {names}. {task}.").format(
        shown=shown, names=NAMES[node], task=task(position)
    )


def _why_not_grow(node: Node, growing: Growing, position: Position) -> str:
    """The reason against a bead on a node of the board."""
    garden, seat, name = position.garden, growing.to_act, NAMES[node]
    root = garden.roots[seat]
    found = 0 if growing.last is None else finds(garden, seat, growing.last)
    if found:
        return gettext("Your last bead has found a nutrient, so the next bead goes on it: {either}.").format(
            either=either(names(found))
        )
    if root.beads >> node & 1:
        return gettext("Your own bead is on {name} already.").format(name=name)
    if garden.sown >> node & 1:
        return _why_not_on_nutrient(node, position)
    if not fitting(root, growing.die, growing.placed) >> node & 1:
        return _why_not_fitting(node, root, growing)
    if garden.taken >> node & 1 and (reason := _why_not_attack(node, growing, position)):
        return reason
    return gettext("The bead that you placed last can be extended, so the next one continues it: {few}.").format(
        few=_few(position.places)
    )


def _why_not_on_nutrient(node: Node, position: Position) -> str:
    if position.garden.taken >> node & 1:
        return gettext("{holder} marks the nutrient at {names}, and a marking bead is never attacked.").format(
            holder=_holder(node, position), names=NAMES[node]
        )
    return gettext(
        "A nutrient is at {names}. Only a bead placed just before, beside it, finds it, and only if no "
        "bead of another seat is beside it."
    ).format(names=NAMES[node])


def _why_not_fitting(node: Node, root: Root, growing: Growing) -> str:
    """The reason against a node beside which the mover's beads do not lie as the die wants it."""
    beside = AROUND[node] & root.beads
    count = beside.bit_count()
    touched = ngettext(
        "{node} is beside {count} bead of yours", "{node} is beside {count} beads of yours", count
    ).format(node=NAMES[node], count=count or gettext("no"))
    if growing.die == PLANT:
        old = either(names(beside & ~growing.placed))
        return gettext(
            "{names} is beside your bead on {old}; with the d4 only beads of this turn may be beside it."
        ).format(names=NAMES[node], old=old)
    if growing.die == BUD:
        return gettext("{touched}; with the d6 it must be two or more.").format(touched=touched)
    if count != 1:
        return gettext("{touched}; with the d8 it must be exactly one, and that one an end.").format(touched=touched)
    return gettext(
        "{touched}, but that one is not an end: the d8 extends beads with at most one neighbour of your own."
    ).format(touched=touched)


def _why_not_attack(node: Node, growing: Growing, position: Position) -> str:
    """The reason against an attack on a node that fits the die; blank if none lies in the attack itself."""
    root, other = position.garden.roots[growing.to_act], position.garden.root_at(node)
    holder = gettext("{holder} is on {names}").format(holder=_holder(node, position), names=NAMES[node])
    if growing.has_attacked:
        return gettext("{holder}, and you have attacked once in this turn already.").format(holder=holder)
    attack, resistance = attack_strength(root, node), strength(other, node)
    if not AROUND[node] & root.beads:
        return gettext("{holder}. With the d4 only a plant of this turn can attack, from a bead beside it.").format(
            holder=holder
        )
    if attack <= resistance:
        return gettext("{holder}, and your root is not stronger there: {attack} against {resistance}.").format(
            holder=holder, attack=attack, resistance=resistance
        )
    return ""


def _holder(node: Node, position: Position) -> str:
    """Whose bead is on the node, as a sentence begins."""
    roots = zip(COLOURS, position.garden.roots, strict=False)
    colour = next(colour for colour, root in roots if root.beads >> node & 1)
    return gettext("{colour}'s bead").format(colour=gettext(colour).capitalize())


def _few(nodes: Nodes) -> str:
    """Some nodes in words, cut short where there are many."""
    listed = names(nodes)
    return either(listed) if len(listed) <= LONGEST_LIST else f"{'; '.join(listed[:LONGEST_LIST])} ..."


def either(words: list[str]) -> str:
    """Alternatives in words: "3,9", "3,9 or 9,3"; with more of them, semicolons keep the pairs apart."""
    return or_list(words, between="; ") or gettext("none")


def name_of(seat: Seat) -> str:
    """The colour of a seat, as a sentence begins."""
    return gettext(COLOURS[seat]).capitalize()
