"""Moves among decoration and polite words: what a line holds that the notation of its game does not read. Pure.

A line *holds* a move for certain if nothing is left of it once decoration (numbering, quotation marks, smileys, tags)
and fixed polite words in front and behind are gone. Any other word may turn the sense: then the move is announced, or
only suggested where a word doubts it. What is certain is written as the notation has it, so the rules judge it as ever.
"""

from __future__ import annotations

import html
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any

from games.rules.base import MoveError, Position, Rules
from games.rules.folding import fold
from notifications.mail_format.beside import POLITE, SIGNS_OF_DOUBT, SMILEY, doubts, finding
from notifications.mail_format.commands import IsMove, Order, moves_of, take_first
from notifications.mail_format.problems import nearest_moves
from notifications.mail_format.word_lists import BEFORE_MOVES, INSIDE, PIECES

LINES_KEPT = 64  # with what they hold
LONGEST_LINE = 160  # characters of a line that is looked at
MOST_WORDS = 40
LONGEST_MOVE = 12  # words and numbers
LONGEST_OTHER = 5
MOST_LEGAL = 3000  # moves of a position; where there are more, only the notation itself counts

_TAG = re.compile(r"</?(?:p|br|div|span|b|i|u|em|strong|font|code|pre|tt|a|li|td)(?:\s[^<>]*)?/?>", re.IGNORECASE)
_NUMBERING = re.compile(r"(?:\(\d{1,3}\)|\d{1,3}(?:[.):]|\.{3}|\.?\s?[-/]))\s*(?=[^\d\s])")
_BULLET = re.compile(r"(?:[-*+~=_#\u2022\u2023\u25e6\u2043\xb7]+>?|\.{2,3})\s*(?=[^\d\s])")
_PAIRS = ('""', "''", "``", "()", "<>", "{}", "**", "__", "~~", "--", "==", "\xab\xbb", '\u201e"')
_END = " .,!;:~-_=*"
_DASHED = re.compile(r"\d-\d")  # a sign before the second number, or none: not for certain
_PIECE = re.compile(r"[a-z\xdf]+|[+-]?\d+")
_BETWEEN = re.compile(r"[\s,.:;/_=<>(){}\[\]@+*|\"'`~!\u2215-]*")
_BEFORE = re.compile(rf"(?:{finding(BEFORE_MOVES).pattern}[\s,.!:;=>~-]*){{1,3}}")
_COMMENT = re.compile(r"(?://|/\*|--|#(?!\s?\d))")  # a line that is none to a program is none of its writer's, either
_FRIENDLY = frozenset("🎉😀😃😄😁😆😊🙂☺😉😇😅😎🤗🥳👍👏🙌💪🤞👋🙏❤♥💚💙💜🎲🌱🌳🌲🌿🍀🌸🌼🌞☀⭐✨✅✔♟🎯")


@dataclass(frozen=True)
class Held:
    """The move that a line holds, in the words of the notation; certain if it is all that the line says."""

    text: str
    is_certain: bool
    is_doubted: bool = False  # by a word or sign on the line, or since it only reports the move


@dataclass
class MoveReader:
    """What a position of a game makes of lines. Called, it tells moves from other text as the notation has them."""

    rules: Rules[Any, Any]
    position: Position[Any]
    may_move: bool = True  # whether the writer is to act; of others nothing is suggested
    reads: IsMove = field(init=False)
    hold: Callable[[str], Held | None] = field(init=False)  # the same line is read once

    def __post_init__(self) -> None:
        self.reads = moves_of(self.rules, self.position)
        self.hold = lru_cache(LINES_KEPT)(self._hold)

    def __call__(self, text: str) -> bool:
        return self.reads(text)

    @cached_property
    def legal(self) -> dict[str, str]:
        """The legal steps by the letters and numbers that they consist of; what two have in common is left out."""
        if not self.may_move or self.position.seat_to_act is None:
            return {}
        moves = list(islice(self.position.legal_moves(), MOST_LEGAL + 1))
        texts = [self.rules.format(move, self.position) for move in moves[:MOST_LEGAL]]
        return {} if len(moves) > MOST_LEGAL else _told_apart((_key(_pieces(text)), text) for text in texts)

    @cached_property
    def legal_ends(self) -> dict[str, str]:
        """The same by what follows their first word: a node without what is done there."""
        texts = [text for text in self.legal.values() if " " in text]
        return _told_apart((_key(_pieces(text.partition(" ")[2])), text) for text in texts)

    @cached_property
    def unordered(self) -> dict[str, str]:
        """The same by their letters and numbers in any order: ``d3 null``."""
        return _told_apart((_key(sorted(_pieces(text))), text) for text in self.legal.values())

    def _hold(self, line: str) -> Held | None:
        """The one move that a line holds, written in the notation; None if it holds none, or several."""
        given = fold(line)
        if not given or len(given) > LONGEST_LINE or given[0] in ">|]":
            return None
        text, is_doubted = _undecorated(given)
        core = _without_words(text)
        if not is_doubted and _is_friendly(given) and (steps := self._steps(core)):
            return Held(steps, is_certain=True)
        found = self._within(_pieces(text))
        return Held(found, is_certain=False, is_doubted=is_doubted or doubts(given)) if found else None

    def _steps(self, core: str) -> str:
        """The steps that a text consists of, each in the notation; empty if one of them is none."""
        steps = [self._step(part.strip(_END)) for part in core.split(";") if part.strip(_END)]
        return "; ".join(steps) if steps and all(steps) else ""

    def _step(self, text: str) -> str:
        """One step; each spelling is tried from the least changed on."""
        if self.reads(text):
            return text
        if not text or _BETWEEN.sub("", _PIECE.sub("", text)) or _DASHED.search(text):
            return ""
        pieces = _pieces(text)
        half = len(pieces) // 2
        if half and pieces[:half] == pieces[half:] and (once := self.legal.get(_key(pieces[:half]))):
            return once
        plain = [piece for piece in pieces if piece not in INSIDE]
        for some in (pieces, plain):
            if step := self.legal.get(_key(some)):
                return step
            if any(map(str.isalpha, some)) and self.reads(written := _written(some)):
                return written
        return ""

    def _within(self, pieces: Sequence[str]) -> str:
        """The one legal step among other words; empty if there is none, or more than one."""
        few = [piece for piece in pieces[:MOST_WORDS] if piece not in INSIDE or piece in self.legal]
        found = dict.fromkeys([*self._spans(few), *self._spans(pieces[:MOST_WORDS])])
        if len(found) == 1:
            return next(iter(found))
        return self.legal_ends.get(_key(few), "") or self.unordered.get(_key(sorted(few)), "") if not found else ""

    def _spans(self, pieces: Sequence[str]) -> Iterator[str]:
        start = 0
        while start < len(pieces):
            for end in range(min(len(pieces), start + LONGEST_MOVE), start, -1):
                key = _key(pieces[start:end])
                step = self.legal.get(key) or self.legal.get(key.replace("|-", "|"))
                if step := step or self._other(pieces[start:end]):
                    yield step
                    start = end - 1
                    break
            start += 1

    def _other(self, pieces: Sequence[str]) -> str:
        """The legal step that pieces are in another spelling of the notation, such as a column letter and a row."""
        if not 2 <= len(pieces) <= LONGEST_OTHER or not pieces[-1][-1].isdigit() or not pieces[0].isalpha():
            return ""
        try:
            step = self.rules.format(self.rules.parse(_written(pieces), self.position), self.position)
        except MoveError:
            return ""
        return self.legal.get(_key(_pieces(step)), "")

    def nearly(self, line: str) -> bool:
        return self.may_move and bool(nearest_moves(line, self.rules, self.position))


def any_of(readers: Sequence[MoveReader]) -> IsMove:
    return lambda text: any(reader(text) for reader in readers)


def read_loosely(line: str, readers: Sequence[MoveReader], *, game_first: bool = False) -> Order | None:
    """The order to play the move that a line holds for certain, in the one game of those that reads it."""
    game, ply, text = take_first(fold(line), game_first)
    if game_first and _NUMBERING.match(text):  # perhaps the number of a game
        return None
    found = {held.text for reader in readers if (held := reader.hold(text)) and held.is_certain}
    return Order("move", found.pop(), game, ply) if len(found) == 1 else None


def suggestion(lines: Iterable[str], readers: Sequence[MoveReader]) -> tuple[str, Held] | None:
    """The first line that holds a move, certain or not, and the move; None if there is none, or more than one."""
    able = [reader for reader in readers if reader.may_move]
    found = [(line, held) for line in lines for reader in able if (held := reader.hold(line))]
    return found[0] if len({held.text for _, held in found}) == 1 else None


def _is_friendly(text: str) -> bool:
    """Whether no picture on the line may mean something else than joy."""
    return text.isascii() or all(mark in _FRIENDLY for mark in text if unicodedata.category(mark) == "So")


def undecorated(line: str) -> str:
    """The words of a line in small letters, without decoration; empty if a sign puts them in doubt."""
    text, is_doubted = _undecorated(fold(line)[:LONGEST_LINE])
    return "" if is_doubted else text


# Pieces ---------------------------------------------------------------------------------------------------------------


def _undecorated(given: str) -> tuple[str, bool]:
    """The text without what is only decoration, in small letters, and whether something puts it in doubt."""
    text = fold(html.unescape(_TAG.sub(" ", given))) if "<" in given or "&" in given else given
    if text[:1] in (">", "|"):
        return "", True
    is_doubted = "?" in text or text[:1] + text[-1:] in ("[]", "~~") or bool(_COMMENT.match(text))
    is_doubted = is_doubted or not SIGNS_OF_DOUBT.isdisjoint(text)
    if not text.isascii():
        text = "".join(" " if unicodedata.category(mark) in ("So", "Sk") else mark for mark in text)
    text = SMILEY.sub(" ", text).lower()
    before = None
    while before != text:
        before = text
        text = " ".join(text.split()).strip()
        for pattern in (_NUMBERING, _BULLET):
            if match := pattern.match(text):
                text = text[match.end() :]
        text = text.strip(_END) if text.strip(_END) else text
        if len(text) > 2 and text[0] + text[-1] in _PAIRS:
            text = text[1:-1]
    return text, is_doubted


def _without_words(text: str) -> str:
    """What is left between the polite words in front and behind."""
    if match := _BEFORE.match(text):
        text = text[match.end() :]
    text = POLITE.sub("", text)
    return _undecorated(text)[0] if text else ""


def _pieces(text: str) -> list[str]:
    """Words and numbers of a text, in order: ``null d 03`` is null, d, 3."""
    found = _PIECE.findall(text.lower()[:400])
    return [PIECES.get(piece, piece) if piece[-1].isalpha() else str(int(piece)) for piece in found]


def _told_apart(keyed: Iterable[tuple[str, str]]) -> dict[str, str]:
    found: dict[str, str] = {}
    for key, text in keyed:
        found[key] = "" if key in found else text
    return {key: text for key, text in found.items() if text}


def _key(pieces: Iterable[str]) -> str:
    """Letters run together, numbers apart: the same for all spellings that differ in blanks and signs only."""
    return "".join(piece if piece[-1].isalpha() else f"|{piece}|" for piece in pieces)


def _written(pieces: Sequence[str]) -> str:
    """Pieces as notations write them: words apart, single letters before numbers, commas between numbers."""
    text = ""
    for before, piece in zip(("", *pieces), pieces, strict=False):
        is_number = piece[-1].isdigit()
        if is_number and before and before[-1].isdigit():
            text += f",{piece}"
        elif is_number and len(before) == 1:
            text += piece
        else:
            text += f" {piece}"
    return text.strip()
