"""Which lines of a person are commands: the one block of them that counts. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from games.rules.folding import fold
from notifications.mail_format.command_list import COMMAND_OF
from notifications.mail_format.commands import FREE_TEXT, IsMove, Order, read_line

START_WITHIN = 5  # non-blank lines of one's own in which the block must begin


BROKEN_FROM = 60  # characters; what follows a line that is as long was perhaps broken off it by a mail program


@dataclass(frozen=True)
class Reading:
    """What the own lines of a mail say: the block of orders, the lines that are none, and whether blocks disagree.

    ``doubt`` is a line among words for others that reads like a command: what was meant cannot be known.
    """

    orders: tuple[Order, ...] = ()
    unread: tuple[str, ...] = ()
    is_ambiguous: bool = False
    first_line: str = ""  # that is neither blank nor a greeting
    lines: tuple[str, ...] = field(default=(), repr=False)
    doubt: str = ""


_GREETINGS = ("hi", "hello", "hey", "dear", "good morning", "good evening", "hallo", "moin", "bonjour", "hola", "ciao")


def is_greeting(line: str) -> bool:
    """Whether a line only says hello."""
    text = fold(line).lower().rstrip(" ,.!")
    return any(text == word or text.startswith(f"{word} ") for word in _GREETINGS) and len(text.split()) <= 5


@dataclass(frozen=True)
class _Entry:
    """A line, or several that belong together, and the order that they are."""

    lines: tuple[str, ...]
    order: Order | None
    doubt: str = ""


def read_orders(own_lines: Iterable[str], is_move: IsMove, *, game_first: bool = False) -> Reading:
    """The block of commands at the top of a person's own lines.

    A block is lines in a row, blank ones not counted; it begins within the first five. Two blocks there that say
    different things are ambiguous, and nothing of them counts.
    """
    raw = list(own_lines)
    entries = _entries(raw, is_move, game_first)
    lines = tuple(filter(None, map(fold, raw)))
    blocks = _blocks(entries)
    first_line = next((line for line in lines if not is_greeting(line)), "")
    if not blocks:
        return Reading(unread=lines, first_line=first_line, lines=lines)
    block, *others = [tuple(entry.order for entry in block if entry.order) for block in blocks]
    unread = (line for entry in entries if entry not in blocks[0] for line in entry.lines)
    return Reading(
        orders=block,
        unread=tuple(line for line in unread if not is_greeting(line)),
        is_ambiguous=any(other != block for other in others),
        first_line=first_line,
        lines=lines,
        doubt=next((entry.doubt for entry in blocks[0] if entry.doubt), ""),
    )


def _entries(raw: Sequence[str], is_move: IsMove, game_first: bool) -> list[_Entry]:
    """The lines that are not blank, those that belong to one command together."""

    @cache
    def read(line: str) -> Order | None:
        return read_line(line, is_move, game_first=game_first)

    found: list[_Entry] = []
    index = 0
    while index < len(raw):
        line = fold(raw[index])
        is_over = len(found) >= START_WITHIN and found[-1].order is None  # no block can begin here any more
        order = None if is_over else read(raw[index])
        index += 1
        takes = COMMAND_OF[order.verb].takes if order else ""
        if order is None or takes not in FREE_TEXT:
            found += [_Entry((line,), order)] if line else []
            continue
        end = _ENDS[takes](raw, index, read, order)
        below = raw[index:end]
        texts = [order.text, *below] if takes == "plan" else _unbroken([raw[index - 1], *below])
        doubt = next((fold(line) for line in below if _is_doubtful(read(line))), "") if takes == "words" else ""
        text = " ".join(filter(None, map(fold, texts))) if takes == "plan" else _words_of("\n".join(texts), order.verb)
        found.append(_Entry((line, *filter(None, map(fold, below))), replace(order, text=text), doubt))
        index = end
    return found


def _is_doubtful(order: Order | None) -> bool:
    return order is not None and COMMAND_OF[order.verb].takes not in ("words", "note")


def _words_of(text: str, verb: str) -> str:
    """What stands behind the verb, as it was typed: what people write to people is not folded."""
    return re.split(rf"\b{verb}\b[^\S\n]*:?", text, maxsplit=1, flags=re.IGNORECASE)[-1].strip()


def _unbroken(lines: Sequence[str]) -> list[str]:
    """The lines of a text in which a mail program has broken long ones, whole again as far as anybody can tell."""
    whole: list[str] = []
    last = 0  # characters of the line before, as it came
    for line in lines:
        if whole and last >= BROKEN_FROM and line.strip():
            whole[-1] += f" {line.strip()}"
        else:
            whole.append(line.rstrip())
        last = len(line.rstrip())
    return whole


ReadLine = Callable[[str], Order | None]


def _end_of_words(raw: Sequence[str], index: int, read: ReadLine, order: Order) -> int:
    return len(raw)


def _end_of_note(raw: Sequence[str], index: int, read: ReadLine, order: Order) -> int:
    while index < len(raw) and read(raw[index]) is None:
        index += 1
    return index


_GOES_ON = re.compile(r"(?:if|then|else|and|wait if)\b|[();]", re.IGNORECASE)


_IS_OPEN = re.compile(r"(?:\b(?:if|then|else|and)|[(;>=<])$", re.IGNORECASE)


def _end_of_plan(raw: Sequence[str], index: int, read: ReadLine, order: Order) -> int:
    """A plan goes on as long as it cannot be over, or the next line can only belong to it."""
    text = order.text
    while text and index < len(raw):
        line = fold(raw[index])
        is_over = not _IS_OPEN.search(text) and text.count("(") <= text.count(")") and not _GOES_ON.match(line)
        if not line or is_over:
            break
        text += f" {line}"
        index += 1
    return index


_ENDS = {"words": _end_of_words, "note": _end_of_note, "plan": _end_of_plan}


def _blocks(entries: Sequence[_Entry]) -> list[list[_Entry]]:
    """The runs of orders that begin within the first lines."""
    blocks: list[list[_Entry]] = []
    goes_on = False
    for number, entry in enumerate(entries):
        if entry.order is None:
            goes_on = False
        elif goes_on:
            blocks[-1].append(entry)
        elif number < START_WITHIN:
            blocks.append([entry])
            goes_on = True
    return blocks
