"""Which lines beside a move are known to say nothing about it. Pure.

A move on a line of its own counts only if every other line of the writer's is a command or known here. Any other line
may doubt the move, report it, or mean another game: then its player is asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from games.rules.folding import fold
from notifications.mail_format.loose_words import AFTER, BEFORE, SIGNS_OF_DOUBT, SMILEY
from notifications.mail_format.small_talk import (
    ADVERBS,
    BEFORE_KNOWN,
    BEFORE_SMALL,
    FAREWELLS,
    GREETED,
    GREETINGS,
    IN_SIGNATURES,
    NAMES_LIKE_ADVERBS,
    NO_NAMES,
    OF_LAWYERS,
    OF_SENTENCES,
    OPEN_ENDED,
    PRAISE,
    QUESTIONS,
    REMARKS,
    TOPICS,
    Topic,
)

LONGEST_LINE = 200  # characters of a line that can be known
MOST_NAMES = 4  # words of a name
MOST_SIGNED = 8  # words of a line of a signature
MOST_INITIALS = 2
SHORTEST_STEM = 3  # letters that a name and another form of it have in common: Tom, tomas81

_SENTENCES = re.compile(r"[.!;()~]+(?:\s+|$)|\s+-+\s+|^-+\s*|\s*\.{2,}\s*|\s+[+]\s+")
_COMMAS = re.compile(r",+(?:\s+|$)")
_STOPS = re.compile(r"[,.!;]+(?:\s+|$)")
_ENDS = re.compile(r"[.!,;)~]$")
_JOINS = re.compile(r"\s(?:and|und|&|et|y|e|en|och|og|i)\s")
_PLACE = frozenset(("in", "at", "from", "aus", "von", "de", "da", "uit", "från", "fra", "z"))
_NAME = re.compile(r"[^\W\d_](?:[\w'.-]{0,24}[^\W_])?\.?")
_DRAWN_OUT = re.compile(r"(\w)\1\1")
_BRACKETS = re.compile(r"\([^()]*\)")
_PARTICLES = frozenset(
    (
        "and",
        "&",
        "und",
        "von",
        "van",
        "de",
        "der",
        "den",
        "di",
        "da",
        "del",
        "la",
        "le",
        "et",
        "y",
        "e",
        "of",
        "for",
        "the",
    )
)
_CONTACT = re.compile(r"https?:\S+|www\.\S+|[\w.+-]+@[\w.-]+|[+(]?\d[\d ()/-]{5,}\d|\b\d{1,6}\b|\|")
_TAKES_MOVE = frozenset(
    ("playing", "taking", "having", "being", "keeping", "enjoying", "play")
)  # directly above a move


def first_unknown(
    lines: Sequence[str],
    of_orders: Collection[int],
    of_moves: Collection[int] = (),
    names: Collection[str] = (),
    *,
    is_strict: bool = False,
) -> str:
    """The first of a person's own folded lines that is not known to say nothing about the commands among them.

    Empty if there is none. ``of_orders`` are the places of the lines that are commands, or parts of one, ``of_moves``
    those of moves. ``names`` are words of the writer's names, in small letters; ``is_strict``: no other name counts.
    """
    reader = _Reader(frozenset(names), is_strict)
    first = min(of_orders, default=len(lines))
    is_signed = in_signature = False  # whether a name stands above, and in the lines in a row down to here
    farewell = ""  # on the last line, blank ones not counted
    for at, line in enumerate(lines):
        if at in of_orders or not line:
            in_signature = False
            farewell = "" if at in of_orders else farewell
            continue
        is_below = at > first
        if is_below and (ends_with := reader.farewell(line)) is not None:
            farewell = ends_with
            is_signed = in_signature = in_signature or not farewell
        elif is_below and reader.is_name_below(line, farewell):
            is_signed, in_signature, farewell = True, True, ""
        elif is_below and ((in_signature and is_of_signature(line)) or (is_signed and is_of_firm(line))):
            farewell = ""
        elif reader.is_known(line, is_below=is_below, is_next=at + 1 in of_moves and not is_below):
            in_signature, farewell = False, ""
        else:
            return line
    return ""


def doubts(subject: str) -> bool:
    """Whether the subject of a mail that answers none of ours has a word that may doubt the move below it: "Draft"."""
    text = fold(subject).lower()
    is_answer = re.match(r"\w{1,5} ?:", text) is not None
    return not is_answer and ("?" in text or not NO_NAMES.isdisjoint(re.findall(r"[^\W\d_]+", text)))


def greets(line: str) -> bool:
    """Whether a folded line only says hello, with or without a name."""
    text = _plain(line).rstrip(" ,.!-")
    lower = text.lower()
    for word in GREETINGS:
        if lower == word:
            return True
        if lower.startswith((f"{word} ", f"{word}, ")):
            return _are_greeted(text[len(word) :].strip(" ,").split())
    return False


def _are_greeted(words: Sequence[str]) -> bool:
    """Whether words are those to whom a greeting is said: names, *all*, or one word in small letters."""
    if len(words) > MOST_NAMES + 1:
        return False
    small = [word for word in words if word.lower() not in GREETED and not _is_name_word(word)]
    return not small or (len(words) == 1 and words[0].isalpha() and words[0] not in OF_SENTENCES)


def _is_name_word(word: str) -> bool:
    bare = word.strip(",")
    lower = bare.lower().rstrip(".")
    is_adverb = lower.endswith(ADVERBS) and lower not in NAMES_LIKE_ADVERBS
    is_word = bool(_NAME.fullmatch(bare)) and bare[0].isupper() and not _DRAWN_OUT.search(bare)
    return is_word and not is_adverb and lower not in NO_NAMES


def _is_like_a_name(text: str) -> bool:
    """Whether a text could be a name: up to four words in capitals, without a full stop behind them."""
    words = [word for word in text.split() if word.lower() not in _PARTICLES]
    return 0 < len(words) <= MOST_NAMES and not text.endswith(("!", "?", ".")) and all(map(_is_name_word, words))


def is_of_signature(line: str) -> bool:
    """Whether a line directly below a name can belong to it: a position, an address, a number, a known word."""
    bare = [word.strip(".,;:()!?\"'/") for word in _CONTACT.sub(" ", line).split()]
    words = [word.lower() for word in bare if word]
    is_capital = all(word[0].isupper() or word.lower() in _PARTICLES | IN_SIGNATURES for word in bare if word)
    is_sentence = not OF_SENTENCES.isdisjoint(words) or any(word.endswith(ADVERBS) for word in words)
    is_known = len(words) > 1 or IN_SIGNATURES.issuperset(words)
    return is_capital and is_known and not is_sentence and len(words) <= MOST_SIGNED and line[-1] not in "?!:"


def is_of_firm(line: str) -> bool:
    """Whether a line further below a name is an address or a number, or what firms write below every mail."""
    if any(words in line.lower() for words in OF_LAWYERS):
        return True
    return bool(_CONTACT.search(line)) and is_of_signature(line)


def _unless_of_signatures(found: re.Match[str]) -> str:
    """Nothing in the place of brackets with what stands in signatures, as in "Kim (she/her)"; else what is there."""
    words = re.findall(r"[^\W\d_]+", found[0].lower())
    return "" if IN_SIGNATURES.issuperset(words) else found[0]


@dataclass(frozen=True)
class _Reader:
    """Reads lines beside a move, of a writer with these names."""

    names: frozenset[str]
    is_strict: bool  # whether no other name counts

    def is_known_name(self, text: str) -> bool:
        """Whether a text is a name of which one word is known, or an initial."""
        bare = text.strip(" ,.-~")
        if len(bare) <= MOST_INITIALS:
            return bare.isalpha() and (len(bare) == 1 or (bare.isupper() and bare.lower() not in NO_NAMES))
        words = [word for word in bare.split() if word.lower() not in _PARTICLES]
        is_like = 0 < len(words) <= MOST_NAMES and all(_is_name_word(word) or self._is_small(word) for word in words)
        return is_like and "'s" not in bare and not text.endswith(("!", "?")) and any(map(self._knows, words))

    def _is_small(self, word: str) -> bool:
        return word.islower() and (self._knows(word) or len(word.rstrip(".")) == 1)

    def _knows(self, word: str) -> bool:
        lower = word.lower().strip(".,")
        return any(
            lower == name or (min(len(lower), len(name)) >= SHORTEST_STEM and lower.startswith(name))
            or (len(lower) >= SHORTEST_STEM and name.startswith(lower))
            for name in self.names
        )  # fmt: skip

    def is_name_below(self, line: str, farewell: str) -> bool:
        """Whether a line below a move is a name: a known one; or one of several words, or below a farewell."""
        text = _BRACKETS.sub(_unless_of_signatures, _plain(line)).strip(" ,-~")
        text, _, title = text.partition(",")
        if title and not is_of_signature(title.strip()):
            return False
        if self.is_known_name(text):
            return True
        if self.is_strict:
            return False
        if not farewell:  # one word in capitals can be anything
            return len(text.split()) > 1 and "'" not in text and _is_like_a_name(text)
        is_small = farewell in BEFORE_SMALL and text.isalpha() and text.lower() not in OF_SENTENCES
        return is_small or (_is_like_a_name(text) and (farewell not in BEFORE_SMALL or len(text.split()) == 1))

    def farewell(self, line: str) -> str | None:
        """The farewell that a line ends with; empty if a name stands behind it, None if the line is none."""
        text = _plain(line).strip(" -~")
        parts = [part.strip(" -~") for part in _STOPS.split(text) if part.strip(" -~")]
        found: str | None = None
        for at, part in enumerate(parts):
            lower = part.lower()
            is_last = at == len(parts) - 1
            if lower in FAREWELLS:
                found = lower
            elif (
                is_last and found is not None and self.is_name_below(part if text.endswith(part) else f"{part}.", found)
            ):
                return ""
            elif is_last and (words := self._before_a_name(part)):
                return words if part.lower() in FAREWELLS else ""
            else:
                return None
        return found

    def _before_a_name(self, part: str) -> str:
        """The farewell with which a part of a line begins that goes on with a name; empty if there is none."""
        lower = part.lower()
        fitting = [words for words in FAREWELLS if lower.startswith(f"{words} ")]
        for words in sorted(fitting, key=len, reverse=True):
            rest = part[len(words) :].strip()
            is_name = self.is_known_name(rest) if words in BEFORE_KNOWN else self.is_name_below(rest, words)
            if is_name or rest.lower() in FAREWELLS:
                return words
        return ""

    def is_known(self, line: str, *, is_below: bool, is_next: bool) -> bool:
        """Whether a line is small talk. ``is_next``: a move stands directly below it."""
        text = _plain(line)
        if not SIGNS_OF_DOUBT.isdisjoint(line) or len(text) > LONGEST_LINE:
            return False
        if not text or greets(text):
            return True
        lower = text.lower()
        if (not is_below and BEFORE.fullmatch(lower)) or (is_below and AFTER.fullmatch(f" {lower}")):
            return True
        if lower[-1] == ":":
            return not is_below and self._is_part(text.rstrip(" :"), is_below=False, is_next=True)
        if not is_below and text[-1] == "," and self.is_known_name(text[:-1]):
            return True
        is_open = is_next and text == line and not _ENDS.search(text)
        sentences = [sentence.strip() for sentence in _SENTENCES.split(text) if sentence.strip()]
        return all(
            self._is_sentence(
                sentence, is_below=is_below, is_next=is_open and at == len(sentences) - 1, is_first=at == 0
            )
            for at, sentence in enumerate(sentences)
        )

    def _is_sentence(self, sentence: str, *, is_below: bool, is_next: bool, is_first: bool) -> bool:
        """Whether a sentence is known, whole or in the parts between its commas; all but the first may be a name."""
        if self._is_part(_COMMAS.sub(" ", sentence).strip(), is_below=is_below, is_next=is_next):
            return True
        parts = [part.strip() for part in _COMMAS.split(sentence) if part.strip()]
        return all(
            self._is_part(part, is_below=is_below, is_next=is_next and at == len(parts) - 1)
            or (self.is_known_name(part) and (at > 0 or not is_first))
            for at, part in enumerate(parts)
        )

    def _is_part(self, part: str, *, is_below: bool, is_next: bool) -> bool:
        """Whether a part of a sentence is known, whole or on both sides of an "and"."""
        lower = part.lower()
        if "?" in lower:
            return lower.rstrip("? ") in QUESTIONS
        if lower in REMARKS or (lower in PRAISE and not is_next) or greets(part):
            return True
        if self.farewell(part) is not None if is_below else BEFORE.fullmatch(lower):
            return True
        given = lower.split()
        words = [
            word
            for at, word in enumerate(given)
            if not (at and given[at - 1] in _PLACE and part.split()[at][0].isupper())  # "from Berlin"
        ]
        if words and any(_is_about(words, given, topic, is_below=is_below, is_next=is_next) for topic in TOPICS):
            return True
        halves = _JOINS.split(part, maxsplit=1)
        return len(halves) == 2 and all(
            self._is_part(half.strip(), is_below=is_below, is_next=is_next) for half in halves if half
        )


def _is_about(words: Collection[str], given: Sequence[str], topic: Topic, *, is_below: bool, is_next: bool) -> bool:
    return (
        not topic.about.isdisjoint(words)
        and topic.around.issuperset(words)
        and (not topic.first or given[0] in topic.first)
        and given[-1] not in OPEN_ENDED
        and (is_below or not topic.only_below)
        and (len(given) > 1 or not topic.needs_more)
        and not (is_next and (topic.may_name or given[-1] in _TAKES_MOVE))
    )


def _plain(line: str) -> str:
    """The line without smileys and pictures."""
    text = line
    if not text.isascii():
        text = "".join(" " if unicodedata.category(mark) in ("So", "Sk") else mark for mark in text)
    return " ".join(SMILEY.sub(" ", text).split()).lstrip("\xa1\xbf")
