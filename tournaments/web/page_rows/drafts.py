"""The rows of the pages on which an event is made: what to choose, and what has been planned."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext

from games.rules.base import Rules
from ground.lists import Fact, Row
from ground.wording import time_in_words
from tournaments.models import Event, SavedTemplate
from tournaments.presenting.page_sentences import drafts as sentences
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
        Fact(gettext("Players"), sentences.players(planned.most_entrants, planned.get_entry_display(), band)),
        Fact(gettext("To enter"), conditions(planned.entry_conditions, has_code=bool(planned.entry_code))),
        Fact(gettext("Starts"), sentences.start(planned.starts_at)),
        Fact(gettext("Time"), planned.time_control.describe()),
        Fact(gettext("Pause"), planned.event_pause_rules.describe()),
    ]
    if rules.standing_preferences and planned.time_control.answer is not None:
        answer = gettext("{span} each").format(span=time_in_words(planned.time_control.answer))
        facts.append(Fact(gettext("Answers out of turn"), answer))
    return [fact for fact in facts if fact.words]
