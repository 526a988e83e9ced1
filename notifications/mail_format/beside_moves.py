"""Which lines beside a move are known to say nothing about it. Pure.

A move on a line of its own counts only if every other line of the writer's is a command or known here. Any other line
may doubt the move, report it, or mean another game: then its player is asked.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Sequence

from notifications.mail_format.loose_words import AFTER, BEFORE, SIGNS_OF_DOUBT, SMILEY
from notifications.mail_format.small_talk import (
    ADVERBS,
    BEFORE_SMALL,
    FAREWELLS,
    GREETED,
    GREETINGS,
    NAMES_LIKE_ADVERBS,
    NO_NAMES,
    OF_SENTENCES,
    OPEN_ENDED,
    QUESTIONS,
    REMARKS,
    TOPICS,
    Topic,
)

LONGEST_LINE = 200  # characters of a line that can be known
MOST_NAMES = 4  # words of a name
MOST_SIGNED = 8  # words of a line of a signature

_SENTENCES = re.compile(r"[.!;()~]+(?:\s+|$)|\s+-+\s+|^-+\s*|\s*\.{2,}\s*|\s+[+]\s+")
_COMMAS = re.compile(r",+(?:\s+|$)")
_ENDS = re.compile(r"[.!,;)~]$")
_JOINS = re.compile(r"\s(?:and|und|&|et|y|e|en|och|og|i)\s")
_PLACE = frozenset(("in", "at", "from", "aus", "von", "de", "da", "uit", "från", "fra", "z"))
_NAME = re.compile(r"[^\W\d_](?:[\w'.-]{0,24}[^\W_])?\.?")
_DRAWN_OUT = re.compile(r"(\w)\1\1")
_STOPS = re.compile(r"[,.!;]+(?:\s+|$)")
_BRACKETS = re.compile(r"\([^()]*\)")
_OF_LAWYERS = re.compile(
    r"confidential|intended recipient|consider the environment|disclaimer|vertraulich|amtsgericht|gesch\xe4ftsf\xfchrer"
    r"|handelsregister|confidentiel|confidencial|virus"
)
_PARTICLES = frozenset(
    ("and", "&", "und", "von", "van", "de", "der", "den", "di", "da", "del", "la", "le", "et", "y", "e")
)
_CONTACT = re.compile(r"(?:https?:|www\.|[\w.+-]+@[\w-]+\.|\+?\d[\d /().-]{5,}\d|\|)")


def first_unknown(lines: Sequence[str], of_orders: Collection[int], of_moves: Collection[int] = ()) -> str:
    """The first of a person's own folded lines that is not known to say nothing about the commands among them.

    Empty if there is none. ``of_orders`` are the places of the lines that are commands, or parts of one, and
    ``of_moves`` those of moves.
    """
    first = min(of_orders, default=len(lines))
    is_signed = in_signature = is_farewell = False  # the mail, the lines in a row down to here, the last line
    for at, line in enumerate(lines):
        if at in of_orders or not line:
            in_signature = False
            is_farewell = is_farewell and at not in of_orders
            continue
        is_below = at > first
        if is_below and (
            _signs(line)
            or (is_farewell and _signs_small(line))
            or (is_signed and _is_of_program(line))
            or (in_signature and _is_of_signature(line))
        ):
            is_signed = in_signature = True
            is_farewell = _says_farewell(_plain(line).strip(" ,.!-"))
        elif _is_known(line, is_below=is_below, is_next=at + 1 in of_moves and not is_below):
            in_signature = is_farewell = False
        else:
            return line
    return ""


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


def is_name(text: str) -> bool:
    """Whether a text may be the name that somebody signs with: up to four words in capitals."""
    words = [word for word in text.strip(" ,-").split() if word.lower() not in _PARTICLES]
    return 0 < len(words) <= MOST_NAMES and not text.rstrip().endswith(("!", "?")) and all(map(_is_name_word, words))


def _is_name_word(word: str) -> bool:
    bare = word.strip(",")
    lower = bare.lower().rstrip(".")
    is_adverb = lower.endswith(ADVERBS) and lower not in NAMES_LIKE_ADVERBS
    is_word = bool(_NAME.fullmatch(bare)) and bare[0].isupper() and not _DRAWN_OUT.search(bare)
    return is_word and not is_adverb and lower not in NO_NAMES


def _signs(line: str) -> bool:
    text = _plain(line).strip(" -~")
    *parts, last = [part.strip(" -~") for part in _STOPS.split(text) if part.strip(" -~")] or [""]
    is_initial = len(text.rstrip(".")) == 1 and text[0].isalpha()
    return (
        is_initial
        or is_name(text)
        or (all(map(_says_farewell, parts)) and (_says_farewell(last) or (bool(parts) and is_name(last))))
    )


def _signs_small(line: str) -> bool:
    """Whether a line below a farewell is a name in small letters, or one with something in brackets."""
    text = _BRACKETS.sub("", _plain(line)).strip(" ,.-")
    return is_name(text) or (text.isalpha() and text.lower() not in OF_SENTENCES)


def _says_farewell(part: str) -> bool:
    lower = part.lower()
    for words in FAREWELLS:
        if lower == words:
            return True
        if lower.startswith(f"{words} "):
            rest = part[len(words) :].strip()
            is_small = words in BEFORE_SMALL and rest.isalpha() and rest not in OF_SENTENCES
            if is_small or is_name(rest) or rest.lower() in FAREWELLS:
                return True
    return False


def _is_of_program(line: str) -> bool:
    """Whether a line below a name has an address or a number and is no sentence, or is about secrets of the trade."""
    lower = line.lower()
    return bool(_OF_LAWYERS.search(lower)) or (
        bool(_CONTACT.search(line)) and OF_SENTENCES.isdisjoint(lower.replace(",", " ").split())
    )


def _is_of_signature(line: str) -> bool:
    """Whether a line directly below a name can belong to it: a position, a firm, a place, and no sentence."""
    words = [word.strip(".,;:()!?\"'").lower() for word in line.split()]
    return len(words) <= MOST_SIGNED and line[0].isupper() and OF_SENTENCES.isdisjoint(words) and line[-1] not in "?!:"


def _is_known(line: str, *, is_below: bool, is_next: bool) -> bool:
    text = _plain(line)
    if not SIGNS_OF_DOUBT.isdisjoint(line):
        return False
    if not text:
        return True
    if len(text) > LONGEST_LINE or greets(text):
        return len(text) <= LONGEST_LINE
    lower = text.lower()
    if (not is_below and BEFORE.fullmatch(lower)) or (is_below and AFTER.fullmatch(f" {lower}")):
        return True
    if lower[-1] == ":":
        return not is_below and _is_part(text.rstrip(" :"), is_below=is_below, is_next=False)
    is_open = is_next and text == line and not _ENDS.search(text)
    sentences = [sentence.strip() for sentence in _SENTENCES.split(text) if sentence.strip()]
    return all(
        _is_sentence(sentence, is_below=is_below, is_next=is_open and at == len(sentences) - 1, is_first=at == 0)
        for at, sentence in enumerate(sentences)
    )


def _is_sentence(sentence: str, *, is_below: bool, is_next: bool, is_first: bool) -> bool:
    """Whether a sentence is known, whole or in the parts between its commas; all but the first may be a name."""
    if _is_part(_COMMAS.sub(" ", sentence).strip(), is_below=is_below, is_next=is_next):
        return True
    parts = [part.strip() for part in _COMMAS.split(sentence) if part.strip()]
    return all(
        _is_part(part, is_below=is_below, is_next=is_next and at == len(parts) - 1)
        or (is_name(part) and (at > 0 or not is_first))
        for at, part in enumerate(parts)
    )


def _is_part(part: str, *, is_below: bool, is_next: bool) -> bool:
    """Whether a part of a sentence is known, whole or on both sides of an "and"."""
    lower = part.lower()
    if "?" in lower:
        return lower.rstrip("? ") in QUESTIONS
    if lower in REMARKS or greets(part) or (_says_farewell(part) if is_below else BEFORE.fullmatch(lower)):
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
        _is_part(half.strip(), is_below=is_below, is_next=is_next) for half in halves if half
    )


def _is_about(words: Collection[str], given: Sequence[str], topic: Topic, *, is_below: bool, is_next: bool) -> bool:
    return (
        not topic.about.isdisjoint(words)
        and topic.around.issuperset(words)
        and (not topic.first or given[0] in topic.first)
        and given[-1] not in OPEN_ENDED
        and (is_below or not topic.only_below)
        and not (is_next and topic.may_name)
    )


def _plain(line: str) -> str:
    """The line without smileys and pictures."""
    text = line
    if not text.isascii():
        text = "".join(" " if unicodedata.category(mark) in ("So", "Sk") else mark for mark in text)
    return " ".join(SMILEY.sub(" ", text).split())
