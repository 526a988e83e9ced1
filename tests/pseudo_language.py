"""A language for tests, in which every letter of a message has an accent: what has none was not marked for translation.

It takes the place of German, with German dates and numbers, and is made while it is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from django.utils.translation import trans_real
from selectolax.lexbor import LexborHTMLParser

from notifications.outbound.messages import game_base

CODE = "de"
ACCENTED = str.maketrans("aceinorsuyzACEINORSUYZ", "äčéíñöřšüýžÄČÉÍÑÖŘŠÜÝŽ") | str.maketrans(
    "bdfghjklmpqtvwxBDFGHJKLMPQTVWX", "ɓđƒĝħĵķłɱƥɋťʋŵẋɃĐƑĜĦĴĶŁṀƤɊŤṼŴẊ"
)
# Placeholders, mark-up, addresses, commands in brackets, code, and everything else that no translation changes.
KEPT = re.compile(r"%\(\w+\)\w|%\w|\{[^}]*\}|<[^>]*>|&\w+;|(?<!!)\[[^\]]*\](?!\()|`[^`]*`|https?://\S+|\]\([^)]*\)")
FORMAT_OF_DATE = re.compile(r"[djlDFMYHise](?:[\s,:.]+[djlDFMYHiseT])+")
WORD = re.compile(r"[A-Za-z]{3,}")
NAMES = re.compile(  # of things and places, codes, hashes, what somebody wrote
    r"\b[0-9a-f]{12,}\b…?|\b[A-Z2-7]{32}\b|[A-Z][a-z]+/[A-Z][A-Za-z_]+|\b(?:Seeds|UTC|JSON|REST|SHA-256|BTT|Atom|"
    r"Europe|Buchholz|Sonneborn-Berger|Koya|FIDE|Glicko|house-\w+|guest-\w+|asta|Links|Be kind|[A-Z]{2,4})\b"
)
ADDRESSES = re.compile(r"\S+@\S+|\([^()]*rv:[^()]*\)|\b[A-Z]\w+/[\d.]+")
SILENT = (
    "script, style, code, pre, kbd, samp, textarea, datalist, svg, option[value], time, blockquote, .who, .notation"
)


def accented(message: str) -> str:
    """The message in the language of tests; formats of dates stay as they are."""
    message = message.rpartition("\x04")[2]
    if FORMAT_OF_DATE.fullmatch(message):
        return message
    kept = KEPT.findall(message)
    parts = [part.translate(ACCENTED) for part in KEPT.split(message)]
    return "".join(part + between for part, between in zip(parts, [*kept, ""], strict=True))


class PseudoLanguage(trans_real.DjangoTranslation):
    """Has a translation of every message there is."""

    def gettext(self, message: str) -> str:
        return accented(message) if message else super().gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return accented(msgid1 if n == 1 else msgid2)


@contextmanager
def instead_of_german() -> Iterator[None]:
    """Readers of German read the language of tests meanwhile."""
    _forget_boards()
    before = trans_real._translations.get(CODE)
    trans_real._translations[CODE] = PseudoLanguage(CODE)
    try:
        yield
    finally:
        trans_real._translations.pop(CODE)
        _forget_boards()
        if before is not None:
            trans_real._translations[CODE] = before


def _forget_boards() -> None:
    """Boards in mails are kept by position and language, and German is another language from now on."""
    game_base._drawn.cache_clear()
    game_base._written.cache_clear()


def plain_english(html: str) -> set[str]:
    """The texts of a page, and those that are only spoken, in which letters have no accents."""
    tree = LexborHTMLParser(html)
    for silent in tree.css(SILENT):
        silent.decompose()
    found = set()
    for node in tree.root.traverse(include_text=True) if tree.root else ():
        texts = [node.text_content or ""] if node.tag == "-text" else []
        texts += [node.attributes.get(name) or "" for name in ("aria-label", "title", "placeholder", "alt")]
        found |= {" ".join(text.split()) for text in texts if WORD.search(text)}
    return found


def names(known: Iterable[str]) -> re.Pattern[str]:
    """What stands for these names and words as a whole; the longest first, since one can begin another."""
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in sorted(known, key=len, reverse=True)))


def has_english(text: str, known: re.Pattern[str]) -> bool:
    """Whether a text has words without accents that are no names."""
    return bool(WORD.search(NAMES.sub("", known.sub("", ADDRESSES.sub("", text)))))


def plain_english_lines(text: str) -> set[str]:
    """The sentences and other lines of a mail in which letters have no accents, without commands and addresses."""
    whole = re.sub(r"\n(?=[^\s|])", " ", text)  # what a mail has broken
    found = {" ".join(KEPT.sub("", line).split()) for line in whole.splitlines()}
    return {line for line in found if WORD.search(line) and line.count("|") < 3}  # which rows of boards have
