"""Days as people write them in a command: 2026-12-24, 24.12.2026, 24 Dec 2026, 24. Dezember. Pure.

Two numbers with a stroke between them are not read: half the world means the other day by them.
"""

from __future__ import annotations

import re
from datetime import date

# How they begin in all languages of the service, in small letters; the rest of a name may be left out.
_MONTHS = ("jan", "feb", "mar mär", "apr", "may mai", "jun", "jul", "aug", "sep", "oct okt", "nov", "dec dez")
_NUMBERS = {start: number for number, starts in enumerate(_MONTHS, start=1) for start in starts.split()}
_MONTH = rf"(?:{'|'.join(_NUMBERS)})[a-zä]*"
_DAY = (
    r"(?P<iso>\d{4}-\d{1,2}-\d{1,2})"
    r"|(?P<d>\d{1,2})(?:\.\s?(?P<number>\d{1,2})\.?"
    rf"|(?:\.|st|nd|rd|th)?\s?(?P<m>{_MONTH})\.?)(?:,?\s?(?P<y>\d{{4}}))?"
    rf"|(?P<mm>{_MONTH})\.?\s(?P<dd>\d{{1,2}})(?:st|nd|rd|th)?(?:,?\s(?P<yy>\d{{4}}))?"
)
_ONE_DAY = re.compile(_DAY, re.ASCII)
_ANY = re.sub(r"\?P<\w+>", "?:", _DAY)
SPAN = re.compile(  # a day, or two, in small letters
    rf"({_ANY})(?:(?:\s*(?:-|,|to|until|till|bis)\s*|\s+)({_ANY}))?\.?", re.ASCII
)


def read_span(text: str, today: date) -> tuple[date, date] | None:
    """First and last day; the same for one day alone. A year that is left out is the next in which the day comes.

    None for a text that is no days, or days that no calendar has.
    """
    match = SPAN.fullmatch(text.lower())
    if match is None:
        return None
    try:
        first = _day(match[1], today)
        return first, _day(match[2], first) if match[2] else first
    except ValueError:
        return None


def _day(text: str, not_before: date) -> date:
    """Raises ValueError for a day that is none."""
    said = _ONE_DAY.fullmatch(text)
    if said is None:
        raise ValueError(text)
    if iso := said["iso"]:
        year, month, day = map(int, iso.split("-"))
        return date(year, month, day)
    day, name, year_said = int(said["d"] or said["dd"]), said["m"] or said["mm"], said["y"] or said["yy"]
    month = _NUMBERS[name[:3]] if name else int(said["number"])
    if year_said:
        return date(int(year_said), month, day)
    for year in range(not_before.year, not_before.year + 9):  # 29 February comes again within eight years
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= not_before:
            return found
    raise ValueError(text)
