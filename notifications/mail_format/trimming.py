"""What a person wrote in an answer, without what was quoted. Linear in the length of the text, and never raises.

Lines are looked at one by one, with at most a few around them; no pattern spans lines. What programs write into answers
stands in ``phrases``.

``python -m notifications.mail_format.trimming`` trims the plain-text body on standard input.
"""

from __future__ import annotations

import re
import sys
from enum import Enum, auto

from games.rules.folding import fold
from notifications.mail_format import phrases
from notifications.mail_format.beside import POSTSCRIPT, retracts
from notifications.mail_format.parsing import MOST_TEXT
from notifications.mail_format.quotation import RULE_LINE, QuotedBody, SentText, names_a_device, names_a_mail

LONGEST_LINE = 1_000
MOST_LINES = 1_000
MOST_OWN_LINES = 400
MOST_BELOW = 12  # lines below the beginning of a signature that are looked at for a postscript
MOST_DEVICES = 10  # lines like "Sent from my telephone" above an answer


def own_lines(text: str, sent: SentText | None = None) -> list[str]:
    """The lines of a plain-text body that its sender wrote, in order, blank ones in between kept.

    Words above a quotation that is not marked stay in front of what may be quoted or the sender's own.
    """
    pieces = _parted(*_taken_apart(text), sent or SentText())
    if not _has_own(pieces):
        return []
    return _unwrapped(_stripped([line for line, part in pieces if part is not Part.QUOTED]))


def is_too_long(text: str, own: list[str]) -> bool:
    """Whether lines of a person's own may be left out, as there are too many."""
    given = text.splitlines()
    return len(own) >= MOST_OWN_LINES or (len(given) > MOST_LINES and not given[MOST_LINES].startswith((">", "|")))


_GAPS = re.compile(r"[ \t]{2,}")
_WRAPPED_AFTER = 45  # characters of a line, from which on a program may have broken it
_GOES_ON = re.compile(r"[0-9,>-]")


def _unwrapped(lines: list[str]) -> list[str]:
    """Steps of one turn on a line that a program broke within a step, whole again.

    Only where it cannot be whole: what follows its last semicolon has no digit, or the next line begins with one.
    """
    whole: list[str] = []
    last = ""
    for line in lines:
        step = last.rpartition(";")[2].strip() if ";" in last else ""
        is_open = bool(step) and not any(map(str.isdigit, step))
        if step and line.strip() and len(last) >= _WRAPPED_AFTER and (is_open or _GOES_ON.match(line)):
            whole[-1] += f" {line}"
        else:
            whole.append(line)
        last = line
    return whole


def trimmed(text: str) -> str:
    """The answer as a person reads it: ``own_lines``, and what was quoted between them to be answered piece by piece.

    A mail that is nothing but a quotation, or nothing but a forwarded mail, stays what it is.
    """
    lines, body = _taken_apart(text)
    pieces = _parted(lines, body, SentText())
    if not _has_own(pieces):
        pieces = _parted(lines, body, SentText(), is_forward=True)
    pieces = [(line, part) for line, part in pieces if part is not Part.ATTRIBUTION]
    if _has_own(pieces):
        return "\n".join(_stripped(_answered(pieces)))
    quoted = [line for line, _ in pieces]
    first = next((line for line in quoted if line.strip()), "")
    is_thread = names_a_mail(fold(first).lstrip("> "), is_quote_next=False)
    return "" if is_thread else "\n".join(_stripped(quoted))


def _has_own(pieces: list[tuple[str, Part]]) -> bool:
    return any(part is Part.OWN and line.strip() for line, part in pieces)


def _answered(pieces: list[tuple[str, Part]]) -> list[str]:
    """The lines without the quotation at the end, if below it nothing or only a good-bye is left."""
    last = max((at for at, (_, part) in enumerate(pieces) if part is Part.QUOTED), default=-1)
    below = [line for line, _ in pieces[last + 1 :] if line.strip()]
    if last < 0 or (below and not below[0].lower().startswith(phrases.SIGN_OFFS)):
        return [line for line, _ in pieces]
    first = last
    while first >= 0 and (pieces[first][1] is Part.QUOTED or not pieces[first][0].strip()):
        first -= 1
    return [
        *(line for line, _ in pieces[: first + 1]),
        *([""] if below else []),
        *(line for line, _ in pieces[last + 1 :] if line.strip()),
    ]


class Part(Enum):
    """Whose a line is that is kept."""

    OWN = auto()
    QUOTED = auto()
    ATTRIBUTION = auto()  # of lines that are not marked as quoted, so whose they are is not known


def _taken_apart(text: str) -> tuple[list[str], QuotedBody]:
    given = [_cut(line).rstrip() for line in text[:MOST_TEXT].splitlines()[:MOST_LINES]]
    folded = [fold(line)[:LONGEST_LINE] for line in given]
    lines = [line if plain else "" for line, plain in zip(given, folded, strict=True)]  # of unseen signs alone: blank
    return lines, QuotedBody(folded)


def _cut(line: str) -> str:
    """A line that is not too long: gaps first, which anybody can make longer where a signature is relaxed."""
    return line if len(line) <= LONGEST_LINE else _GAPS.sub(" ", line)[:LONGEST_LINE]


def _parted(lines: list[str], body: QuotedBody, known: SentText, *, is_forward: bool = False) -> list[tuple[str, Part]]:
    """The lines up to where only a signature or a quotation without marks follows, each with whose it is.

    Lines above quotations that name their writer are left out, and so is a quotation under which the answer begins.
    ``is_forward``: what stands below the words "Forwarded message" is asked for, not what stands above.
    """
    pieces: list[tuple[str, Part]] = []
    has_own = is_answer_below = False
    index = count = devices = 0
    while index < len(lines) and count < MOST_OWN_LINES:
        line = body.folded[index]
        if attribution := body.attributions.get(index):
            end, before = attribution
            if before:
                pieces.append((before, Part.OWN))
                has_own = True
            if not body.quote_follows(end) and (has_own or body.has_marker_below(end)):
                break
            if not body.quote_follows(end):
                above = lines[index:end]
                pieces += [(words, Part.ATTRIBUTION) for words in above if not words.lstrip().startswith((">", "|"))]
            is_answer_below = is_answer_below or not has_own
            index = body.start_of_quotation(end)
        elif body.is_quoted[index]:
            if not is_answer_below or has_own:
                pieces.append((lines[index], Part.QUOTED))
            index += 1
        elif is_forward and (end := body.end_of_forward(index)):
            index, is_forward = end, False
        elif body.is_end(index, has_own=has_own):
            pieces += _below_signature(lines, body, known, index) if line == "--" else []
            break
        elif line == "--" and not has_own:
            index = body.next_quotation(index)
        elif names_a_device(line):
            if has_own or devices >= MOST_DEVICES:
                pieces += _below_signature(lines, body, known, index)
                break
            devices += 1
            index += 1
        else:
            if not body.is_known(index, known) and not body.is_tail_of_quotation(index):
                pieces.append((lines[index], Part.OWN))
                has_own = has_own or bool(line.strip(RULE_LINE))
                count += bool(line)
            index += 1
    return pieces


def _below_signature(lines: list[str], body: QuotedBody, known: SentText, index: int) -> list[tuple[str, Part]]:
    """What its writer typed below the first line of a signature: it may take back what stands above.

    That is a postscript, and below the name of a telephone and a blank line everything, where a quotation that is
    marked or announced follows, or nothing.
    """
    is_device = lines[index] != "--"
    start = index + 2 if is_device and lines[index + 1 : index + 2] == [""] else 0
    for at in range(index + 1, min(index + MOST_BELOW, len(lines))):
        if body.is_quoted[at] or at in body.attributions or body.is_end(at, has_own=True) or body.is_known(at, known):
            return [(line, Part.OWN) for line in lines[start:at]] if start else []
        start = start or (at if POSTSCRIPT.match(body.folded[at].lower()) or retracts(body.folded[at]) else 0)
    is_whole = len(lines) <= index + MOST_BELOW
    return [(line, Part.OWN) for line in lines[start:]] if start and is_whole else []


# Lines ----------------------------------------------------------------------------------------------------------------


def _stripped(lines: list[str]) -> list[str]:
    """Without blank lines at both ends, and without rules drawn at the end."""
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip(RULE_LINE):
        end -= 1
    return lines[start:end]


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.write(trimmed(sys.stdin.read()) + "\n")
