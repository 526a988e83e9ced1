"""The rows of the list of events."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext

from games.presenting.moments import write_short_day
from tournaments.event_rules.layouts import Form
from tournaments.models import Event
from tournaments.presenting.page_sentences import events as sentences
from tournaments.presenting.page_sentences import headings
from tournaments.web.links import Tag


@dataclass(frozen=True, slots=True)
class EventRow:
    """An event in the list; ``note`` and ``starts`` are empty where there is nothing to say."""

    slug: str
    name: str
    kind: str
    note: str
    entered: str
    tags: tuple[Tag, ...]
    starts: str


def event_rows(events: Iterable[Event]) -> list[EventRow]:
    """The rows of some events; each knows how many have ``entered`` and how many are ``asked`` to stay."""
    return [_event_row(event) for event in events]


def _event_row(event: Event) -> EventRow:
    is_open = event.state == Event.State.OPEN
    entered, asked = event.entered, event.asked  # type: ignore[attr-defined]  # annotated by the query
    return EventRow(
        slug=event.slug,
        name=event.name,
        kind=headings.kind_of_event(event.game_title, event.get_form_display()),
        note=sentences.asked_to_stay(asked) if is_open else "",
        entered=sentences.entered(entered, event.most_entrants if is_open else None, of_teams=event.form == Form.TEAMS),
        tags=state_tags(event),
        starts=gettext("starts {day}").format(day=write_short_day(event.starts_at))
        if is_open and event.starts_at
        else "",
    )


def state_tags(event: Event) -> tuple[Tag, ...]:
    """The state of an event, and that it is paused."""
    state = Tag(event.get_state_display(), "urgent" if event.state == Event.State.OPEN else "")
    return (state, Tag(headings.paused(), "urgent")) if event.paused_at else (state,)
