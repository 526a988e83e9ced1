"""The language of answers: which lines are commands, and the one block of them that counts.

Pure: knows no mail, no database, no game beyond a function that tells a move from other text. A line is a command
as a whole or not at all, so prose, quotations and our own mails (which put moves and verbs into brackets) are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from games.rules.base import MoveError, Position, Rules, UnreadableMove, split_steps
from games.rules.folding import fold

START_WITHIN = 5  # non-blank lines of one's own in which the block must begin
LONGEST_LINE = 400  # characters of a command; 31 steps of a final growth fit

ASK = "ask"  # takes an answer back that was given beforehand

IsMove = Callable[[str], bool]


@dataclass(frozen=True)
class Command:
    """A verb that people can write: what it takes, what it does in a line, which kinds of address take it."""

    verb: str
    usage: str
    summary: str
    addresses: frozenset[str]
    also: tuple[str, ...] = ()
    takes: str = ""  # "", "moves", "wish" or "game"


EVERYWHERE = frozenset({"turn", "game", "personal"})
OF_A_GAME = frozenset({"turn", "game"})

COMMANDS = (
    Command("move", "MOVE", "play it; several steps on lines of their own, or separated by semicolons", EVERYWHERE,
            takes="moves"),
    Command("preview", "preview MOVE", "show the board after it, and play nothing", EVERYWHERE, takes="moves"),
    Command("show", "show", "send the board; [show 123#17]: that of game 123 after move 17",
            EVERYWHERE, ("board",), takes="game"),
    Command("draw", "draw", "offer a draw, or agree to one", EVERYWHERE, ("offer draw", "draw?")),
    Command("abandon", "abandon", "offer to end the game without a result, or agree to it", EVERYWHERE),
    Command("accept", "accept", "say yes to what is offered", EVERYWHERE, ("accept draw", "yes")),
    Command("decline", "decline", "say no to what is offered", EVERYWHERE, ("decline draw", "no")),
    Command("always", "always ANSWER", "how you always answer when you are asked in another's turn", EVERYWHERE,
            takes="wish"),
    Command("resign", "resign", "give the game up", EVERYWHERE, ("i resign",)),
    Command("games", "games", "list the games that wait for you, each with its address", EVERYWHERE),
    Command("help", "help", "send this list; a question mark alone does the same", EVERYWHERE, ("?",)),
)  # fmt: skip
_BY_NAME = {name: command for command in COMMANDS for name in (command.verb, *command.also)}


@dataclass(frozen=True)
class Order:
    """One line that is a command. ``game`` and ``ply`` where the writer named them."""

    verb: str
    text: str = ""
    game: int | None = None
    ply: int | None = None


@dataclass(frozen=True)
class Reading:
    """What the own lines of a mail say: the block of orders, the lines that are none, and whether blocks disagree."""

    orders: tuple[Order, ...] = ()
    unread: tuple[str, ...] = ()
    is_ambiguous: bool = False
    first_line: str = ""  # that is neither blank nor a greeting
    lines: tuple[str, ...] = field(default=(), repr=False)


# One line ---------------------------------------------------------------------------------------------------------

_GUARD_FIRST = re.compile(r"#\s?(\d{1,9})[ :,]+(?=\S)", re.ASCII)
_GUARD_LAST = re.compile(r"\s#\s?(\d{1,9})$", re.ASCII)
_GAME_FIRST = re.compile(r"game\s+(\d{1,18})(?:\s?#\s?(\d{1,9}))?(?:[ :,]+|$)", re.ASCII | re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"(\d{1,18})(?:\s?#\s?(\d{1,9}))?(?:[ :,]+|$)", re.ASCII)


def read_line(line: str, is_move: IsMove, *, game_first: bool = False) -> Order | None:
    """The order that a line is; None for every other line.

    ``game_first``: the address serves several games, so a number in front names one of them.
    """
    text = fold(line)
    if not text or len(text) > LONGEST_LINE or text[0] in ">|[":
        return None
    game, ply, text = _take_numbers(text, game_first)
    order = _read_verb(text, is_move)
    if order is None:
        return None
    return Order(
        order.verb, order.text, order.game if order.game is not None else game, ply if ply is not None else order.ply
    )


def _take_numbers(text: str, game_first: bool) -> tuple[int | None, int | None, str]:
    """Game number and ply guard that stand around a command, and the command without them."""
    game = ply = None
    if match := (_GAME_FIRST.match(text) or (game_first and _NUMBER_FIRST.match(text)) or None):
        game, ply, text = int(match[1]), int(match[2]) if match[2] else None, text[match.end() :]
    if ply is None and (match := _GUARD_FIRST.match(text)):
        ply, text = int(match[1]), text[match.end() :]
    if ply is None and (match := _GUARD_LAST.search(text)):
        ply, text = int(match[1]), text[: match.start()]
    return game, ply, text


def _read_verb(text: str, is_move: IsMove) -> Order | None:
    whole = _BY_NAME.get(text.rstrip(" .!").lower() or text.lower())
    if whole is not None and whole.takes not in ("moves", "wish"):
        return Order(whole.verb)
    head, _, rest = text.partition(" ")
    command = _BY_NAME.get(head.rstrip(":").lower())
    if command is not None and command.takes == "moves" and is_move(rest):
        return Order(command.verb, rest)
    if command is not None and command.takes == "wish" and (_undecorated(rest).lower() == ASK or is_move(rest)):
        return Order(command.verb, _undecorated(rest))
    if command is not None and command.takes == "game" and (match := _NUMBER_FIRST.fullmatch(rest)):
        return Order(command.verb, game=int(match[1]), ply=int(match[2]) if match[2] else None)
    return next((Order("move", plain) for plain in (text, _undecorated(text)) if is_move(plain)), None)


def _undecorated(text: str) -> str:
    """Without quotation marks or stars around it, and without the full stop that telephones add."""
    return text.strip("\"'*` ").rstrip(" .!,")


def moves_of(rules: Rules[Any, Any], position: Position[Any]) -> IsMove:
    """The function that tells a move of this position, legal or not, from other text."""

    def reads(step: str) -> bool:
        if rules.read_wish(step) is not None:
            return True
        try:
            rules.parse(step, position)
        except UnreadableMove:
            return rules.ignores(step, position)
        except MoveError:
            return True
        return True

    def is_move(text: str) -> bool:
        steps = split_steps(text)
        return bool(steps) and all(map(reads, steps))

    return is_move


def no_moves(text: str) -> bool:
    """For addresses at which no move can be read."""
    return False


# All lines --------------------------------------------------------------------------------------------------------

_GREETINGS = ("hi", "hello", "hey", "dear", "good morning", "good evening", "hallo", "moin", "bonjour", "hola", "ciao")


def is_greeting(line: str) -> bool:
    """Whether a line only says hello."""
    text = fold(line).lower().rstrip(" ,.!")
    return any(text == word or text.startswith(f"{word} ") for word in _GREETINGS) and len(text.split()) <= 5


def read_orders(own_lines: Iterable[str], is_move: IsMove, *, game_first: bool = False) -> Reading:
    """The block of commands at the top of a person's own lines.

    A block is lines in a row, blank ones not counted; it begins within the first five. Two blocks there that say
    different things are ambiguous, and nothing of them counts.
    """
    lines = [fold(line) for line in own_lines]
    lines = [line for line in lines if line]
    orders = [read_line(line, is_move, game_first=game_first) for line in lines]
    blocks = _blocks(orders)
    first_line = next((line for line in lines if not is_greeting(line)), "")
    if not blocks:
        return Reading(unread=tuple(lines), first_line=first_line, lines=tuple(lines))
    counted = {index for block in blocks[:1] for index in block}
    block = tuple(order for index in blocks[0] if (order := orders[index]) is not None)
    others = [tuple(orders[index] for index in other) for other in blocks[1:]]
    return Reading(
        orders=block,
        unread=tuple(line for index, line in enumerate(lines) if index not in counted and not is_greeting(line)),
        is_ambiguous=any(other != block for other in others),
        first_line=first_line,
        lines=tuple(lines),
    )


def _blocks(orders: Sequence[Order | None]) -> list[range]:
    """The runs of orders that begin within the first lines."""
    blocks = []
    start = 0
    while start < min(START_WITHIN, len(orders)):
        end = start
        while end < len(orders) and orders[end] is not None:
            end += 1
        if end > start:
            blocks.append(range(start, end))
        start = end + 1
    return blocks
