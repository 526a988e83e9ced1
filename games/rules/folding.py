"""What people's telephones and word processors make of plain signs, made plain again; for every door alike."""

from __future__ import annotations

import unicodedata

# NFKC knows full-width forms and odd spaces, not these.
_SAME_AS_ASCII = {
    **dict.fromkeys(range(0x2010, 0x2016), "-"),  # hyphens and dashes
    **dict.fromkeys((0x2212, 0xFE58, 0xFE63, 0xFF0D), "-"),  # minus, small and full-width ones
    **dict.fromkeys((*range(0x2018, 0x201C), 0x2032, 0xB4), "'"),
    **dict.fromkeys((*range(0x201C, 0x2020), 0x2033), '"'),
    **dict.fromkeys((0x2192, 0x21D2, 0x2794, 0x279C, 0x279D, 0x27F6), "->"),
    0x203A: ">",
    0x2026: "...",
}
_NO_CONTROLS = {code: None for code in (*range(32), 127) if not chr(code).isspace()}


def fold(line: str) -> str:
    """The line as a typewriter would have it: plain dashes, quotes, digits and spaces, nothing invisible."""
    if line.isascii():
        return " ".join(line.translate(_NO_CONTROLS).split())
    text = unicodedata.normalize("NFKC", line.translate(_SAME_AS_ASCII)).translate(_SAME_AS_ASCII)
    visible = (
        " " if mark.isspace() else mark for mark in text if mark.isspace() or unicodedata.category(mark)[0] != "C"
    )
    return " ".join("".join(visible).split())
