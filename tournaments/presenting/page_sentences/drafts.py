"""Sentences of the pages on which an event is made or changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext


def players(most: int, entry: str, band: str = "") -> str:
    """How many players there is room for, who may enter, and with which ratings."""
    if band:
        return gettext("at most {most}; {entry}, with a rating {band}").format(most=most, entry=entry, band=band)
    return gettext("at most {most}; {entry}").format(most=most, entry=entry)


def start(at: datetime | None) -> str:
    """When the event starts."""
    if at is None:
        return gettext("when you start it")
    return gettext("automatically on {moment}, if enough players have entered").format(
        moment=date_format(localtime(at), gettext("l j F Y, H:i T"))
    )


def long_event(course: str, *, only_replayed: bool) -> str:
    """A warning about an event whose rounds can take longer than a season, with its length in words;
    ``only_replayed``: only if level matches are played again."""
    if only_replayed:
        return gettext(
            "If matches are level and played again, the event can last longer than half a year: {course} Fewer days "
            "for a round bring its latest end nearer."
        ).format(course=course)
    return gettext(
        "By its deadlines the event can last longer than half a year: {course} Fewer days for a round, or fewer "
        "rounds, bring its end nearer."
    ).format(course=course)


def ties(tie_breaks: Sequence[str]) -> str:
    """How ties are broken; empty where points do not decide places."""
    if not tie_breaks:
        return ""
    then = gettext(", then ")
    return gettext("Ties are broken by: {tie_breaks}.").format(tie_breaks=then.join(tie_breaks))


def what_is_fixed(*, is_open: bool) -> str:
    """What can be changed until when."""
    fixed = gettext(
        "Game and director never change. With the first pairing, layout, counting, clocks and pauses are fixed; "
        "deadlines can still be moved."
    )
    if not is_open:
        return fixed
    notified = gettext("Players have entered: they are notified of each change and can withdraw until the start.")
    return f"{notified} {fixed}"


def written(event: str, *, is_draft: bool) -> str:
    """What has been done."""
    if is_draft:
        return gettext("{event} is a draft. Open it for entries when it is as you want it.").format(event=event)
    return gettext("{event} is changed, and its players are notified.").format(event=event)


def after_sending(*, is_open: bool) -> str:
    """What becomes of the event that is looked at once more."""
    if is_open:
        return gettext("Everybody who has entered is notified of what has changed.")
    return gettext("It stays a draft that only you see until you open it for entries.")
