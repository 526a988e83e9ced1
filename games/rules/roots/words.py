"""Roots and Shoots in sentences: what lies where, what may be played now, what a step or a roll did."""

from __future__ import annotations

from games.rules.base import Effect, Roll, Seat, Table
from games.rules.roots.garden import Garden
from games.rules.roots.grid import NAMES, SIZE, Node, names
from games.rules.roots.pieces import COLOURS
from games.rules.roots.position import Position
from games.rules.roots.refusals import name_of, task
from games.rules.roots.stages import Losing


def describe(position: Position, *, over: bool = False) -> str:
    """The position in words: every seat and every nutrient, what has just happened, who is to act."""
    garden = position.garden
    sentences = [_seat(position, seat) for seat in range(position.variant.seats)]
    if garden.nutrients:
        listed = "; ".join(f"{NAMES[node]}, {nutrient(garden, node)}" for node, _ in garden.nutrients)
        sentences.append(f"Nutrients on the board: {listed}.")
    else:
        sentences.append("No nutrient is on the board.")
    sentences.append(f"In the stack: {counted(garden.stack, 'marker')}.")
    if position.recent:
        sentences.append(f"New on the board: {'; '.join(names(position.recent))}.")
    return " ".join([*sentences, f"{turn(position, over=over)}."])


def _seat(position: Position, seat: Seat) -> str:
    garden = position.garden
    beads = names(garden.roots[seat].beads)
    where = f" ({'; '.join(beads)})" if beads else ""
    return (
        f"{name_of(seat)}: {counted(garden.points[seat], 'point')}, {counted(len(beads), 'bead')} on the board{where}, "
        f"{garden.stores[seat]} in the store, {garden.piles[seat]} in the pile."
    )


def nutrient(garden: Garden, node: Node) -> str:
    """What the nutrient on a node is worth, who marks it and who else touches it."""
    parts = [worth(garden, node)]
    marker = garden.owner(node)
    if marker is not None:
        parts.append(f"marked by {COLOURS[marker]}")
    others = [COLOURS[seat] for seat in garden.seats_at(node) if seat != marker]
    if others:
        parts.append(f"touched by {' and '.join(others)}")
    return ", ".join(parts)


def worth(garden: Garden, node: Node) -> str:
    """The value of a nutrient as far as it is rolled."""
    markers, hidden = garden.markers(node), garden.unvalued(node)
    if not hidden:
        return f"worth {sum(markers)}"
    unrolled = f"{counted(hidden, 'marker')} not rolled yet"
    return unrolled if hidden == len(markers) else f"worth {sum(markers)} and {unrolled}"


def counted(number: int, word: str) -> str:
    """A number with its word: "1 bead", "no beads"."""
    return f"{number or 'no'} {word}{'' if number == 1 else 's'}"


def turn(position: Position, *, over: bool = False) -> str:
    """What the game waits for, and whether the end is near."""
    if position.to_act is None:
        return f"The game is over: {_result(position)}"
    if over:
        return "The game is over"
    whose = f", in the turn of {name_of(position.mover)}" if isinstance(position.stage, Losing) else ""
    last = ". The game ends with this turn" if position.is_last else ""
    if isinstance(position.to_act, Roll):
        first, *others = position.to_act.dice  # they are all of one kind
        dice = f"{len(others) + 1} d{first}" if others else f"a d{first}"
        return f"{name_of(position.mover)} rolls {dice} for {position.to_act.why}{last}"
    return f"{name_of(position.to_act)} is to act{whose}{last}"


def _result(position: Position) -> str:
    best = max(position.scores)
    winners = [name_of(seat) for seat, points in enumerate(position.scores) if points == best]
    return f"{', '.join(winners)} {'wins' if len(winners) == 1 else 'share the win'} with {counted(best, 'point')}"


def tables(position: Position) -> list[Table]:
    """The nodes by x and y."""
    lines = range(SIZE)
    rows = tuple((f"y {y}", tuple(node_words(position, SIZE * y + x) for x in lines)) for y in reversed(lines))
    return [Table("The board by x and y", tuple(f"x {x}" for x in lines), rows)]


def node_words(position: Position, node: Node) -> str:
    """What lies on a node."""
    garden = position.garden
    owner = garden.owner(node)
    bead = "" if owner is None else COLOURS[owner]
    parts = [f"nutrient, {nutrient(garden, node)}"] if garden.sown >> node & 1 else [bead or "empty"]
    return ", ".join([*parts, *(["new"] if position.recent >> node & 1 else [])])


def hint(position: Position) -> str:
    """What the seat to act may do, with placeholders instead of a step that could be played as it stands."""
    if position.to_act is None:
        return "The game is over."
    if isinstance(position.to_act, Roll):
        return f"{turn(position)}."
    count = sum(1 for _ in position.legal_moves())
    last = " The game ends with this turn." if position.is_last else ""
    return f"{task(position)}. {counted(count, 'step')} {'is' if count == 1 else 'are'} possible.{last}"


def prompt(position: Position) -> str:
    """What the seat to act does, without how it is written."""
    last = " The game ends with this turn." if position.is_last else ""
    return f"{task(position).partition(': ')[0]}.{last}"


def describe_effect(effect: Effect) -> str:
    """What a step or a roll did, to be read after the name of the seat (or by itself where it concerns all)."""
    where, amount = effect.where, effect.amount
    return {
        "grows": f"has {counted(amount, 'bead')} to place",
        "blocked": f"has no legal place for the next of {counted(amount, 'bead')}",
        "took": f"takes {counted(amount, 'bead')} from the pile",
        "found": f"marks the nutrient at {where}",
        "worth": f"a marker at {where} is worth {amount}",
        "severed": f"loses the bead on {where} to a stronger root",
        "uprooted": f"loses the bead on {where}, where the nutrient would have spawned",
        "torn": f"has to choose which of {amount} ends of the cut root is lost",
        "lost": f"loses the end that begins at {where}: {counted(amount, 'bead')}",
        "spawned": f"a nutrient spawns at {where}" if amount == 1 else f"marker {amount} spawns at {where}",
        "barren": f"no nutrient spawns, since the d12 is not above {amount}, the number of nutrients",
        "again": "beads are on all nodes that the dice allow, so both are rolled again",
        "rain": f"it rains on {counted(amount, 'nutrient')}" if amount else "it rains, and nobody touches a nutrient",
        "scored": f"gets {counted(amount, 'point')} for the nutrient at {where}",
        "wasted": f"{counted(amount, 'point')} of the nutrient at {where} cannot be shared and nobody marks it",
        "washed": f"takes the marking bead on {where} back into the pile",
        "pile empty": "has emptied its pile, so the game ends with this turn",
        "stack empty": "the last marker has left the stack, so the game ends with this turn",
        "turn limit": f"every seat has had {amount} turns, so the game is over",
    }[effect.kind]
