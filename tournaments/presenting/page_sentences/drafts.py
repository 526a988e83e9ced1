"""Sentences of the pages on which an event is made or changed."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext


def new_event(game: str = "") -> str:
    """The heading of the page on which one chooses what to play; the ``game`` where it has been chosen."""
    return gettext("A new event of {game}").format(game=game) if game else gettext("A new event")


def template_of_game(template: str, game: str) -> str:
    return gettext("{template} of {game}").format(template=template, game=game)


def change_event(event: str) -> str:
    return gettext("Change {event}").format(event=event)


def how_to_fill_in(meaning: str) -> str:
    """What an event of this kind is, and what to do with its form."""
    return gettext("{meaning} Give it a name; everything else is as each line says unless you open it.").format(
        meaning=meaning
    )


def players(most: int, entry: str, band: str = "") -> str:
    """How many players there is room for, who may enter, and with which ratings."""
    if band:
        return gettext("at most {most}; {entry}, with a rating {band}").format(most=most, entry=entry, band=band)
    return gettext("at most {most}; {entry}").format(most=most, entry=entry)


def start(at: datetime | None) -> str:
    """When the event starts."""
    if at is None:
        return gettext("when you start it")
    return gettext("by itself on {moment}, if enough players have entered").format(
        moment=date_format(localtime(at), "l j F Y, H:i T")
    )


def answer_time(span: str) -> str:
    return gettext("{span} each").format(span=span)


def condition_of_end(*, has_start: bool) -> str:
    """What the latest end of a game is counted from."""
    return gettext("That is if it began then.") if has_start else gettext("That is if it began now.")


def rated(*, is_rated: bool) -> str:
    return gettext("rated") if is_rated else gettext("not rated")


def ties(tie_breaks: Sequence[str]) -> str:
    """How ties are broken; empty where points do not decide places."""
    if not tie_breaks:
        return ""
    then = gettext(", then ")
    return gettext("Ties are broken by: {tie_breaks}.").format(tie_breaks=then.join(tie_breaks))


def send(*, is_change: bool) -> str:
    """The button at the end."""
    return gettext("Keep it like this") if is_change else gettext("Make the event")
