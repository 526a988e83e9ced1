"""What a person wrote in an answer, without what was quoted. Linear in the length of the text, and never raises.

``python -m notifications.inbound.replies`` trims the plain-text body on standard input.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence

from games.rules.folding import fold

# Everything below this line in an answer is ours. Fixed ASCII, so that every mail program leaves it as it is.
MARKER = "=== Write your answer above this line ==="
_MARKER_WORDS = MARKER.strip("= ").lower()

LONGEST_TEXT = 262_144
LONGEST_LINE = 1_000
MOST_LINES = 5_000
KNOWN_PART = 20  # characters from which on a piece of our own mail, wrapped anew, is recognised

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")

# fmt: off
_SEPARATORS = frozenset((
    "original message", "originalnachricht", "ursprüngliche nachricht", "message d'origine", "mensaje original",
    "forwarded message", "begin forwarded message", "weitergeleitete nachricht", "oorspronkelijk bericht",
))
_SIGNATURES = (
    "sent from my ", "sent from outlook", "sent from yahoo", "sent with ", "get outlook for ", "von meinem ",
    "gesendet von ", "envoyé de mon ", "enviado desde mi ", "inviato da ",
)
_WROTE = (
    "wrote", "schrieb", "a écrit", "escribió", "ha scritto", "schreef", "skrev", "kirjoitti", "napisał", "escreveu",
    "написал", "пише", "写道", "のメール",
)
_HEADERS = frozenset((
    "from", "von", "de", "da", "van", "från", "fra", "sent", "gesendet", "envoyé", "enviado", "inviato", "verzonden",
    "date", "datum", "fecha", "data", "to", "an", "à", "para", "a", "aan", "subject", "betreff", "objet", "asunto",
    "oggetto", "onderwerp", "cc",
))
# fmt: on


class SentText:
    """The words of the mails that an answer may quote."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        lines = [fold(line) for text in texts for line in text.splitlines()]
        # What the reader wrote and we told back, after a bar, and moves in brackets: both may be written again.
        told = [line for line in lines if not line.startswith("|")]
        self._lines = frozenset(told) - {""}
        self._whole = " ".join(told)
        self._in_brackets = frozenset(inside.strip() for inside in _BRACKETS.findall(self._whole))

    def has(self, line: str) -> bool:
        """Whether the folded line stands in one of them, or is a longer part of one."""
        if line in self._lines:
            return True
        return len(line) >= KNOWN_PART and line in self._whole and line not in self._in_brackets


def own_lines(text: str, sent: SentText | None = None) -> list[str]:
    """The lines of a plain-text body that its sender wrote, in order, blank ones in between kept."""
    known = sent or SentText()
    lines = [line[:LONGEST_LINE] for line in text[:LONGEST_TEXT].splitlines()[:MOST_LINES]]
    folded = [fold(line) for line in lines]
    kept: list[str] = []
    index = 0
    while index < len(lines):
        line = folded[index]
        if _ends_own_text(folded, index):
            break
        if height := _attribution(folded, index):
            if not _quote_follows(folded, index + height):
                break
            index += height
            continue
        if not _is_quoted(line) and not known.has(line):
            kept.append(lines[index].rstrip())
        index += 1
    return _stripped(kept)


def _is_quoted(line: str) -> bool:
    return line.startswith((">", "|"))


def _ends_own_text(folded: Sequence[str], index: int) -> bool:
    """Whether only a signature or an unmarked quotation can follow from here."""
    line = folded[index]
    if _is_quoted(line):
        return False
    if _MARKER_WORDS in line.lower() or line in ("--", "__") or (len(line) >= 10 and not line.strip("_")):
        return True
    lower = line.lower()
    bare = lower.strip("-_= :>")
    return bare in _SEPARATORS or lower.startswith(_SIGNATURES) or _begins_header_block(folded, index)


def _begins_header_block(folded: Sequence[str], index: int) -> bool:
    """Outlook's way to quote: the header of the mail as lines, three of them in a row or nearly so."""
    if not _is_header(folded[index]):
        return False
    return sum(_is_header(line) for line in folded[index : index + 5]) >= 3


def _is_header(line: str) -> bool:
    name, colon, _ = line.lstrip("*").partition(":")
    return bool(colon) and name.strip("* ").lower() in _HEADERS


def _attribution(folded: Sequence[str], index: int) -> int:
    """How many lines the words "On ..., ... wrote:" take that begin here; 0 if they do not."""
    for height in (1, 2, 3):
        part = folded[index : index + height]
        if len(part) < height or not part[-1] or _is_quoted(part[-1]):
            return 0
        text = " ".join(part)
        if len(text) > 300:
            return 0
        if text.endswith(":") and _names_a_mail(text, folded, index + height):
            return height
    return 0


def _names_a_mail(text: str, folded: Sequence[str], following: int) -> bool:
    lower = text.lower()
    has_date_or_address = "@" in text or any(mark.isdigit() for mark in text)
    return has_date_or_address and (any(word in lower for word in _WROTE) or _quote_follows(folded, following))


def _quote_follows(folded: Sequence[str], index: int) -> bool:
    following = next((line for line in folded[index : index + 3] if line), "")
    return _is_quoted(following)


def _stripped(lines: list[str]) -> list[str]:
    """Without blank lines at both ends."""
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip():
        end -= 1
    return lines[start:end]


if __name__ == "__main__":
    sys.stdout.write("\n".join(own_lines(sys.stdin.read())) + "\n")
