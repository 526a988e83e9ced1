"""The language of answers: which lines are commands, and the one block of them that counts.

Pure: knows no mail, no database, no game beyond a function that tells a move from other text. A line is a command
as a whole or not at all, so prose, quotations and our own mails (which put moves and verbs into brackets) are none.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from games.rules import RULES
from games.rules.base import MoveError, Position, Rules, UnreadableMove, split_steps
from games.rules.folding import fold
from notifications.mail_format.beside import POLITE, without_agreement
from notifications.mail_format.command_list import COMMAND_BY_NAME, COMMAND_OF, HERE, KINDS_OF_MAIL, TOPICS, Command
from notifications.mail_format.command_words import LANGUAGE_WORDS
from notifications.mail_format.dates import SPAN

LONGEST_LINE = 400  # characters of a command; 31 steps of a final growth fit
ANSWERS = ("accept", "decline")
OFFER = "offer"  # what ``accept offer`` is about, where a move that we asked about waits for a yes, too
ASK = "ask"  # takes an answer back that was given beforehand
IsMove = Callable[[str], bool]
Reader = Callable[[str, IsMove], str | None]  # of what stands behind a verb, as its order has it


@dataclass(frozen=True)
class Order:
    """One line that is a command. ``game`` and ``ply`` where the writer named them."""

    verb: str
    text: str = ""
    game: int | None = None
    ply: int | None = None
    is_marked: bool = field(default=False, compare=False)  # whether *play* or *move* stands in front of a move


# One line ---------------------------------------------------------------------------------------------------------

_GUARD_FIRST = re.compile(r"#\s?(\d{1,9})[ :,]+(?=\S)", re.ASCII)
_GUARD_LAST = re.compile(r"(?:^|\s)#\s?(\d{1,9})$", re.ASCII)
_GAME_FIRST = re.compile(r"game\s+(\d{1,18})(?:\s?#\s?(\d{1,9}))?(?:[ :,]+|$)", re.ASCII | re.IGNORECASE)
_NUMBER_FIRST = re.compile(r"(\d{1,18})(?:\s?#\s?(\d{1,9}))?(?:[ :,]+|$)", re.ASCII)
_OF_GAME = re.compile(r"(?:game\s+)?(\d{1,18})(?:\s?#\s?(\d{1,9}))?", re.ASCII | re.IGNORECASE)
_MOST_WORDS = max(len(name.split()) for name in COMMAND_BY_NAME)
_LANGUAGES = {word: code for code, words in LANGUAGE_WORDS.items() for word in words}
_SLUGS = {word: rules.slug for rules in RULES.values() for word in (rules.title.lower(), rules.slug)}
_GAMES = "|".join(map(re.escape, _SLUGS))
_HOUR = re.compile(
    r"(?:at |um )?(\d{1,2})(?:[:.h]00)?(?: ?(am|pm|h|o'clock|uhr))?|(hourly|every hour|stündlich|jede stunde"
    r"|once|einmal)|(off|no|none|never|aus|nein|nie)",
    re.ASCII,
)
_MINUTES = re.compile(r"(\d{1,4})(?: ?(?:min|minutes?|minuten?))?|off|aus", re.ASCII)
_PLAYER = re.compile(r"[a-z0-9][a-z0-9._-]{0,29}", re.ASCII)
_CHALLENGE = re.compile(r"(?:challenge |proposal )?#?(\d{1,18})", re.ASCII)
OPPONENT = re.compile(
    r"(?!(?:to|in|at|of|for|from|is|was|a|an|the|and|or)\b)"  # "challenge to Twigs" is a part of a sentence
    rf"(?P<name>[a-z0-9][a-z0-9._-]{{0,29}})(?: (?:to |at |in )?(?P<game>{_GAMES}))?"
    r"(?: (?:match|(?P<best>best)) (?:of |über )?(?P<games>\d{1,2})(?: games| partien)?)?"
    r"(?P<turn> one after another| in turn| nacheinander)?"
    r"(?: (?:(?P<rated>rated|gewertet)|(?P<casual>casual|unrated|ungewertet)))?"
    r"(?: (?P<people>people(?: only)?|nur menschen))?",
    re.ASCII,
)
EXERCISE = re.compile(rf"(?P<game>{_GAMES})(?:,? (?:exercise |#)?(?P<number>\d{{1,2}}))?", re.ASCII)
CUP = re.compile(rf"(?P<game>{_GAMES}),?(?: (?P<table>table))?(?: of)? (?P<players>[34])", re.ASCII)
ROUND = re.compile(r"(?:round )?#?(?P<round>\d{1,2})(?:,? (?:in |of )?(?P<event>\S.{0,59}))?", re.IGNORECASE)
REQUEST = re.compile(
    r"(?P<what>time|appeal|substitute|entry|withdrawal|zeit|einspruch|ersatz|aufnahme|abmeldung)"
    r"(?: (?:against |in |gegen )?(?:game |entry |partie |eintrag )?#?(?P<number>\d{1,9}))?"
    r"(?: (?!in\b|because\b|weil\b)(?P<more>[^:]{1,30}?))?(?: in (?P<event>[^:]{1,60}?))?"
    r"(?::|,? because|,? weil) (?P<why>.+)",
    re.IGNORECASE,
)
_RULES = re.compile(rf"(?:(?:of|for|von|zu) )?({_GAMES})\??")
_ZONE = re.compile(r"[^\W\d_][\w./+'-]*(?: [\w.'-]+){0,3}")
_EVENT = re.compile(r"[^\s].{0,59}( team .{1,200})?", re.IGNORECASE)
NEEDS_MORE = (  # verbs that are no command alone
    "moves", "preference", "hour", "language", "zone", "minutes", "switch", "round", "request",
)  # fmt: skip
MARKS = ("play ", "play:", "move ", "move:", "zug ", "zug:")  # in front of a move
TALK = ("words", "note")
FREE_TEXT = (*TALK, "plan")  # what they take may have numbers at its end, and be long


def read_line(line: str, is_move: IsMove, *, game_first: bool = False) -> Order | None:
    """The order that a line is; None for every other line.

    ``game_first``: the address serves several games, so a number in front names one of them.
    """
    text = fold(line)
    if not text or text[0] in ">|[":
        return None
    game, ply, text = take_first(text, game_first)
    if (order := _read_free(text)) is not None:
        return replace(order, game=game, ply=ply)
    if len(text) > LONGEST_LINE:
        return None
    if ply is None and (match := _GUARD_LAST.search(text)):
        ply, text = int(match[1]), text[: match.start()]
    if (order := _read_verb(text, is_move)) is None:
        return None
    game = order.game if order.game is not None else game
    return replace(order, game=game, ply=ply if ply is not None else order.ply)


def take_first(text: str, game_first: bool) -> tuple[int | None, int | None, str]:
    """Game number and ply guard that stand in front of a command, and what stands behind them."""
    game = ply = None
    if match := (_GAME_FIRST.match(text) or (game_first and _NUMBER_FIRST.match(text)) or None):
        game, ply, text = int(match[1]), int(match[2]) if match[2] else None, text[match.end() :]
    if ply is None and (match := _GUARD_FIRST.match(text)):
        ply, text = int(match[1]), text[match.end() :]
    return game, ply, text


def _named(text: str) -> tuple[Command | None, str]:
    words = text.split(" ")
    for count in range(min(_MOST_WORDS, len(words)), 0, -1):
        name = " ".join(words[:count]).rstrip(":").lower()
        if name in COMMAND_BY_NAME:
            return COMMAND_BY_NAME[name], " ".join(words[count:])
    return None, ""


def _read_free(text: str) -> Order | None:
    """A verb that is followed by words of the writer's own, or a plan."""
    command, rest = _named(text)
    if command is None or command.takes not in FREE_TEXT:
        return None
    if command.takes == "plan" and rest and not re.match(r"if\b", rest, re.IGNORECASE):
        return None
    return Order(command.verb, rest)


def _read_verb(text: str, is_move: IsMove) -> Order | None:
    bare = text.rstrip(" .!").lower() or text.lower()
    name = bare if bare in COMMAND_BY_NAME else POLITE.sub("", bare)  # "yes, please"
    if name not in COMMAND_BY_NAME and COMMAND_BY_NAME.get(agreed := without_agreement(name)) is COMMAND_OF["accept"]:
        name = agreed
    whole = COMMAND_BY_NAME.get(name)
    if text in (HERE, f"{HERE}{HERE}"):
        return Order("help", HERE)
    if whole is not None and whole.takes not in NEEDS_MORE:
        return Order(whole.verb, OFFER if whole.verb in ANSWERS and " " in name else "")
    command, rest = _named(text)
    if command is not None and rest and (order := _read_rest(command, rest, is_move)) is not None:
        return replace(order, is_marked=command.verb == "move" and text.lower().startswith(MARKS))
    move = _move_in(text, is_move)
    return None if move is None else Order("move", move)


def _move_in(text: str, is_move: IsMove) -> str | None:
    return next((plain for plain in (text, _undecorated(text)) if is_move(plain)), None)


def _fitting(pattern: re.Pattern[str], text_of: Callable[[re.Match[str]], str] = lambda match: match[0]) -> Reader:
    def read(rest: str, is_move: IsMove) -> str | None:
        match = pattern.fullmatch(_undecorated(rest).lower())
        return text_of(match) if match else None

    return read


def _one_of(words: Mapping[str, str]) -> Reader:
    return lambda rest, is_move: words.get(_undecorated(rest).lower())


_READERS: dict[str, Reader] = {
    "moves": _move_in,
    "preference": lambda rest, is_move: name if (name := _undecorated(rest)).lower() == ASK or is_move(rest) else None,
    "cup": _fitting(CUP),
    "hour": _fitting(_HOUR),
    "minutes": _fitting(_MINUTES, lambda match: match[1] or "0"),
    "switch": _one_of({"on": "on", "off": "off", "an": "on", "aus": "off"}),
    "language": _one_of(_LANGUAGES),
    "zone": lambda rest, is_move: name if _ZONE.fullmatch(name := _undecorated(rest)) else None,
    "kind": _fitting(re.compile("|".join(KINDS_OF_MAIL))),
    "rules": _fitting(_RULES, lambda match: _SLUGS[match[1]]),
    "span": lambda rest, is_move: rest if SPAN.fullmatch(rest.lower()) else None,
    "topic": _one_of(TOPICS | {name: command.verb for name, command in COMMAND_BY_NAME.items()}),
    "event": lambda rest, is_move: rest if _EVENT.fullmatch(rest) else None,
    "player": _fitting(_PLAYER),
    "round": lambda rest, is_move: rest if ROUND.fullmatch(rest) else None,
    "request": lambda rest, is_move: rest if REQUEST.fullmatch(rest) else None,
    "challenge": _fitting(_CHALLENGE, lambda match: match[1]),
    "opponent": _fitting(OPPONENT),
    "exercise": _fitting(EXERCISE),
}


def _read_rest(command: Command, rest: str, is_move: IsMove) -> Order | None:
    """The order that a verb and what stands behind it are; None if the verb does not take that."""
    if command.takes == "game":
        return _read_game(command.verb, rest.lower())
    text = _READERS[command.takes](rest, is_move) if command.takes in _READERS else None
    return None if text is None else Order(command.verb, text)


def _read_game(verb: str, rest: str) -> Order | None:
    chosen = rest.removesuffix("each turn").removesuffix("every turn").strip() if verb == "watch" else rest
    each = "each turn" if len(chosen) < len(rest) else ""
    if match := _OF_GAME.fullmatch(chosen):
        return Order(verb, each, int(match[1]), int(match[2]) if match[2] else None)
    return Order(verb, each) if each and not chosen else None


def usage_meant(line: str) -> str:
    """How the command is written that a line begins with and that takes something else; empty if there is none."""
    command, rest = _named(fold(line))
    takes = command.takes if command and rest else ""
    return command.shown if command and takes and takes not in ("moves", "preference", *FREE_TEXT) else ""


def is_off(text: str) -> bool:
    match = _HOUR.fullmatch(text)
    return match is not None and match[4] is not None


def read_hour(text: str) -> int | None:
    """The hour that ``digest`` was given; None for every hour, and for once. May be one that no day has."""
    match = _HOUR.fullmatch(text)
    if match is None or match[3]:
        return None
    hour = int(match[1])
    if match[2] == "pm" and hour < 12:
        return hour + 12
    return 0 if match[2] == "am" and hour == 12 else hour


def _undecorated(text: str) -> str:
    return text.strip("\"'*` ").rstrip(" .!,")


def moves_of(rules: Rules[Any, Any], position: Position[Any]) -> IsMove:
    """The function that tells a move of this position, legal or not, from other text."""

    def reads(step: str) -> bool:
        if rules.read_preference(step) is not None:
            return True
        if len(step) == 1:  # how people sign; no step is written so
            return False
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


# The subject ------------------------------------------------------------------------------------------------------

_OWN_SUBJECT = re.compile(r"\bgame\s+\d+:", re.IGNORECASE)


def read_subject(subject: str, is_move: IsMove, *, game_first: bool = False) -> Order | None:
    """The order that a subject is, where nothing else was written; never the subject of a mail of ours."""
    if _OWN_SUBJECT.search(subject):
        return None
    return read_line(subject, is_move, game_first=game_first)
