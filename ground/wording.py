"""Translation for modules that know no Django: English, unless whoever shows their sentences has set a translator.

Each call asks the translator anew, so that a sentence is in the language of the reader for whom it is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime, timedelta

_one: Callable[[str], str] = lambda message: message  # noqa: E731 - replaced by ``translate_with``
_counted: Callable[[str, str, int], str] = lambda one, many, number: one if number == 1 else many  # noqa: E731


def translate_with(one: Callable[[str], str], counted: Callable[[str, str, int], str]) -> None:
    """Set the translator of the process: gettext and ngettext of whoever knows the reader's language."""
    global _one, _counted
    _one, _counted = one, counted


def gettext(message: str) -> str:
    """The message in the language of the reader."""
    return _one(message)


def ngettext(one: str, many: str, number: int) -> str:
    """The form of the message for the number, in the language of the reader."""
    return _counted(one, many, number)


def gettext_noop(message: str) -> str:
    """The message as it is: marked for translators, and translated where it is shown."""
    return message


def ngettext_noop(one: str, many: str) -> tuple[str, str]:
    """The two forms of a message as they are: marked for translators, and chosen where they are shown."""
    return one, many


# Sentences that are stored --------------------------------------------------------------------------------------------

_kept: dict[str, re.Pattern[str]] = {}
_MARKED_INSIDE = ("error", "form")  # placeholders whose values are messages, too


def kept(message: str) -> str:
    """The message as it is, for sentences that the service writes into logs: stored in English with its values filled
    in, it is read by ``reread``. Logs keep the words with which they were written, so a new wording is a new message.
    """
    text, *rest = re.split(r"\{(\w+)\}", message)
    pattern = re.escape(text)
    for number, (name, text) in enumerate(zip(rest[::2], rest[1::2], strict=True)):
        is_known = name in rest[: 2 * number : 2]
        pattern += (f"(?P={name})" if is_known else f"(?P<{name}>.+)") + re.escape(text)
    _kept[message] = re.compile(pattern, re.DOTALL)
    return message


def reread(text: str) -> str:
    """A stored sentence in the language of the reader; what people wrote themselves stays as it is."""
    for message, pattern in _kept.items():
        if found := pattern.fullmatch(text):
            values = found.groupdict()
            marked = {name: gettext(reread(values[name])) for name in _MARKED_INSIDE if name in values}
            return gettext(message).format(**(values | marked))
    return text


# Lists, days, moments and spans ---------------------------------------------------------------------------------------


def and_list(words: Sequence[str]) -> str:
    """ "anna", "anna and ben", "anna, ben and dora"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{all_but_last} and {last}").format(all_but_last=", ".join(words[:-1]), last=words[-1])


def or_list(words: Sequence[str], *, between: str = ", ") -> str:
    """ "anna", "anna or ben", "anna, ben or dora"."""
    if len(words) < 2:
        return "".join(words)
    return gettext("{all_but_last} or {last}").format(all_but_last=between.join(words[:-1]), last=words[-1])


_MONTHS = (
    gettext_noop("January"),
    gettext_noop("February"),
    gettext_noop("March"),
    gettext_noop("April"),
    gettext_noop("May"),
    gettext_noop("June"),
    gettext_noop("July"),
    gettext_noop("August"),
    gettext_noop("September"),
    gettext_noop("October"),
    gettext_noop("November"),
    gettext_noop("December"),
)


def day_in_words(day: date) -> str:
    """ "3 March 2026"."""
    return gettext("{day} {month} {year}").format(day=day.day, month=gettext(_MONTHS[day.month - 1]), year=day.year)


def moment_in_utc(at: datetime) -> str:
    """ "3 March 2026, 14:00 UTC"."""
    at = at.astimezone(UTC)
    return gettext("{day}, {time} UTC").format(day=day_in_words(at), time=f"{at:%H:%M}")


_UNITS = (
    (ngettext_noop("{count} day", "{count} days"), 86400),
    (ngettext_noop("{count} hour", "{count} hours"), 3600),
    (ngettext_noop("{count} minute", "{count} minutes"), 60),
    (ngettext_noop("{count} second", "{count} seconds"), 1),
)


def time_in_words(span: timedelta) -> str:
    """A span of time for people, in its two largest units: "2 days 4 hours", "36 hours", "5 minutes"."""
    seconds = max(0, int(span.total_seconds()))
    if not seconds:
        return gettext("no time")
    units = _UNITS[1:] if seconds % 86400 and seconds < 2 * 86400 else _UNITS[:3]
    parts = []
    for (one, many), size in units:
        count, seconds = divmod(seconds, size)
        if count:
            parts.append(ngettext(one, many, count).format(count=count))
    return " ".join(parts[:2])


def blocks_of(text: str) -> list[str]:
    """What stands between empty lines."""
    return [block for block in text.strip("\n").split("\n\n") if block.strip()]


def translated(text: str) -> str:
    """A document in the language of the reader; blocks without a translation as they are."""
    return "\n\n".join(gettext(block) for block in blocks_of(text)) + "\n"
