"""What is to come in events, by day: starts, deadlines of rounds, ends of seasons. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from django.db.models import Exists, OuterRef, QuerySet
from django.utils.translation import gettext

from games.models import Game
from tournaments.event_rules.layouts import Form
from tournaments.models import Event, Round
from tournaments.queries import round_titles

MOST_DATES = 500


class What(StrEnum):
    """What happens on a date."""

    START = "starts"
    DEADLINE = "round ends"
    SEASON_END = "season ends"
    HARD_END = "all games end"


@dataclass(frozen=True, slots=True)
class Date:
    """Something that happens in an event at a moment; ``key`` is unique and stays the same when it is put off."""

    at: datetime
    event: Event
    what: What
    words: str
    key: str


def dates_of(events: QuerySet[Event], *, since: datetime | None = None) -> list[Date]:
    """The dates of these events in order, those before ``since`` left out."""
    dates = [*_starts(events), *_deadlines(events), *_hard_ends(events)]
    return sorted((date for date in dates if since is None or date.at >= since), key=lambda date: (date.at, date.key))[
        :MOST_DATES
    ]


def _starts(events: QuerySet[Event]) -> list[Date]:
    planned = events.filter(state=Event.State.OPEN, starts_at__isnull=False)
    return [
        Date(
            event.starts_at,
            event,
            What.START,
            gettext("{event} starts").format(event=event.name),
            f"event-{event.pk}-start",
        )
        for event in planned
        if event.starts_at
    ]


def _deadlines(events: QuerySet[Event]) -> list[Date]:
    running = Game.objects.filter(status=Game.Status.RUNNING, fixture_game__fixture__round=OuterRef("pk"))
    rounds = Round.objects.filter(
        Exists(running), deadline__isnull=False, division__event__in=events, division__event__state=Event.State.RUNNING
    ).select_related("division__event", "division__stage")
    dates: dict[str, Date] = {}
    for held in rounds.order_by("deadline", "pk"):
        event, stage = held.division.event, held.division.stage
        if held.deadline is None:
            continue
        if event.form == Form.LEAGUE or stage.stage_format.at_once:
            date = Date(
                held.deadline,
                event,
                What.SEASON_END,
                gettext("{event}: the season ends").format(event=event.name),
                f"event-{event.pk}-end",
            )
        else:
            title = round_titles(held.division, [held.number])[held.number]
            words = gettext("{event}: {round} ends").format(event=event.name, round=title)
            key = f"event-{event.pk}-stage-{stage.number}-round-{held.number}"
            date = Date(held.deadline, event, What.DEADLINE, words, key)
        dates[date.key] = date  # of several divisions the last one counts
    return list(dates.values())


def _hard_ends(events: QuerySet[Event]) -> list[Date]:
    """When all games of an event are over, whatever their clocks say."""
    open_events = events.filter(state__in=(Event.State.OPEN, Event.State.RUNNING), control__has_key="ends")
    return [
        Date(
            ends,
            event,
            What.HARD_END,
            gettext("{event}: all games end").format(event=event.name),
            f"event-{event.pk}-hard-end",
        )
        for event in open_events
        if (ends := event.time_control.ends) is not None
    ]
