"""What can be wrong with a mail that was read, and what its writer may have meant. Pure but for the words.

A problem has a code: an answer of one kind is not sent twice within minutes.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext

from games.rules.base import MoveError, Position, Rules
from games.rules.folding import fold
from notifications.mail_format.command_list import COMMANDS, in_words_of_reader

MOST_LOOKED_AT = 3000  # legal moves; where there are more, the list is no help
MOST_NAMED = 5
LONGEST_LOOKED_AT = 80  # characters of a line

# Letters of other scripts that look like plain ones: telephones with two keyboards write them unseen.
_LOOK_ALIKES = str.maketrans(
    # Cyrillic and Greek
    "\u0410\u0412\u0415\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0425\u0423"
    "\u0430\u0435\u043e\u0440\u0441\u0443\u0445\u0456\u0458\u0455\u0501\u04bb"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03b1\u03bf\u03c1\u03bd",
    "ABEKMHOPCTXYaeopcyxijsdhABEZHIKMNOPTYXaopv",
)


# Numbers as words in the languages of the service; not the German zero, which is a word of a game.
_NUMBERS = {
    word: number
    for words in (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty",
        "- eins zwei drei vier f\u00fcnf sechs sieben acht neun zehn elf zw\u00f6lf dreizehn vierzehn f\u00fcnfzehn "
        "sechzehn siebzehn achtzehn neunzehn zwanzig",
    )
    for number, word in enumerate(words.split())
}
_NUMBER = re.compile(rf"\b(?:{'|'.join(_NUMBERS)})\b", re.IGNORECASE)


@dataclass(eq=False)
class Problem(Exception):
    """A mail that does nothing, and what would be right.

    ``line`` is what we read, ``rest`` what stood behind it, ``nearest`` what may have been meant, ``choices`` what
    there is to choose from, in the words of others. ``offer`` is the move that a ``yes`` plays.
    """

    code: str
    message: str
    line: str = ""
    rest: Sequence[str] = ()
    nearest: Sequence[str] = ()
    choices: Sequence[str] = ()
    offer: str = ""


def odd_letter(text: str) -> str:
    """A sentence about the first letter that looks like a plain one and is none; empty if there is no such letter."""
    odd = next((letter for letter in text if letter.isalpha() and not _is_latin(letter)), "")
    return gettext('Its letter "{odd}" is not the plain one that it may look like.').format(odd=odd) if odd else ""


def _is_latin(letter: str) -> bool:
    return letter.isascii() or unicodedata.name(letter, "").startswith(("LATIN SMALL LETTER", "LATIN CAPITAL LETTER"))


def nearest_moves(line: str, rules: Rules[Any, Any], position: Position[Any]) -> list[str]:
    """The legal steps that are written most like the line; none that is far from it.

    First those of the same letters and digits, also where the line has numbers in words, words in the place of letters
    (as "delta"), or lacks the beginning.
    """
    if position.seat_to_act is None or not line.strip() or len(line) > LONGEST_LOOKED_AT:
        return []
    moves = [rules.format(move, position) for move in islice(position.legal_moves(), MOST_LOOKED_AT)]
    spelled = _NUMBER.sub(lambda word: str(_NUMBERS[word[0].lower()]), line)
    first, *others = spelled.split()
    begins = ["", *sorted({text.partition(" ")[0] for text in moves if " " in text})]
    for typed in (spelled, " ".join([first, *(word[0] for word in others)])):
        meant = [f"{begin} {typed}".strip() for begin in begins]
        signs = {*map(_signs, meant)}
        found = [text for text in moves if _signs(text) in signs] or _legal(meant, rules, position)
        if 0 < len(found) <= MOST_NAMED:
            return found
    return _nearest(line, moves)


def _signs(text: str) -> str:
    """The letters and digits of a move, where only what stands between them may differ."""
    return "".join(filter(str.isalnum, _key(text)))


def _legal(texts: Sequence[str], rules: Rules[Any, Any], position: Position[Any]) -> list[str]:
    found = []
    for text in texts:
        try:
            move = rules.parse(text, position)
            position.play(move)
        except MoveError:
            continue
        found.append(rules.format(move, position))
    return list(dict.fromkeys(found))


def nearest_verbs(line: str) -> list[str]:
    """The words for commands, in English and in the reader's language, that are written almost like the line."""
    if not 3 <= len(line) <= LONGEST_LOOKED_AT:
        return []
    verbs = [command.verb for command in COMMANDS if command.takes != "moves"]
    return _nearest(line, dict.fromkeys([*map(in_words_of_reader, verbs), *verbs]), most=1)


def position_before(steps: Sequence[str], rules: Rules[Any, Any], position: Position[Any]) -> Position[Any]:
    """The position after steps of a turn, as far as they can be played before dice fall or another seat acts."""
    seat = position.seat_to_act
    for step in steps:
        try:
            after = position.play(rules.parse(step, position))
        except MoveError:
            continue
        if after.seat_to_act != seat:
            break
        position = after
    return position


def by_nearness(moves: Iterable[str], to: Sequence[str]) -> list[str]:
    """The moves in the order of how much they are written like one of some texts; equal ones stay as they were."""
    keys = [_key(text) for text in to]
    return sorted(moves, key=lambda move: min((_distance(_key(move), key, 99) for key in keys), default=0))


def _nearest(line: str, texts: Iterable[str], most: int | None = None) -> list[str]:
    typed = _key(line)
    limit = most or max(1, min(4, len(typed) // 3))
    found = []
    for text in texts:
        distance = _distance(typed, _key(text), limit)
        if distance <= limit:
            found.append((distance, text))
    best = min((distance for distance, _ in found), default=0)
    return [text for distance, text in found if distance == best][:MOST_NAMED]


def _key(text: str) -> str:
    return "".join(fold(text).translate(_LOOK_ALIKES).lower().split())


def _distance(left: str, right: str, limit: int) -> int:
    """The number of letters to change, put in, leave out, or swap with the next; more than ``limit`` is limit + 1."""
    if abs(len(left) - len(right)) > limit:
        return limit + 1
    before: list[int] = []
    row = list(range(len(right) + 1))
    for number, letter in enumerate(left, start=1):
        last, before, row = before, row, [number]
        for place, other in enumerate(right, start=1):
            cost = min(before[place] + 1, row[-1] + 1, before[place - 1] + (letter != other))
            if number > 1 and place > 1 and letter == right[place - 2] and left[number - 2] == other:
                cost = min(cost, last[place - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return limit + 1
    return min(row[-1], limit + 1)
