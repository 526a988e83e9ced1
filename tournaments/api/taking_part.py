"""What players do about an event, by REST."""

from __future__ import annotations

from typing import Any

from django.urls import path
from django.utils import timezone
from rest_framework.request import Request

from games.action.base import Outcome
from games.api.action_views import AnyAction, operation
from tournaments import queries, taking_part
from tournaments.api import event_requests as asked
from tournaments.api import serializers as shapes
from tournaments.api.action_serializers import ActionAnswerSerializer
from tournaments.api.actions import body_done, body_of_dry_run
from tournaments.models import Event, EventLogEntry
from tournaments.presenting import finding


def find(request: Request, slug: str) -> Event:
    """The event of an address. Raises Http404."""
    return finding.find_event(request._request, slug)


def event_body(event: Event) -> Any:  # Any: JSON
    """The event with everything about it."""
    ends = queries.slowest_ends_of(event, started=event.started_at or timezone.now())
    context = {"entrants": queries.entrants_in_log(event), "slowest_end": ends.latest}
    return shapes.EventDetailSerializer(event, context=context).data


def _show(request: Request, event: Event, outcome: Outcome) -> object:
    return event_body(find(request, event.slug))


def _challenged(request: Request, event: Event, outcome: Outcome) -> object:
    return event_body(find(request, event.slug)) | {"fixture": outcome.facts.fixture, "games": outcome.facts.games}


def _left(request: Request, event: Event, outcome: Outcome) -> object:
    if not isinstance(outcome.facts, taking_part.Left):
        return body_of_dry_run(outcome.facts)
    entry = outcome.facts.entry
    return body_done(EventLogEntry.objects.get(pk=entry) if entry else None)


def _address(action: AnyAction) -> Any:  # Any: an address
    return path(f"events/<slug:slug>/{action.slug}/", operation(action, find, shape=shapes.EventDetailSerializer,
                show=_show), name=f"event-{action.slug}")  # fmt: skip


SHOWING_THE_EVENT: tuple[AnyAction, ...] = (
    taking_part.ENTER, taking_part.STANDBY, taking_part.STAY, taking_part.SIT_OUT, taking_part.PLAY_AFTER_ALL,
    taking_part.COME_BACK,
)  # fmt: skip
ADDRESSES = [
    *(_address(action) for action in SHOWING_THE_EVENT),
    path("events/<slug:slug>/challenge/", name="event-challenge", view=operation(
        taking_part.CHALLENGE, find, shape=asked.ChallengedSerializer, show=_challenged)),
    path("events/<slug:slug>/withdraw/", name="event-withdraw", view=operation(
        taking_part.LEAVE, find, shape=ActionAnswerSerializer, show=_left)),
]  # fmt: skip
