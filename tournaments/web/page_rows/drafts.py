"""What the pages show on which an event is made: what to choose, and what has been planned."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext

from games.rules.base import Rules
from ground.lists import Fact, Row
from ground.wording import time_in_words
from tournaments.models import Event, SavedTemplate
from tournaments.presenting.page_sentences.event import conditions, game_with_options
from tournaments.running.services import band_in_words
from tournaments.setup.templates import EventTemplate


def template_choices(templates: Iterable[EventTemplate], rules: Rules[Any, Any]) -> list[Row]:
    """The forms of events in a game."""
    return [
        {
            "title": str(one.title),
            "meaning": str(one.meaning),
            "address": reverse("tournaments:new_event", args=[rules.slug, one.form]),
        }
        for one in templates
    ]


def template_rows(templates: Iterable[SavedTemplate]) -> list[Row]:
    """The templates of a director, each with the way to an event that begins with it."""
    return [
        {
            "number": one.pk,
            "name": one.name,
            "title": one.title,
            "label": gettext("Begin with {name}").format(name=one.name),
            "address": f"{reverse('tournaments:new_event', args=[one.rules, one.form])}?template={one.pk}",
        }
        for one in templates
    ]


def facts_of(planned: Event, rules: Rules[Any, Any]) -> list[Fact]:
    """What has been planned: game, form, players, start and times."""
    low, high = planned.rating_from, planned.rating_to
    band = band_in_words(low, high) if low is not None or high is not None else ""
    game: SafeString = game_with_options(escape(rules.title), rules.options_in_words(planned.options), seats=2)
    facts = [
        Fact(gettext("Game"), game),
        Fact(gettext("Form"), capfirst(planned.get_form_display())),
        Fact(gettext("Players"), players(planned.most_entrants, planned.get_entry_display(), band)),
        Fact(gettext("To enter"), conditions(planned.entry_conditions, has_code=bool(planned.entry_code))),
        Fact(gettext("Starts"), start(planned.starts_at)),
        Fact(gettext("Time"), planned.time_control.describe()),
        Fact(gettext("Pause"), planned.event_pause_rules.describe()),
    ]
    if rules.standing_preferences and planned.time_control.answer is not None:
        answer = gettext("{span} each").format(span=time_in_words(planned.time_control.answer))
        facts.append(Fact(gettext("Answers out of turn"), answer))
    return [fact for fact in facts if fact.words]


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
