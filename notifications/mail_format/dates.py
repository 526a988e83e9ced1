"""Days as people write them in a command: 2026-12-24, 24.12.2026, 24 Dec 2026, 24. Dezember. Pure.

Two numbers with a stroke between them are not read: half the world means the other day by them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from django.utils.translation import gettext

# In all languages, in small letters. The beginning of a name is enough if it has three letters and is no other month's:
# with the French names, "juin" and "juil" are read and "jui" is not.
_MONTHS = (
    ("january", "januar"), ("february", "februar"), ("march", "märz"), ("april",), ("may", "mai"), ("june", "juni"),
    ("july", "juli"), ("august",), ("september",), ("october", "oktober"), ("november",), ("december", "dezember"),
)  # fmt: skip


def numbers_of(months: Iterable[Iterable[str]]) -> dict[str, int]:
    """The number of a month by each beginning of its names that can mean no other month."""
    found: dict[str, set[int]] = {}
    for number, names in enumerate(months, start=1):
        for name in names:
            for end in range(3, len(name) + 1):
                found.setdefault(name[:end], set()).add(number)
    return {start: min(numbers) for start, numbers in found.items() if len(numbers) == 1}


_NUMBERS = numbers_of(_MONTHS)
_MONTH = "|".join(sorted(_NUMBERS, key=len, reverse=True))
_DAY = (
    r"(?P<iso{0}>\d{{4}}-\d{{1,2}}-\d{{1,2}})"
    r"|(?P<day{0}>\d{{1,2}})\.\s?(?P<month{0}>\d{{1,2}})\.?(?:\s?(?P<year{0}>\d{{4}}))?"
    rf"|(?P<d{{0}}>\d{{{{1,2}}}})(?:\.|st|nd|rd|th)?\s?(?P<m{{0}}>{_MONTH})\.?(?:,?\s(?P<y{{0}}>\d{{{{4}}}}))?"
    rf"|(?P<mm{{0}}>{_MONTH})\.?\s(?P<dd{{0}}>\d{{{{1,2}}}})(?:st|nd|rd|th)?(?:,?\s(?P<yy{{0}}>\d{{{{4}}}}))?"
)
SPAN = re.compile(  # a day, or two, in small letters
    rf"(?:{_DAY.format(1)})(?:(?:\s*(?:-|,|to|until|till|bis)\s*|\s+)(?:{_DAY.format(2)}))?\.?", re.ASCII
)


def read_span(text: str, today: date) -> tuple[date, date] | None:
    """First and last day; the same for one day alone. A year that is left out is the next in which the day comes.

    None for a text that is no days, or days that no calendar has.
    """
    match = SPAN.fullmatch(text.lower())
    if match is None:
        return None
    try:
        first = _day(match, 1, today)
        has_last = any(match[f"{name}2"] for name in ("iso", "day", "d", "dd"))
        return first, _day(match, 2, first) if has_last else first
    except ValueError:
        return None


def _day(match: re.Match[str], which: int, not_before: date) -> date:
    """One of the two days. Raises ValueError for one that is none."""
    if iso := match[f"iso{which}"]:
        year, month, day = map(int, iso.split("-"))
        return date(year, month, day)
    day = int(match[f"day{which}"] or match[f"d{which}"] or match[f"dd{which}"])
    name = match[f"m{which}"] or match[f"mm{which}"]
    month = _NUMBERS[name] if name else int(match[f"month{which}"])
    if written := match[f"year{which}"] or match[f"y{which}"] or match[f"yy{which}"]:
        return date(int(written), month, day)
    for year in range(not_before.year, not_before.year + 9):  # 29 February comes again within eight years
        try:
            found = date(year, month, day)
        except ValueError:
            continue
        if found >= not_before:
            return found
    raise ValueError(gettext("There is no such day."))
