"""Steps as text: ``bead 3,9``, ``d8``, ``spawn 4,17``, ``lose 5,6``, and the other spellings that players may use.

A node may also be written in Go coordinates (``bead D10`` is ``bead 3,9``), a die by its word (``grow`` is ``d8``).
"""

from __future__ import annotations

import re

from games.rules.base import IllegalMove, Roll, UnreadableMove
from games.rules.roots.grid import GO_LETTERS, NAMES, SIZE, Node, node_at
from games.rules.roots.pieces import BEADS, BUD, DICE, GROW, LOSSES, PLANT, SPAWNS, SUNBATHE, Bead, Die, Move, Spawn
from games.rules.roots.position import Position
from games.rules.roots.refusals import task, why_not
from ground.wording import gettext

DIE_WORDS = {"plant": PLANT, "bud": BUD, "grow": GROW, "sunbathe": SUNBATHE}
STEPS: dict[str, tuple[Bead, ...] | tuple[Spawn, ...] | tuple[Move, ...]] = {
    "bead": BEADS,
    "spawn": SPAWNS,
    "lose": LOSSES,
}

_NODE = r"(?:(?P<x>[0-9]{1,3}) ?, ?(?P<y>[0-9]{1,3})|(?P<letter>[a-hj-t]) ?(?P<row>[0-9]{1,3}))"
_PLAIN_NODE = re.compile(_NODE)
_STEP = re.compile(rf"(?P<word>bead|spawn|lose) {_NODE}")
_LONGEST_QUOTE = 40


def format_move(move: Move) -> str:
    """The canonical text of a step."""
    match move:
        case Die(sides):
            return f"d{sides}"
        case Bead(node):
            return f"bead {NAMES[node]}"
        case Spawn(node):
            return f"spawn {NAMES[node]}"
    return f"lose {NAMES[move.at]}"


def parse_move(text: str, position: Position) -> Move:
    """The legal step that the text names. Raises UnreadableMove or IllegalMove."""
    typed = " ".join(text.lower().split())
    move = _read(typed)
    if move is not None and position.is_legal(move):
        return move
    if move is not None and not (isinstance(move, Die) and _meant(typed, position)):  # D8 may be a node too
        raise IllegalMove(why_not(move, position))
    raise UnreadableMove(_help(text, position))


def _read(typed: str) -> Move | None:
    """The step that the text spells out, allowed or not; None if it is not the notation of one."""
    for sides, die in DICE.items():
        if typed == f"d{sides}" or DIE_WORDS.get(typed) == sides:
            return die
    found = _STEP.fullmatch(typed)
    return found and STEPS[found["word"]][_node(found)]


def _node(found: re.Match[str]) -> Node:
    """The node that was typed in either way. Raises IllegalMove for one beside the board."""
    if found["letter"]:
        x, y = GO_LETTERS.lower().index(found["letter"]), int(found["row"]) - 1
    else:
        x, y = int(found["x"]), int(found["y"])
    node = node_at(x, y)
    if node is None:
        last = SIZE - 1
        raise IllegalMove(
            gettext(
                "That is beside the board: x and y run from 0 to {last}, Go coordinates from A1 to {last_node}."
            ).format(last=last, last_node=f"{GO_LETTERS[-1]}{SIZE}")
        )
    return node


def _help(text: str, position: Position) -> str:
    """The answer to a text that is no step: what may be missing, or how a step is written now."""
    typed = " ".join(text.lower().split())
    shown = text.strip()
    shown = shown if len(shown) <= _LONGEST_QUOTE else shown[:_LONGEST_QUOTE] + "..."
    if isinstance(position.to_act, Roll):
        return gettext('"{shown}" is not a step. The dice come first, and the service rolls them.').format(shown=shown)
    if position.to_act is None:
        return gettext('"{shown}" is not a step of this game, and the game is over.').format(shown=shown)
    if (step := _meant(typed, position)) is not None:
        return gettext('"{shown}" is not complete. Did you mean {step}?').format(shown=shown, step=format_move(step))
    return gettext('"{shown}" is not a step of this game. {task}.').format(shown=shown, task=task(position))


def _meant(typed: str, position: Position) -> Move | None:
    """The legal step at a node that was typed alone. Raises IllegalMove for one beside the board."""
    steps = [move for move in position.legal_moves() if not isinstance(move, Die)]
    found = _PLAIN_NODE.fullmatch(typed)
    if not steps or found is None:
        return None
    node = _node(found)
    return next((step for step in steps if step.at == node), None)
