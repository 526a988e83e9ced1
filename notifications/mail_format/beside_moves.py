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
    DOUBTING_SUBJECTS,
    FAREWELLS,
    GREETED,
    GREETING_ADJECTIVES,
    GREETINGS,
    IN_SIGNATURES,
    NAMES_LIKE_ADVERBS,
    NO_NAMES,
    OF_LAWYERS,
    OF_SENTENCES,
    OPEN_ENDED,
    PARTICLES,
    PLACES,
    PRAISE,
    QUESTIONS,
    REMARKS,
    SMALL_GREETINGS,
    TAKES_AN_OBJECT,
    TOPICS,
    Topic,
)

LONGEST_LINE = 200  # characters of a line that can be known
MOST_NAMES = 4  # words of a name
MOST_SIGNED = 8  # words of a line of a signature
SHORTEST_STEM = 3  # letters that a name and another form of it have in common: Tom, tomas
LONGEST_END = 3  # letters that one of them has more

_SENTENCES = re.compile(r"[.!;()~]+(?:\s+|$)|\s+-+\s+|^-+\s*|\s*\.{2,}\s*|\s+[+]\s+")
_COMMAS = re.compile(r",+(?:\s+|$)")
_STOPS = re.compile(r"[,.!;]+(?:\s+|$)")
_ENDS = re.compile(r"[.!,;)~]$")
_JOINS = re.compile(r"\s(?:and|und|&|et|y|e|en|och|og|i)\s")
_NAME = re.compile(r"[^\W\d_](?:[\w'.-]{0,24}[^\W_])?\.?")
_DRAWN_OUT = re.compile(r"(\w)\1\1")
_BRACKETS = re.compile(r"\([^()]*\)")
_LETTERS = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_ANSWERS = re.compile(
    r"(?:\[[\w ]+\] ?)?(?:re|aw|antw|antwort|sv|svar|vs|tr|rif|res|resp|respuesta|odp)(?:\[\d+\])?\.? ?:"
)
_INITIALS = re.compile(r"[^\W\d_]{1,2}|(?:[^\W\d_]\. ?){1,3}[^\W\d_]?")
_KISSES = re.compile(r"\s+x+$")
_PICTURE = re.compile(r"\[(?:image|cid)\b[^\]]*\]|<?https?:\S+>?|_+")
_CONTACT = re.compile(r"https?:\S+|www\.\S+|[\w.+-]+@[\w.-]+|[+(]?\d[\d ()/-]{5,}\d|\b\d{1,6}\b|\|")
_SMALL = PARTICLES | IN_SIGNATURES


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
    greeted = next((at for at, line in enumerate(lines) if line and not greets(line)), 0)
    first = min(
        of_orders, default=greeted - 1
    )  # with none, as where the command is the subject, all below the greeting
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
            in_signature = in_signature or not farewell
            is_signed = is_signed or in_signature
        elif is_below and reader.is_name_below(line, farewell, next(iter(lines[at + 1 : at + 2]), "")):
            is_signed, in_signature, farewell = True, True, ""
        elif is_below and ((in_signature and reader.is_of_signature(line)) or (is_signed and _is_of_firm(line))):
            farewell = ""
        elif reader.is_known(line, is_below=is_below, is_next=at + 1 in of_moves and not is_below):
            in_signature, farewell = False, ""
        else:
            return line
    return ""


def doubts(subject: str) -> bool:
    """Whether the subject of a mail that answers none of ours may doubt the move below it: "Draft", "Legal?"."""
    text = fold(subject).lower()
    return not _ANSWERS.match(text) and ("?" in text or not DOUBTING_SUBJECTS.isdisjoint(_LETTERS.findall(text)))


def greets(line: str) -> bool:
    """Whether a folded line only says hello, with or without a name."""
    text = _plain(line).rstrip(" ,.!-")
    lower = text.lower()
    for word in GREETINGS:
        if lower == word:
            return True
        if lower.startswith((f"{word} ", f"{word}, ")):
            rest = text[len(word) :].strip(" ,")
            is_small = word in SMALL_GREETINGS and rest.islower() and rest.isalpha() and f"{word}," not in lower
            is_name = is_small and rest not in OF_SENTENCES and not rest.endswith(ADVERBS)
            is_adjective = word in GREETING_ADJECTIVES and not line.rstrip().endswith((",", "!"))
            return not line.endswith(":") and not is_adjective and (is_name or _are_greeted(rest.split()))
    return False


def _are_greeted(words: Sequence[str]) -> bool:
    """Whether words are those to whom a greeting is said: names, or words such as *all*."""
    if len(words) > MOST_NAMES + 1:
        return False
    return all(word.lower() in GREETED or _is_name_word(word) for word in words)


def _is_name_word(word: str) -> bool:
    bare = word.strip(",")
    lower = bare.lower().rstrip(".")
    is_adverb = lower.endswith(ADVERBS) and lower not in NAMES_LIKE_ADVERBS
    is_word = bool(_NAME.fullmatch(bare)) and bare[0].isupper() and not _DRAWN_OUT.search(bare)
    return is_word and not is_adverb and lower not in NO_NAMES


def _is_like_a_name(text: str) -> bool:
    """Whether a text could be a name: up to four words in capitals, without a full stop behind them."""
    words = [word for word in text.split() if word.lower() not in PARTICLES]
    return 0 < len(words) <= MOST_NAMES and not text.endswith(("!", "?", ".")) and all(map(_is_name_word, words))


def _is_of_signature(line: str) -> bool:
    """Whether a line directly below a name can belong to it: a position, an address, a number, a known word."""
    bare = [word.strip(".,;:()!?\"'") for word in re.split(r"[\s/]+", _CONTACT.sub(" ", line))]
    words = [word.lower() for word in bare if word]
    is_capital = all(word[0].isupper() or word[0].isdigit() or word.lower() in _SMALL for word in bare if word)
    is_sentence = not OF_SENTENCES.isdisjoint(set(words) - IN_SIGNATURES) or any(
        word.endswith(ADVERBS) for word in words
    )
    is_known = len(words) > 1 or IN_SIGNATURES.issuperset(words) or bool(_CONTACT.search(line))
    return is_capital and is_known and not is_sentence and len(words) <= MOST_SIGNED and line[-1] not in "?!:"


def _is_surely_of_signature(line: str) -> bool:
    """Whether a line has something in it that only signatures have."""
    words = re.findall(r"[^\W\d_]+", line.lower())
    return _is_of_signature(line) and (bool(_CONTACT.search(line)) or not IN_SIGNATURES.isdisjoint(words))


def _is_of_firm(line: str) -> bool:
    """Whether a line further below a name is an address or a number, or what firms write below every mail."""
    if any(words in line.lower() for words in OF_LAWYERS):
        return True
    return _is_surely_of_signature(line) and bool(_CONTACT.search(line))


def _unless_of_signatures(found: re.Match[str]) -> str:
    """Nothing in the place of brackets with what stands in signatures, as in "Kim (she/her)"; else what is there."""
    words = re.findall(r"[^\W\d_]+", found[0].lower())
    return "" if IN_SIGNATURES.issuperset(words) else found[0]


@dataclass(frozen=True)
class _Reader:
    """Reads lines beside a move, of a writer with these names."""

    names: frozenset[str]
    is_strict: bool  # whether no other name counts

    def is_of_signature(self, line: str) -> bool:
        """Whether a line directly below a name belongs to it."""
        return _is_surely_of_signature(line) if self.is_strict else _is_of_signature(line)

    def is_known_name(self, text: str) -> bool:
        """Whether a text is a name of which one word is known, or initials."""
        bare = _KISSES.sub("", text.strip(" ,.-~*_"))
        if _INITIALS.fullmatch(bare):
            return len(bare) == 1 or "." in bare or (bare.isupper() and bare.lower() not in NO_NAMES)
        words = [word for word in bare.split() if word.lower() not in PARTICLES]
        is_like = 0 < len(words) <= MOST_NAMES and all(_is_name_word(word) or self._is_small(word) for word in words)
        return is_like and "'s" not in bare and not text.endswith(("!", "?")) and any(map(self._knows, words))

    def _is_small(self, word: str) -> bool:
        return word.islower() and (self._knows(word) or len(word.rstrip(".")) == 1)

    def _knows(self, word: str) -> bool:
        """Whether a word is one of the names, or nearly: Tom and tomas."""
        lower = word.lower().strip(".,*_")
        if lower in self.names:
            return True
        if lower in OF_SENTENCES or lower.endswith(ADVERBS) or len(lower) < SHORTEST_STEM:
            return False
        return any(
            len(name) >= SHORTEST_STEM
            and abs(len(lower) - len(name)) <= LONGEST_END
            and (lower.startswith(name) or name.startswith(lower))
            for name in self.names
        )

    def is_name_below(self, line: str, farewell: str, below: str = "") -> bool:
        """Whether a line below a move is a name: a known one, or one between a farewell and a signature."""
        text = _BRACKETS.sub(_unless_of_signatures, _plain(line)).strip(" ,-~")
        text, _, title = text.partition(",")
        if title and not self.is_of_signature(title.strip()):
            return False
        if self.is_known_name(text):
            return True
        if self.is_strict or "'" in text or not _is_like_a_name(text):
            return False
        if not farewell:  # words in capitals can be anything
            return len(text.split()) > 1 and bool(below) and _is_surely_of_signature(below)
        return farewell not in BEFORE_SMALL or len(text.split()) == 1

    def farewell(self, line: str) -> str | None:
        """The farewell that a line ends with; empty if a name stands behind it, None if the line is none."""
        text = _plain(line).strip(" -~")
        parts = [part.strip(" -~") for part in _STOPS.split(text) if part.strip(" -~")]
        found: str | None = None
        for at, part in enumerate(parts):
            is_last = at == len(parts) - 1
            as_written = text[text.rfind(part) :]  # with a full stop, if one stands behind it
            if part.lower() in FAREWELLS:
                found = part.lower()
            elif is_last and found is not None and self.is_name_below(as_written, found):
                return ""
            elif is_last:
                return self._with_more(part)
            else:
                return None
        return found

    def _with_more(self, part: str) -> str | None:
        """What ``farewell`` is of a part of a line that begins with one and goes on with another, or with a name."""
        fitting = [words for words in FAREWELLS if part.lower().startswith(f"{words} ")]
        for words in sorted(fitting, key=len, reverse=True):
            rest = part[len(words) :].strip()
            second = re.sub(r"^(?:and|und|&) ", "", rest.lower())
            if second in FAREWELLS:
                return second
            if self.is_known_name(rest) if words in BEFORE_KNOWN else self.is_name_below(rest, words):
                return ""
        return None

    def is_known(self, line: str, *, is_below: bool, is_next: bool) -> bool:
        """Whether a line is small talk. ``is_next``: a move stands directly below it."""
        text = _plain(line)
        if not SIGNS_OF_DOUBT.isdisjoint(line) or len(text) > LONGEST_LINE:
            return False
        if not text or (is_below and _PICTURE.fullmatch(text)):
            return True
        lower = text.lower()
        if AFTER.fullmatch(f" {lower}") if is_below else (greets(text) or BEFORE.fullmatch(lower)):
            return True
        if self.is_strict:
            return False
        if lower[-1] == ":":
            bare = text.rstrip(" :")
            return not is_below and (bare.lower() in GREETINGS or self._is_about(bare, is_below=False, is_next=True))
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
        if self._is_about(_COMMAS.sub(" ", sentence).strip(), is_below=is_below, is_next=is_next):
            return True
        parts = [part.strip() for part in _COMMAS.split(sentence) if part.strip()]
        return all(
            self._is_part(part, is_below=is_below, is_next=is_next and at == len(parts) - 1)
            or (self.is_known_name(part) and (at > 0 or not is_first))
            for at, part in enumerate(parts)
        )

    def _is_part(self, part: str, *, is_below: bool, is_next: bool) -> bool:
        """Whether a part of a sentence is known: a question, a farewell or greeting, or about a topic."""
        lower = part.lower()
        if "?" in lower:
            return lower.rstrip("? ") in QUESTIONS
        if self.farewell(part) is not None if is_below else (greets(part) or BEFORE.fullmatch(lower)):
            return True
        return self._is_about(part, is_below=is_below, is_next=is_next)

    def _is_about(self, part: str, *, is_below: bool, is_next: bool) -> bool:
        """Whether a part of a sentence is about a topic, whole or on both sides of an "and"."""
        lower = part.lower()
        if lower in REMARKS or (lower in PRAISE and not is_next):
            return True
        given = lower.split()
        words = [
            word
            for at, word in enumerate(given)
            if not (at and given[at - 1] in PLACES and part.split()[at][0].isupper())  # "from Berlin"
        ]
        if words and any(_fits(topic, words, given, is_below=is_below, is_next=is_next) for topic in TOPICS):
            return True
        halves = _JOINS.split(part, maxsplit=1)
        return len(halves) == 2 and all(
            self._is_part(half.strip(), is_below=is_below, is_next=is_next) for half in halves if half
        )


def _fits(topic: Topic, words: Collection[str], given: Sequence[str], *, is_below: bool, is_next: bool) -> bool:
    return (
        not topic.about.isdisjoint(words)
        and topic.around.issuperset(words)
        and (not topic.first or given[0] in topic.first)
        and given[-1] not in OPEN_ENDED
        and (is_below or not topic.only_below)
        and (len(given) > 1 or not topic.needs_more)
        and not (is_next and (topic.may_name or given[-1] in TAKES_AN_OBJECT))
    )


def _plain(line: str) -> str:
    """The line without smileys and pictures."""
    text = line
    if not text.isascii():
        text = "".join(" " if unicodedata.category(mark) in ("So", "Sk") else mark for mark in text)
    return " ".join(SMILEY.sub(" ", text).split()).removeprefix("\xa1")
