"""What a person wrote in an answer, without what was quoted. Linear in the length of the text, and never raises.

Lines are looked at one by one, with at most a few around them; no pattern spans lines. What programs write into answers
stands in ``phrases``.

``python -m notifications.mail_format.trimming`` trims the plain-text body on standard input.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, auto

from games.rules.folding import fold
from notifications.mail_format import phrases

# Everything below this line in an answer is ours. Fixed ASCII, so that every mail program leaves it as it is.
MARKER = "=== Write your answer above this line ==="
_MARKER_WORDS = MARKER.strip("= ").lower()

LONGEST_TEXT = 262_144
LONGEST_LINE = 1_000
MOST_LINES = 2_000
MOST_OWN_LINES = 400
MOST_ATTRIBUTIONS = 200  # that are looked for: those further down are in what was quoted
MOST_DEVICES = 10  # lines like "Sent from my telephone" above an answer
KNOWN_PART = 20  # characters from which on a piece of our own mail, wrapped anew, is recognised

_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


class SentText:
    """The words of the mails that an answer may quote."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        lines = [fold(line) for text in texts for line in text.splitlines()]
        # What the reader wrote and we told back, after a bar, and moves in brackets: both may be written again.
        told = [line for line in lines if not line.startswith("|")]
        self._lines = frozenset(told) - {""}
        self._whole = " ".join(told)
        self._in_brackets = frozenset(inside.strip() for inside in _BRACKETS.findall(self._whole))
        # A search through the whole text is long: only for what begins like something in it.
        self._beginnings = frozenset(self._whole[at : at + KNOWN_PART] for at in range(len(self._whole)))

    def has(self, line: str) -> bool:
        """Whether the folded line stands in one of them, or is a longer part of one."""
        if line in self._lines:
            return True
        if len(line) < KNOWN_PART or line[:KNOWN_PART] not in self._beginnings:
            return False
        return line in self._whole and line not in self._in_brackets

    def has_between(self, above: str, line: str, below: str) -> bool:
        """Whether a folded line is a piece of one of them that was broken anew: together with a line beside it."""
        return any(
            len(both) >= KNOWN_PART and both[:KNOWN_PART] in self._beginnings and both in self._whole
            for both in (f"{above} {line}" if above else "", f"{line} {below}" if below else "")
        )


def own_lines(text: str, sent: SentText | None = None) -> list[str]:
    """The lines of a plain-text body that its sender wrote, in order, blank ones in between kept."""
    pieces = _parted(*_taken_apart(text), sent or SentText())
    return _unwrapped(_stripped([line for line, part in pieces if part is Part.OWN]))


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
    if _has_own(pieces):
        return "\n".join(_stripped(_answered(pieces)))
    quoted = [line for line, _ in pieces]
    first = next((line for line in quoted if line.strip()), "")
    is_thread = _names_a_mail(fold(first).lstrip("> "), is_quote_next=False)
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


def _taken_apart(text: str) -> tuple[list[str], _Body]:
    lines = [line[:LONGEST_LINE].rstrip() for line in text[:LONGEST_TEXT].splitlines()[:MOST_LINES]]
    return lines, _Body([fold(line)[:LONGEST_LINE] for line in lines])


def _parted(lines: list[str], body: _Body, known: SentText, *, is_forward: bool = False) -> list[tuple[str, Part]]:
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
            if attribution.before:
                pieces.append((attribution.before, Part.OWN))
                has_own = True
            if not body.quote_follows(attribution.end) and (has_own or body.has_marker_below(attribution.end)):
                break
            is_answer_below = is_answer_below or not has_own
            index = body.start_of_quotation(attribution.end)
        elif body.is_quoted[index]:
            if not is_answer_below or has_own:
                pieces.append((lines[index], Part.QUOTED))
            index += 1
        elif is_forward and (end := body.end_of_forward(index)):
            index, is_forward = end, False
        elif body.is_end(index, has_own=has_own):
            break
        elif line == "--" and not has_own:
            index = body.next_quotation(index)
        elif _names_a_device(line):
            if has_own or devices >= MOST_DEVICES:
                break
            devices += 1
            index += 1
        else:
            if not body.is_known(index, known) and not body.is_tail_of_quotation(index):
                pieces.append((lines[index], Part.OWN))
                has_own = has_own or bool(line.strip(_RULES))
                count += bool(line)
            index += 1
    return pieces


# Lines ----------------------------------------------------------------------------------------------------------------

_RULES = "-_=*#~+ \u1427"  # what lines are drawn with between texts; the last is a mark that a tracker leaves
_INITIALS = re.compile(r"([A-Z][A-Za-z]{0,11})>(?: |$)")
_LINK = ("http://", "https://")
_TAIL_AFTER = 60  # characters of a quoted line, from which on its program may have broken it in two

_DATE = re.compile(
    r"\b(?:19|20)\d\d\b|\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\b\d{1,2}[:.h]\d\d\b|(?:19|20)\d\d年|\d{1,2}月\d{1,2}日"
)
_TIME = re.compile(r"\b\d{1,2}[:.h]\d\d\b")
_DAY_FIRST = re.compile(r"\w{2,12}\.?,? \d")  # a day of the week, then the date
_STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d (?:GMT|UTC)[+-]\d")
_ADDRESS_LAST = re.compile(r"@[^\s@]+ ?:$")
_ADDRESS_ENDS = re.compile(r"<[^\s<>@]+@[^\s<>@]+>$")
_SHARED_LINE = re.compile(
    r"(?<=\S) ?(?:-{2,} ?)?\bOn (?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|\d|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug)"
)
_WORD = re.compile(r"[^\W\d_]+")
_OPENING = re.compile(rf"(?:{'|'.join(map(re.escape, sorted(phrases.OPENINGS, key=len, reverse=True)))})(?!\w)")
_LONGEST_ATTRIBUTION = 400
_MOST_HEIGHT = 5
_HEADER_WINDOW = 12


@dataclass(frozen=True)
class _Attribution:
    """Lines that say who wrote what is quoted below: where they end, and what stands before on the first of them."""

    end: int
    before: str = ""


class _Body:
    """The folded lines of a body and what can be said of each of them."""

    def __init__(self, folded: list[str]) -> None:
        self.folded = folded
        prefixes = Counter(match[1] for line in folded if (match := _INITIALS.match(line)))
        self._initials = {prefix for prefix, count in prefixes.items() if count > 1}
        self.is_quoted = [self._is_quoted(line) for line in folded]
        unmarked = (at for at, line in enumerate(folded) if _is_marker(line) and not self.is_quoted[at])
        self._last_marker = max(unmarked, default=-1)
        self.attributions: dict[int, _Attribution] = {}
        candidates = (at for at, line in enumerate(folded) if line and _may_attribute(line))
        for index, _ in zip(candidates, range(MOST_ATTRIBUTIONS), strict=False):
            if found := self._attribution_ending_at(index):
                start, attribution = found
                self.attributions[start] = attribution

    def _is_quoted(self, line: str) -> bool:
        if line.startswith((">", "|")):
            return True
        match = _INITIALS.match(line)
        return bool(match) and match[1] in self._initials  # type: ignore[index]

    def quote_follows(self, index: int) -> bool:
        """Whether the next line that is not blank, of the next three, is quoted."""
        following = next((at for at in range(index, min(index + 3, len(self.folded))) if self.folded[at]), None)
        return following is not None and self.is_quoted[following]

    def start_of_quotation(self, index: int) -> int:
        """Where to go on below an attribution: a line between it and the first quoted one is a piece of either."""
        if index + 1 < len(self.folded) and self.folded[index] and self.is_quoted[index + 1]:
            return index + (not self.is_quoted[index])
        return index

    def has_marker_below(self, index: int) -> bool:
        """Whether what follows unmarked is a mail of ours."""
        return self._last_marker >= index

    def next_quotation(self, index: int) -> int:
        """Where the next quotation begins; the end if there is none."""
        found = (at for at in range(index, len(self.folded)) if self.is_quoted[at] or at in self.attributions)
        return next(found, len(self.folded))

    def is_known(self, index: int, known: SentText) -> bool:
        """Whether a line stands in a mail that may be quoted, however its lines were broken."""
        line = self.folded[index]
        if not line or known.has(line):
            return bool(line)
        above = self.folded[index - 1] if index else ""
        below = self.folded[index + 1] if index + 1 < len(self.folded) else ""
        return known.has_between(above, line, below)

    def is_tail_of_quotation(self, index: int) -> bool:
        """Whether this is the end of a long quoted line that a program broke without marking it: between quoted lines,
        a piece of a link, or words that go on in small letters. What has a digit could be a move, and is let pass."""
        if not 0 < index < len(self.folded) - 1 or not self.is_quoted[index - 1] or not self.is_quoted[index + 1]:
            return False
        line, above = self.folded[index], self.folded[index - 1]
        if line.strip("<>()[] ").startswith(_LINK) or (any(map(above.__contains__, _LINK)) and " " not in line):
            return True
        return len(above) >= _TAIL_AFTER and line[:1].islower() and not any(map(str.isdigit, line))

    # Ends

    def is_end(self, index: int, *, has_own: bool) -> bool:
        """Whether only a signature or an unmarked quotation can follow from here."""
        line = self.folded[index]
        if not line:
            return False
        if _is_marker(line) or line == "__" or (len(line) >= 10 and not line.strip("_")):
            return True
        return (line == "--" and has_own) or _is_separator(line) or bool(self._end_of_headers(index))

    def end_of_forward(self, index: int) -> int:
        """Where the text of a forwarded mail begins whose announcement or header is here; 0 if there is none."""
        line = self.folded[index]
        if not _is_one_of(line, phrases.FORWARDED):
            return self._end_of_headers(index)
        start = next((at for at in range(index + 1, len(self.folded)) if self.folded[at]), index)
        return max(self._end_of_headers(start), index + 1)

    def _end_of_headers(self, index: int) -> int:
        """Outlook's way to quote: the header of the mail as lines. Where they end; 0 if none begin here.

        Two fields are enough if the first has an address or a date, else three, nearly in a row.
        """
        first = _header_kind(self.folded[index])
        if first is None:
            return 0
        kinds = {first}
        end = index + 1
        for at in range(index + 1, min(index + _HEADER_WINDOW, len(self.folded))):
            kind = _header_kind(self.folded[at])
            if kind is not None:
                kinds.add(kind)
                end = at + 1
            elif at - end >= 2:
                break
        value = self.folded[index]
        is_telling = first in ("from", "date") and ("@" in value or bool(_DATE.search(value)))
        enough = 2 if is_telling else 3
        if len(kinds - {"other"}) < enough:
            return 0
        while end < len(self.folded) and self.folded[end]:  # a long subject goes on
            end += 1
        return end

    # Attributions

    def _attribution_ending_at(self, index: int) -> tuple[int, _Attribution] | None:
        """The words "On ..., ... wrote:" whose last line this is, with the line on which they begin."""
        line = self.folded[index]
        if self.is_quoted[index] and not self._closes(index):
            return None
        bare = line.rstrip(" -*_")
        is_quote_next = self.quote_follows(index + 1)
        if not bare.endswith(":") and not _ends_in_wrote(bare):
            if _STAMP.match(line) or (is_quote_next and _DATE.search(line) and _ADDRESS_ENDS.search(bare)):
                return index, _Attribution(index + 1)
            return None
        start = self._start_of_attribution(index, is_quote_next)
        if start is None:
            return None
        start = self._with_date_above(start)
        shared = _SHARED_LINE.search(self.folded[start])
        before = self.folded[start][: shared.start()].strip() if shared else ""
        return start, _Attribution(index + 1, before)

    def _closes(self, index: int) -> bool:
        """Whether a line that looks quoted only closes the address that a line above has opened."""
        balance = 0
        for line in reversed(self.folded[max(index - _MOST_HEIGHT + 1, 0) : index]):
            balance += line.count("<") - line.count(">")
            if balance > 0:
                return self.folded[index].endswith(":")
        return False

    def _with_date_above(self, start: int) -> int:
        """Where the words begin if the date stands above the name, on lines that a comma ends."""
        for at in range(start - 1, max(start - _MOST_HEIGHT, -1), -1):
            line = self.folded[at]
            if self.is_quoted[at] or not line.endswith(",") or not _DATE.search(line):
                break
            start = at
        return start

    def _start_of_attribution(self, index: int, is_quote_next: bool) -> int | None:
        """The nearest line from which on the words up to this line name a mail: by a date if possible, else an address,
        else only by standing above a quotation."""
        best: int | None = None
        weak: int | None = None
        part = ""
        gaps = 0
        for at in range(index, max(index - _MOST_HEIGHT, -1), -1):
            line = _without_answer(self.folded[at])
            if at < index and (self.is_quoted[at] or (line.endswith((".", "!", "?")) and "@" not in line)):
                break
            gaps += not line
            part = f"{line} {part}".strip()
            if gaps > 1 or len(part) > _LONGEST_ATTRIBUTION:
                break
            if not line or _closes_more(part):
                continue
            if not _names_a_mail(part, is_quote_next=False):
                weak = at if weak is None and _names_a_mail(part, is_quote_next) else weak
                continue
            if _opens(line) if at < index else _DATE.search(line):
                return at
            best = at if best is None else best
            if "@" in line and not line.startswith("<"):
                break
        return weak if best is None else best


def _without_answer(line: str) -> str:
    """The words above a quotation alone, where the answer stands in front of them on the same line."""
    shared = _SHARED_LINE.search(line)
    return line[shared.start() :].lstrip("- ") if shared else line


def _opens(line: str) -> bool:
    """Whether the words above a quotation could begin with this line, and end with a later one."""
    return bool(_OPENING.match(line.lower()) or _DAY_FIRST.match(line)) or line[0].isdigit() or "<" in line[1:]


def _may_attribute(line: str) -> bool:
    """Whether the words above a quotation could end with this line; the first look, and quick."""
    if len(line) > _LONGEST_ATTRIBUTION or line[0] == "|" or (line[0] == ">" and line[-1] != ":"):
        return False
    bare = line.rstrip(" -*_")
    return bare.endswith((":", ">")) or bool(_STAMP.match(line)) or _ends_in_wrote(bare)


def _closes_more(text: str) -> bool:
    return text.count(">") > text.count("<") or text.count(")") > text.count("(")


def _says_wrote(lower: str) -> bool:
    return not phrases.WROTE.isdisjoint(_WORD.findall(lower)) or any(map(lower.__contains__, phrases.WROTE_WITHIN))


def _ends_in_wrote(bare: str) -> bool:
    return _says_wrote(bare.lower()[-24:].rpartition(" ")[2])


def _names_a_mail(text: str, is_quote_next: bool) -> bool:
    has_date = bool(_DATE.search(text))
    has_address = "@" in text
    if has_date and _ADDRESS_LAST.search(text):
        return True
    is_above_quotation = is_quote_next and text.endswith(":")
    if is_above_quotation and (has_date or has_address):
        return True
    is_between_dashes = text.startswith("--") and text.endswith("-")
    lower = text.lower()
    opens = has_date and (text[0].isdigit() or bool(_OPENING.match(lower.lstrip("-* "))))
    if not (is_above_quotation or has_address or is_between_dashes or opens or _TIME.search(text)):
        return False
    return _says_wrote(lower)


def _is_marker(line: str) -> bool:
    return _MARKER_WORDS in line.lower()


def _is_separator(line: str) -> bool:
    return _is_one_of(line, phrases.SEPARATORS) or _is_one_of(line, phrases.FORWARDED)


def _is_one_of(line: str, words: tuple[str, ...]) -> bool:
    """Whether a line has these words between dashes, or nothing but them."""
    bare = line.lower().lstrip("-_=*> ")
    if not bare.startswith(words):
        return False
    rest = bare[max(len(word) for word in words if bare.startswith(word)) :].strip(" *")
    return not rest.strip("-_=:") or (rest[0] in "-_=" and len(bare) + 3 <= len(line))


def _header_kind(line: str) -> str | None:
    name, colon, _ = line.lstrip("*>- ").partition(":")
    if not colon or len(name) > 24:
        return None
    return phrases.HEADERS.get(name.strip("* ").lower())


_PUNCTUATION = re.compile(r"[,;]|\.(?= |$)")


def _names_a_device(line: str) -> bool:
    """Whether this is a line like "Sent from my telephone", and no sentence that goes on."""
    if len(line) > 120:
        return False
    lower = line.lower().strip("<>()[]*_ ")
    if not lower.startswith(phrases.SENT_FROM):
        short = len(line) <= 60 and len(lower.split()) <= 8
        starts = ("diese nachricht", "von mein", "from my", "someone from", "從我的", "나의", "내 ", "iphone", "ipad")
        return short and lower.startswith(starts) and (lower.endswith(phrases.SENT_FROM_LAST) or "from my" in lower)
    first, *rest = _PUNCTUATION.split(lower, maxsplit=1)
    words = [word for word in first.split() if not word.startswith(("http", "<http", "(http"))]
    return len(words) <= 12 and (not rest or not rest[0].strip() or rest[0].strip().startswith(phrases.EXCUSES))


def _stripped(lines: list[str]) -> list[str]:
    """Without blank lines at both ends, and without rules drawn at the end."""
    start, end = 0, len(lines)
    while start < end and not lines[start].strip():
        start += 1
    while end > start and not lines[end - 1].strip(_RULES):
        end -= 1
    return lines[start:end]


if __name__ == "__main__":
    sys.stdin.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]
    sys.stdout.write(trimmed(sys.stdin.read()) + "\n")
