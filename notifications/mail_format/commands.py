"""The language of answers: which lines are commands, and the one block of them that counts.

Pure: knows no mail, no database, no game beyond a function that tells a move from other text. A line is a command
as a whole or not at all, so prose, quotations and our own mails (which put moves and verbs into brackets) are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from games.rules import RULES
from games.rules.base import MoveError, Position, Rules, UnreadableMove, split_steps
from games.rules.folding import fold
from notifications.mail_format.dates import reads_as_span

START_WITHIN = 5  # non-blank lines of one's own in which the block must begin
LONGEST_LINE = 400  # characters of a command; 31 steps of a final growth fit

BROKEN_FROM = 60  # characters; what follows a line that is as long was perhaps broken off it by a mail program

ASK = "ask"  # takes an answer back that was given beforehand
HERE = "?"  # the topic of help about the position on the board

IsMove = Callable[[str], bool]


@dataclass(frozen=True)
class Command:
    """A verb that people can write: what it takes, what it does in a line, which kinds of address take it.

    ``takes``: nothing, or "moves", "wish", "game", "hour", "span", "topic", "event", "plan"; "words" are all the own
    lines below it too, "note" those up to the next command. ``more`` is what ``help`` with this verb adds.
    """

    verb: str
    usage: str
    summary: str
    addresses: frozenset[str]
    also: tuple[str, ...] = ()
    takes: str = ""
    more: str = ""


EVERYWHERE = frozenset({"turn", "game", "personal"})
OF_ACCOUNT = frozenset({"personal"})

COMMANDS = (
    Command("move", "MOVE", "play it; several steps on lines of their own, or separated by semicolons", EVERYWHERE,
            ("play", "i play", "my move", "my move is"), takes="moves",
            more="All or nothing, up to the first roll of dice. A step such as [pass] or [done] is written like any "
                 "other, in games that have it. With the number of moves played before it, as in [MOVE #17], it is "
                 "played at that moment of the game or not at all; without, the address of a turn mail says which."),
    Command("preview", "preview MOVE", "show the board after it, and play nothing", EVERYWHERE, takes="moves"),
    Command("show", "show", "send the board; [show 123#17]: that of game 123 after move 17",
            EVERYWHERE, ("board",), takes="game"),
    Command("draw", "draw", "offer a draw, or agree to one", EVERYWHERE, ("offer draw", "offer a draw", "draw?"),
            more="The offer lapses with the next move. It may stand below a move."),
    Command("resign", "resign", "give the game up", EVERYWHERE, ("i resign",),
            more="With three or more seats the house bot plays on for yours, and you are placed last. It cannot be "
                 "taken back."),
    Command("abandon", "abandon", "offer to end the game without a result, or agree to it", EVERYWHERE),
    Command("undo", "undo", "ask that your last turn is undone, or agree to that", EVERYWHERE,
            ("take back", "takeback"),
            more="It happens once all agree, and never where dice have fallen since. It lapses with the next move."),
    Command("accept", "accept", "agree to what is offered", EVERYWHERE, ("accept draw", "yes")),
    Command("decline", "decline", "turn down what is offered", EVERYWHERE, ("decline draw", "no")),
    Command("cancel", "cancel", "forget a move that is held and that nobody has seen yet", EVERYWHERE),
    Command("plan", "plan if MOVE then MOVE", "reply by yourself when it comes to that; [plan] alone shows yours",
            EVERYWHERE, takes="plan",
            more="It is played the moment your opponent moves, takes none of your time, and nobody else sees it. The "
                 "first condition that fits counts; * fits anything. What follows your reply stands in brackets "
                 "behind it. It goes past dice only if it names them, as in [roll >= 4] or [no rain]. [wait if they "
                 "write] at the end drops it when an opponent writes to you. It may take several lines."),
    Command("drop plan", "drop plan", "forget the one that you have", EVERYWHERE, ("no plan", "forget plan")),
    Command("always", "always ANSWER", "how you always answer when you are asked in another's turn", EVERYWHERE,
            takes="wish"),
    Command("say", "say WORDS", "tell the others; all your lines below it are told, too", EVERYWHERE, takes="words",
            more="Everybody who looks at the game can read it. It stands on the page of the game and in the next "
                 "mails. Put moves and other commands above it. A remark may have 500 characters."),
    Command("mute", "mute", "do not show me what the others tell in this game", EVERYWHERE),
    Command("unmute", "unmute", "show me again what they tell", EVERYWHERE),
    Command("note", "note WORDS", "write down something for yourself; [note] alone sends you what you wrote",
            EVERYWHERE, takes="note", more="Nobody else ever sees it. What you write is added at the end."),
    Command("watch", "watch 123", "tell me how game 123 ends; [watch 123 each turn]: and of each turn", EVERYWHERE,
            takes="game", more="For games in which you do not play. A mail a turn is sent at most thirty times a day."),
    Command("unwatch", "unwatch 123", "tell me no more of game 123", EVERYWHERE, takes="game"),
    Command("games", "games", "list the games that wait for you, each with its address", EVERYWHERE, ("my games",)),
    Command("standings", "standings EVENT", "send the table of an event, by its name", OF_ACCOUNT, takes="event"),
    Command("leave", "leave FROM TO", "book leave, first and last day; [leave] alone tells what you have", OF_ACCOUNT,
            takes="span",
            more="Write days as 2026-12-24 or 24 Dec 2026; one day alone is one day of leave. On these days your "
                 "clocks stand where the game allows it, and your opponents are told."),
    Command("cancel leave", "cancel leave FROM TO", "give days of leave back that have not begun", OF_ACCOUNT,
            takes="span"),
    Command("stop", "stop", "no more mails: of this game, or at the address of your account of any kind", EVERYWHERE,
            ("unsubscribe", "stop mails"),
            more="Your clocks run all the same. The answer says what still comes and how to have mails back."),
    Command("digest", "digest HOUR", "one mail a day at that hour; [digest hourly]: one an hour", OF_ACCOUNT,
            takes="hour"),
    Command("help", "help", "send this list; [help WORD]: about one of these words, or about a game", EVERYWHERE,
            takes="topic"),
)  # fmt: skip
COMMAND_OF = {command.verb: command for command in COMMANDS}
_BY_NAME = {name: command for command in COMMANDS for name in (command.verb, *command.also)}
_LONGEST_NAME = max(len(name.split()) for name in _BY_NAME)
RESERVED = frozenset(name for name in _BY_NAME if " " not in name)  # words that no player may be called

# What help is to be had about, beside verbs: the topic that the word stands for.
TOPICS = {
    "moves": "notation", "notation": "notation", "rules": "notation", "plans": "plan", "clock": "clocks",
    "clocks": "clocks", "time": "clocks", "mail": "mail", "mails": "mail", "preferences": "mail", "chat": "say",
    "notes": "note", "dice": "dice", "addresses": "addresses", "address": "addresses",
    **{word: f"game:{rules.slug}" for rules in RULES.values() for word in (rules.slug, rules.title.lower())},
}  # fmt: skip


@dataclass(frozen=True)
class Order:
    """One line that is a command. ``game`` and ``ply`` where the writer named them."""

    verb: str
    text: str = ""
    game: int | None = None
    ply: int | None = None


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


# One line ---------------------------------------------------------------------------------------------------------

_GUARD_FIRST = re.compile(r"#\s?(\d{1,9})[ :,]+(?=\S)", re.ASCII)
_GUARD_LAST = re.compile(r"(?:^|\s)#\s?(\d{1,9})$", re.ASCII)
_GAME_FIRST = re.compile(r"game\s+(\d{1,18})(?:\s?#\s?(\d{1,9}))?(?:[ :,]+|$)", re.ASCII | re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"(\d{1,18})(?:\s?#\s?(\d{1,9}))?(?:[ :,]+|$)", re.ASCII)
_OF_GAME = re.compile(r"(?:game\s+)?(\d{1,18})(?:\s?#\s?(\d{1,9}))?", re.ASCII | re.IGNORECASE)
_HOUR = re.compile(r"(?:at )?(\d{1,2})(?:[:.h]00)?(?: ?(am|pm|h|o'clock))?|(hourly|every hour)", re.ASCII)
_EVENT = re.compile(r"[^\s].{0,59}")
_FREE = ("words", "note", "plan")  # what they take may have numbers at its end, and be long


def read_line(line: str, is_move: IsMove, *, game_first: bool = False) -> Order | None:
    """The order that a line is; None for every other line.

    ``game_first``: the address serves several games, so a number in front names one of them.
    """
    text = fold(line)
    if not text or text[0] in ">|[":
        return None
    game, ply, text = _take_first(text, game_first)
    if (order := _read_free(text)) is not None:
        return replace(order, game=game, ply=ply)
    if len(text) > LONGEST_LINE:
        return None
    if ply is None and (match := _GUARD_LAST.search(text)):
        ply, text = int(match[1]), text[: match.start()]
    order = _read_verb(text, is_move)
    if order is None:
        return None
    return replace(
        order, game=order.game if order.game is not None else game, ply=ply if ply is not None else order.ply
    )


def _take_first(text: str, game_first: bool) -> tuple[int | None, int | None, str]:
    """Game number and ply guard that stand in front of a command, and what stands behind them."""
    game = ply = None
    if match := (_GAME_FIRST.match(text) or (game_first and _NUMBER_FIRST.match(text)) or None):
        game, ply, text = int(match[1]), int(match[2]) if match[2] else None, text[match.end() :]
    if ply is None and (match := _GUARD_FIRST.match(text)):
        ply, text = int(match[1]), text[match.end() :]
    return game, ply, text


def _named(text: str) -> tuple[Command | None, str]:
    """The verb that a text begins with, and the rest of it."""
    words = text.split(" ")
    for count in range(min(_LONGEST_NAME, len(words)), 0, -1):
        name = " ".join(words[:count]).rstrip(":").lower()
        if name in _BY_NAME:
            return _BY_NAME[name], " ".join(words[count:])
    return None, ""


def _read_free(text: str) -> Order | None:
    """A verb that is followed by words of the writer's own, or a plan."""
    command, rest = _named(text)
    if command is None or command.takes not in _FREE:
        return None
    if command.takes == "plan" and rest and not re.match(r"if\b", rest, re.IGNORECASE):
        return None
    return Order(command.verb, rest)


def _read_verb(text: str, is_move: IsMove) -> Order | None:
    whole = _BY_NAME.get(text.rstrip(" .!").lower() or text.lower())
    if text in (HERE, f"{HERE}{HERE}"):
        return Order("help", HERE)
    if whole is not None and whole.takes not in ("moves", "wish", "hour"):
        return Order(whole.verb)
    command, rest = _named(text)
    if command is not None and rest and (order := _read_rest(command, rest, is_move)) is not None:
        return order
    return next((Order("move", plain) for plain in (text, _undecorated(text)) if is_move(plain)), None)


def _read_moves(command: Command, rest: str, is_move: IsMove) -> Order | None:
    plain = next((plain for plain in (rest, _undecorated(rest)) if is_move(plain)), None)
    return None if plain is None else Order(command.verb, plain)


def _read_wish(command: Command, rest: str, is_move: IsMove) -> Order | None:
    wish = _undecorated(rest)
    return Order(command.verb, wish) if wish.lower() == ASK or is_move(rest) else None


def _read_game(command: Command, rest: str, is_move: IsMove) -> Order | None:
    wished = rest.lower().removesuffix("each turn").removesuffix("every turn").strip()
    each = "each turn" if command.verb == "watch" and len(wished) < len(rest) else ""
    if each and not wished:
        return Order(command.verb, each)
    match = _OF_GAME.fullmatch(wished if command.verb == "watch" else rest.lower())
    return Order(command.verb, each, int(match[1]), int(match[2]) if match[2] else None) if match else None


def _read_hour(command: Command, rest: str, is_move: IsMove) -> Order | None:
    match = _HOUR.fullmatch(rest.lower().rstrip("."))
    return Order(command.verb, rest.lower().rstrip(".")) if match else None


def _read_span(command: Command, rest: str, is_move: IsMove) -> Order | None:
    return Order(command.verb, rest) if reads_as_span(rest) else None


def _read_topic(command: Command, rest: str, is_move: IsMove) -> Order | None:
    topic = rest.lower().rstrip(" .!")
    if topic in _BY_NAME:
        return Order(command.verb, _BY_NAME[topic].verb)
    return Order(command.verb, TOPICS[topic]) if topic in TOPICS else None


def _read_event(command: Command, rest: str, is_move: IsMove) -> Order | None:
    return Order(command.verb, rest) if _EVENT.fullmatch(rest) else None


def _read_rest(command: Command, rest: str, is_move: IsMove) -> Order | None:
    """The order that a verb and what stands behind it are; None if the verb does not take that."""
    reader = _READERS.get(command.takes)
    return reader(command, rest, is_move) if reader else None


_READERS: dict[str, Callable[[Command, str, IsMove], Order | None]] = {
    "moves": _read_moves,
    "wish": _read_wish,
    "game": _read_game,
    "hour": _read_hour,
    "span": _read_span,
    "topic": _read_topic,
    "event": _read_event,
}


def read_hour(text: str) -> int | None:
    """The hour that ``digest`` was given; None for every hour. May be one that no day has."""
    match = _HOUR.fullmatch(text)
    if match is None or match[3]:
        return None
    hour = int(match[1])
    if match[2] == "pm" and hour < 12:
        return hour + 12
    return 0 if match[2] == "am" and hour == 12 else hour


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
        if order is None or takes not in _FREE:
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


# The subject ------------------------------------------------------------------------------------------------------

_OWN_SUBJECT = re.compile(r"\bgame\s+\d+:", re.IGNORECASE)


def read_subject(subject: str, is_move: IsMove, *, game_first: bool = False) -> Order | None:
    """The order that a subject is, for who has written nothing else; never the subject of a mail of ours."""
    if _OWN_SUBJECT.search(subject):
        return None
    return read_line(subject, is_move, game_first=game_first)
