"""How mail programs mark what they quote: attributions, separators, old headers, lines about devices. Pure."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property

from games.rules.folding import fold
from notifications.mail_format import phrases

# Everything below this line in an answer is ours, in whichever language we wrote it. Fixed ASCII, so that every mail
# program leaves it as it is.
MARKER = "=== Write your answer above this line ==="
MARKERS = {"en": MARKER, "de": "=== Antworte oberhalb dieser Zeile ==="}
_MARKER_WORDS = tuple(marker.strip("= ").lower() for marker in MARKERS.values())
MOST_ATTRIBUTIONS = 100  # that are looked for: those further down are in what was quoted
RULE_LINE = "-_=*#~+ \u1427"  # what lines are drawn with between texts; the last is a mark that a tracker leaves
_INITIALS = re.compile(r"([A-Z][A-Za-z]{0,11})>(?: |$)")
_LINK = ("http://", "https://")
_TAIL_AFTER = 60  # characters of a quoted line, from which on its program may have broken it in two
_DATE = re.compile(
    r"(?=\d)(?:\b(?:19|20)\d\d\b|\b\d{1,4}[-./]\d{1,2}[-./]\d{1,4}|\b\d{1,2}[:.h]\d\d\b|(?:19|20)\d\d年|\d{1,2}月\d{1,2}日)"
)
_TIME = re.compile(r"(?=\d)\b\d{1,2}[:.h]\d\d\b")
_DAY_FIRST = re.compile(r"\w{2,12}\.?,? \d")  # a day of the week, then the date
_STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d (?:GMT|UTC)[+-]\d")
_ADDRESS = re.compile(r"@[\w-]*[^\W\d]")  # and no placement such as C3@0,0
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


class QuotedBody:
    """The folded lines of a body and what can be said of each of them."""

    def __init__(self, folded: list[str]) -> None:
        self.folded = folded
        prefixes = Counter(match[1] for line in folded if (match := _INITIALS.match(line)))
        self._initials = {prefix for prefix, count in prefixes.items() if count > 1}
        self.is_quoted = [self._is_quoted(line) for line in folded]
        unmarked = (at for at, line in enumerate(folded) if _is_marker(line) and not self.is_quoted[at])
        self._last_marker = max(unmarked, default=-1)
        # Of the words "On ..., ... wrote:", by where they begin: where they end, and what stands before them.
        self.attributions: dict[int, tuple[int, str]] = {}
        candidates = (at for at, line in enumerate(folded) if line and _may_attribute(line))
        for index, _ in zip(candidates, range(MOST_ATTRIBUTIONS), strict=False):
            if found := self._attribution_ending_at(index):
                start, before = found
                self.attributions[start] = index + 1, before

    def _is_quoted(self, line: str) -> bool:
        if line.startswith((">", "|")):
            return True
        match = self._initials and _INITIALS.match(line)
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
        return self._last_marker >= index

    def next_quotation(self, index: int) -> int:
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
        if (line == "--" and has_own) or _is_one_of(line, phrases.SEPARATORS + phrases.FORWARDED):
            return True
        return bool(self._end_of_headers(index))

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
        is_telling = first in ("from", "date") and bool(_ADDRESS.search(value) or _DATE.search(value))
        enough = 2 if is_telling else 3
        if len(kinds - {"other"}) < enough:
            return 0
        while end < len(self.folded) and self.folded[end]:  # a long subject goes on
            end += 1
        return end

    # Attributions

    def _attribution_ending_at(self, index: int) -> tuple[int, str] | None:
        """The line on which the words begin whose last line this is, and what stands before them there."""
        line = self.folded[index]
        if self.is_quoted[index] and not self._closes(index):
            return None
        bare = line.rstrip(" -*_")
        is_quote_next = self.quote_follows(index + 1)
        if not bare.endswith(":") and not _ends_in_wrote(bare):
            if _STAMP.match(line) or (is_quote_next and _DATE.search(line) and _ADDRESS_ENDS.search(bare)):
                return index, ""
            return None
        start = self._start_of_attribution(index, is_quote_next)
        if start is None:
            return None
        start = self._with_date_above(start)
        shared = _on_shared_line(self.folded[start])
        return start, self.folded[start][: shared.start()].strip() if shared else ""

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
            if at < index and (self.is_quoted[at] or (line.endswith((".", "!", "?")) and not _ADDRESS.search(line))):
                break
            gaps += not line
            part = f"{line} {part}".strip()
            if gaps > 1 or len(part) > _LONGEST_ATTRIBUTION:
                break
            closes_more = part.count(">") > part.count("<") or part.count(")") > part.count("(")
            if not line or closes_more:
                continue
            if not names_a_mail(part, is_quote_next=False):
                weak = at if weak is None and names_a_mail(part, is_quote_next) else weak
                continue
            if _opens(line) if at < index else _DATE.search(line):
                return at
            best = at if best is None else best
            if _ADDRESS.search(line) and not line.startswith("<"):
                break
        return weak if best is None else best


def _on_shared_line(line: str) -> re.Match[str] | None:
    return _SHARED_LINE.search(line) if "On " in line else None


def _without_answer(line: str) -> str:
    """The words above a quotation alone, where the answer stands in front of them on the same line."""
    shared = _on_shared_line(line)
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


def _says_wrote(lower: str) -> bool:
    if not phrases.WROTE.isdisjoint(_WORD.findall(lower)):
        return True
    return not lower.isascii() and any(map(lower.__contains__, phrases.WROTE_WITHIN))


def _ends_in_wrote(bare: str) -> bool:
    return _says_wrote(bare.lower()[-24:].rpartition(" ")[2])


def names_a_mail(text: str, is_quote_next: bool) -> bool:
    has_date = bool(_DATE.search(text))
    has_address = bool(_ADDRESS.search(text))
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
    lower = line.lower()
    return any(words in lower for words in _MARKER_WORDS)


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


_MACHINE = re.compile(  # in small letters
    r"[^\x00-\u024f]|\d|phone|mobil|m[o\xf3]vil|celular|tele|tablet|handy|pad\b|droid|mail|laptop|computer|\bpc\b|smart"
    r"|device|ger\xe4t|dispositi|appar|blackberry|galaxy|samsung|huawei|xiaomi|redmi|nokia|pixel|moto\b|sony|windows|outlook"
)
_OWN = re.compile(r"\b(?:my|mein\w*|mon|ma|mi|mi[oa]|mijn|min|meu|minha|moj\w+)\b")
_PUNCTUATION = re.compile(r"[,;]|\.(?= |$)")
_NAME_FIRST = ("diese nachricht", "von mein", "from my", "someone from", "從我的", "나의", "내 ", "iphone", "ipad")


def names_a_device(line: str) -> bool:
    """Whether this is a line like "Sent from my telephone", and no sentence that goes on.

    Behind *my* only a machine counts: not "Sent from my imagination".
    """
    lower = line.lower().strip("<>()[]*_ ") if len(line) <= 120 else ""
    begins = lower.startswith(phrases.SENT_FROM)
    ends = lower.endswith(phrases.SENT_FROM_LAST) or "from my" in lower
    if not begins and not (ends and len(line) <= 60 and lower.startswith(_NAME_FIRST)):
        return False
    is_capital = not begins or any(word != word.lower() for word in line.split()[1:])
    if not _MACHINE.search(lower) and (not is_capital or _OWN.search(lower)):
        return False
    first, *rest = _PUNCTUATION.split(lower, maxsplit=1)
    words = [word for word in first.split() if not word.startswith(("http", "<http", "(http"))]
    is_whole = not rest or not rest[0].strip() or rest[0].strip().startswith(phrases.EXCUSES)
    return len(words) <= 12 and is_whole and phrases.NO_DEVICE.isdisjoint(_WORD.findall(lower))


KNOWN_PART = 20  # characters from which on a piece of our own mail, wrapped anew, is recognised
QUICK_SEARCHES = 50  # after which an index is made: it takes longer than these, and a text can ask for thousands


_BRACKETS = re.compile(r"\[([^\[\]]*)\]")


class SentText:
    """The words of the mails that an answer may quote."""

    def __init__(self, texts: Sequence[str] = ()) -> None:
        self._texts = texts
        self._searches = 0

    @cached_property
    def _described(self) -> list[str]:
        """The lines of all of them but what the reader wrote and we quoted, after a bar: they may write that again."""
        lines = [line for text in self._texts for line in text.splitlines()]
        folded = {line: fold(line) for line in set(lines)}
        return [folded[line] for line in lines if not folded[line].startswith("|")]

    @cached_property
    def _lines(self) -> frozenset[str]:
        return frozenset(self._described) - {""}

    @cached_property
    def _whole(self) -> str:
        return " ".join(self._described)

    @cached_property
    def _in_brackets(self) -> frozenset[str]:
        return frozenset(inside.strip() for inside in _BRACKETS.findall(self._whole))

    @cached_property
    def _beginnings(self) -> frozenset[str]:
        return frozenset(self._whole[at : at + KNOWN_PART] for at in range(len(self._whole)))

    def has(self, line: str) -> bool:
        """Whether the folded line stands in one of them, or is a longer part of one."""
        return line in self._lines or (self._has_part(line) and line not in self._in_brackets)

    def has_between(self, above: str, line: str, below: str) -> bool:
        """Whether a folded line is a piece of one of them that was broken anew: together with a line beside it."""
        return any(map(self._has_part, (f"{above} {line}" if above else "", f"{line} {below}" if below else "")))

    def _has_part(self, part: str) -> bool:
        """Whether words that are long enough stand somewhere in them."""
        if len(part) < KNOWN_PART:
            return False
        self._searches += 1
        if self._searches > QUICK_SEARCHES and part[:KNOWN_PART] not in self._beginnings:
            return False
        return part in self._whole
