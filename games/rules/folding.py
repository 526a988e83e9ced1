"""What people's telephones and word processors make of plain signs, made plain again; for every door alike."""

from __future__ import annotations

import re
import unicodedata
from operator import itemgetter

# NFKC knows full-width forms and odd spaces, not these.
_SAME_AS_ASCII = {
    **dict.fromkeys(range(0x2010, 0x2016), "-"),  # hyphens and dashes
    **dict.fromkeys((0x2212, 0x2796, 0x2E3A, 0x2E3B, 0xFE58, 0xFE63, 0xFF0D), "-"),  # minus, small and full-width ones
    **dict.fromkeys((*range(0x2018, 0x201C), 0x2032, 0xB4, 0x2BC, 0x2B9), "'"),
    **dict.fromkeys((*range(0x201C, 0x2020), 0x2033), '"'),
    **dict.fromkeys((0x2192, 0x21D2, 0x21A6, 0x27A1, 0x2794, 0x2799, 0x279C, 0x279D, 0x279E, 0x27F6, 0x2B95), "->"),
    **dict.fromkeys((0x203A, 0x3009, 0x27E9, 0x276F, 0x02C3), ">"),
    **dict.fromkeys((0x2039, 0x3008, 0x27E8, 0x276E, 0x02C2), "<"),
    0x2026: "...",
    0x2044: "/",
    0x2800: " ",  # a blank of Braille
    **dict.fromkeys((0xFDFA, 0xFDFB), "\ufffd"),  # each a whole blessing of many letters
}
# Unseen, and yet letters or marks to Unicode: fillers, joiners, what chooses between black and coloured signs.
_UNSEEN = dict.fromkeys((0x34F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFFA0, 0x20E3, *range(0xFE00, 0xFE10)))
_LONG_RUN = re.compile(r"([^\w\s!-~]{8})[^\w\s!-~]+")  # of accents and signs, not of letters
_NO_CONTROLS = {code: None for code in (*range(32), 127) if not chr(code).isspace()}
MOST_KEPT = 10_000  # characters whose plain form is kept
MOST_REPLACED = 8  # different signs; up to so many, replacing each is quicker than looking up every character


class _Plain(dict[int, str | int | None]):
    """What becomes of a character, by its code: looked up once, and kept for the first so many."""

    def __missing__(self, code: int) -> str | int | None:
        mark = chr(code)
        plain = " " if mark.isspace() else None if unicodedata.category(mark)[0] == "C" else code
        if len(self) < MOST_KEPT:
            self[code] = plain
        return plain


_PLAIN = _Plain({**_SAME_AS_ASCII, **_UNSEEN})
_NOT_PLAIN = re.compile(f"[{''.join(map(chr, _PLAIN))}]")


def fold(line: str) -> str:
    """The line as a typewriter would have it: plain dashes, quotes, digits and spaces, nothing invisible."""
    if line.isascii():
        return " ".join(line.translate(_NO_CONTROLS).split())
    seen = _without_unseen(line)
    text = unicodedata.normalize("NFKC", seen)
    return " ".join((text if text == seen else _without_unseen(text)).split())


def _without_unseen(text: str) -> str:
    """With plain signs and spaces; without controls, what joins or turns other signs, and what nobody has defined.

    Of many accents in a row the first few are left: to put them in order takes quadratic time.
    """
    if not text.isprintable() or _NOT_PLAIN.search(text):
        text = _with_plain_signs(text)
    return _LONG_RUN.sub(itemgetter(1), text)


def _with_plain_signs(text: str) -> str:
    odd = [mark for mark in set(text) if _PLAIN[ord(mark)] != ord(mark)]
    if len(odd) > MOST_REPLACED:
        return text.translate(_PLAIN)
    for mark in odd:
        text = text.replace(mark, str(_PLAIN[ord(mark)] or ""))
    return text
