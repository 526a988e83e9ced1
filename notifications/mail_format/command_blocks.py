"""Which lines of a person are commands: the one block of them that counts. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from games.rules.folding import fold
from notifications.mail_format.beside import beside, doubts_a_yes, greets, retracts, without_farewell
from notifications.mail_format.command_list import COMMAND_OF, HERE, as_typed
from notifications.mail_format.commands import FREE_TEXT, MARKS, TALK, IsMove, Order, read_line
from notifications.mail_format.loose_moves import MoveReader, read_loosely

MOST_LOOSE = 40  # lines that are looked at for another move than the one that stands alone
TAKE_BACK = ("undo", "cancel", "stop")  # below a move they may be meant to take it back
AT_STAKE = ("move", "resign", "accept", "draw", "abandon")  # what words beside it can doubt
START_WITHIN = 5  # non-blank lines of one's own in which the block must begin, unless it is of what is at stake
BROKEN_FROM = 60  # characters; what follows a line that is as long was perhaps broken off it by a mail program


@dataclass(frozen=True)
class Reading:
    """What the own lines of a mail say: the block of orders, the lines that are none, and whether blocks disagree.

    ``doubt`` is a line among words for others that reads like a command: what was meant cannot be known. ``unknown`` is
    the first line that doubts the commands: where something is at stake, they are ``doubted``, and no orders. ``words``
    are the lines for people. ``is_held``: other words than courtesy stand beside a move, so its writer can object.
    """

    orders: tuple[Order, ...] = ()
    unread: tuple[str, ...] = ()
    is_ambiguous: bool = False
    first_line: str = ""  # that is neither blank nor a greeting
    lines: tuple[str, ...] = field(default=(), repr=False)
    doubt: str = ""
    unknown: str = ""
    doubted: tuple[Order, ...] = ()
    words: tuple[str, ...] = ()
    is_held: bool = False


def is_greeting(line: str) -> bool:
    return greets(fold(line))


@dataclass(frozen=True)
class _Entry:
    """A line, or several that belong together, and the order that they are."""

    lines: tuple[str, ...]
    order: Order | None
    place: range  # of its lines in the mail, blank ones counted
    doubt: str = ""


def read_orders(
    own_lines: Iterable[str],
    is_move: IsMove,
    *,
    game_first: bool = False,
    readers: Sequence[MoveReader] = (),
    names: Collection[str] = (),
) -> Reading:
    """The block of commands at the top of a person's own lines, or the one with a marked move wherever it stands.

    A block is lines in a row, blank ones not counted; it begins within the first five, or, where something is at stake,
    below them. Two blocks there that say different things are ambiguous, and nothing of them counts; of marked moves
    only another marked one is different. ``readers`` find moves among decoration and polite words, too. ``names`` are
    words of the writer's names, in small letters.
    """
    raw = list(own_lines)
    folded = list(map(fold, raw))
    entries = _entries(raw, folded, is_move, game_first, readers)
    lines = tuple(filter(None, folded))
    blocks = _blocks(entries)
    first_line = next((line for line in lines if not greets(line)), "")
    if not blocks:
        doubt, words = beside(folded, frozenset(), names)
        return Reading(unread=lines, first_line=first_line, lines=lines, unknown=doubt, words=tuple(words))
    block, *others = [tuple(entry.order for entry in block if entry.order) for block in blocks]
    unread = (line for entry in entries if entry not in blocks[0] for line in entry.lines)
    is_other = any(_said(other) != _said(block) for other in others)
    is_marked = any(order.is_marked for order in block)
    counting = blocks[0] if is_marked else entries
    of_orders = frozenset(at for entry in counting if entry.order and not _may_doubt(entry) for at in entry.place)
    doubt, words = beside(folded, of_orders, names)
    if block[0].verb == "accept":
        doubt = doubts_a_yes([line for at, line in enumerate(folded) if line and at not in of_orders])
    is_doubted = bool(doubt) and not is_marked and any(order.verb in AT_STAKE for order in block)
    return Reading(
        orders=() if is_doubted else block,
        unread=tuple(line for line in unread if not greets(line)),
        is_ambiguous=is_other or (not is_marked and _is_corrected(entries, block, readers)),
        first_line=first_line,
        lines=lines,
        doubt=next((entry.doubt for entry in blocks[0] if entry.doubt), ""),
        unknown=doubt,
        doubted=block if is_doubted else (),
        words=tuple(words),
        is_held=bool(words or doubt) and any(order.verb == "move" for order in block),
    )


def _may_doubt(entry: _Entry) -> bool:
    """Whether a line that is a command alone can be about the one beside it: "Note to self", and a question mark."""
    return entry.order == Order("help", HERE) or retracts(entry.lines[0])


def _is_corrected(entries: Sequence[_Entry], block: Sequence[Order], readers: Sequence[MoveReader]) -> bool:
    """Whether another line says that another move is meant than the one that stands alone, or that none is."""
    moves = {as_typed(order.text) for order in block if order.verb == "move"}
    if not moves or not readers:
        return False
    if any(order.verb in TAKE_BACK for order in block):
        return True
    rest = [entry.lines[0] for entry in entries[:MOST_LOOSE] if entry.order is None]
    held = {found.text for line in rest for reader in readers if (found := reader.hold(line))}
    others = {text for text in held if not any(as_typed(text) in move for move in moves)}
    # More than a die or a word, which people also mention in passing.
    return any("@" in text or (" " in text and any(map(str.isdigit, text))) for text in others)


def _said(block: Sequence[Order]) -> list[Order]:
    """A block as it is compared with another: spelling and repetitions do not count."""
    return list(dict.fromkeys(replace(order, text=as_typed(order.text)) for order in block))


def _entries(
    raw: Sequence[str], folded: Sequence[str], is_move: IsMove, game_first: bool, readers: Sequence[MoveReader]
) -> list[_Entry]:
    """The lines that are not blank, those that belong to one command together."""

    @cache
    def read(line: str) -> Order | None:
        return read_line(line, is_move, game_first=game_first)

    found: list[_Entry] = []
    has_order = False
    index = 0
    while index < len(raw):
        line = folded[index]
        is_late = len(found) >= START_WITHIN and found[-1].order is None  # the one block may still begin here
        may_begin = not is_late or not (has_order or len(found) > MOST_LOOSE)
        order = read(raw[index]) if may_begin or line.lower().startswith(MARKS) else None
        order = order if order and (not is_late or order.verb in AT_STAKE) else None
        if order is None and may_begin and readers:
            order = read_loosely(line, readers, game_first=game_first)
        has_order = has_order or order is not None
        index += 1
        takes = COMMAND_OF[order.verb].takes if order else ""
        if order is None or takes not in FREE_TEXT:
            found += [_Entry((line,), order, range(index - 1, index))] if line else []
            continue
        end = _end_of(takes, raw, index, read, order.text)
        below = raw[index:end] if takes == "plan" else without_farewell(raw[index:end])
        texts = [order.text, *below] if takes == "plan" else _unbroken([raw[index - 1], *below])
        commands = (line for line in below if (other := read(line)) and COMMAND_OF[other.verb].takes not in TALK)
        doubt = next(map(fold, commands), "") if takes == "words" else ""
        text = " ".join(filter(None, map(fold, texts))) if takes == "plan" else _words_of("\n".join(texts), order.verb)
        lines = (line, *filter(None, map(fold, below)))
        found.append(_Entry(lines, replace(order, text=text), range(index - 1, end), doubt))
        index = end
    return found


def _words_of(text: str, verb: str) -> str:
    """What stands behind the verb, as it was typed: what people write to people is not folded."""
    names = "|".join(map(re.escape, COMMAND_OF[verb].names))
    return re.split(rf"\b(?:{names})\b[^\S\n]*:?", text, maxsplit=1, flags=re.IGNORECASE)[-1].strip()


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


LONGEST_END = 8  # characters by which a line shows that it goes on
_GOES_ON = re.compile(r"(?:if|then|else|and|wait if)\b|[();]", re.IGNORECASE)
_IS_OPEN = re.compile(r"(?:\b(?:if|then|else|and)|[(;>=<])$", re.IGNORECASE)


def _end_of(takes: str, raw: Sequence[str], index: int, read: Callable[[str], Order | None], last: str) -> int:
    """Where what a command takes is over: words with the mail, a note above the next command, a plan where it can be
    over and the next line does not belong to it."""
    if takes == "words":
        return len(raw)
    opened = last.count("(") - last.count(")")
    while index < len(raw) and (last or takes == "note"):
        line = fold(raw[index])
        is_over = opened <= 0 and not _IS_OPEN.search(last[-LONGEST_END:]) and not _GOES_ON.match(line)
        if read(raw[index]) is not None if takes == "note" else not line or is_over:
            break
        last, opened = line, opened + line.count("(") - line.count(")")
        index += 1
    return index


def _blocks(entries: Sequence[_Entry]) -> list[list[_Entry]]:
    """The runs of orders that begin within the first lines, else the first one; those with marked moves, if any are."""
    blocks: list[list[_Entry]] = []
    goes_on = False
    for number, entry in enumerate(entries):
        if entry.order is None:
            goes_on = False
        elif goes_on:
            blocks[-1].append(entry)
        elif number < START_WITHIN or not blocks or entry.order.is_marked:
            blocks.append([entry])
            goes_on = True
    return [block for block in blocks if any(entry.order and entry.order.is_marked for entry in block)] or blocks
