"""Leagues that go on: from one season to the next, by a fixed calendar."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.db import transaction

from tournaments.exceptions import EventError
from tournaments.ledger import lock_event
from tournaments.models import Entrant, Event
from tournaments.schemes import Form
from tournaments.services import check_block, create_event
from tournaments.signals import ASKED, round_advanced

State = Event.State
Status = Entrant.Status

LONGEST_NAME = 60
TIME_TO_SAY = timedelta(days=7)  # at least, to say whether one stays


def to_continue() -> list[Event]:
    """Leagues whose season is over and has no next one yet."""
    over = Event.objects.filter(form=Form.LEAGUE, state=State.FINISHED, following=None, scheme__season_days__gt=0)
    return list(over.order_by("pk"))


@transaction.atomic
def prepare_next(event_id: int, *, now: datetime) -> Event:
    """Make the next season of a finished league and ask everybody whether they stay. Doing it twice changes nothing.

    It starts so many days after the start of the season before as the league's scheme says, a week from now at the
    earliest. Who does not say yes by then is not in it.
    """
    before = lock_event(event_id)
    following = Event.objects.filter(previous=before).first()
    if following is not None:
        return following
    scheme = before.event_scheme
    started = before.started_at or now
    season = create_event(
        name=_next_name(before),
        director=before.director,
        rules=before.rules,
        control=before.time_control,
        at=now,
        options=before.options,
        scheme=scheme,
        ruleset=before.event_ruleset,
        most_entrants=before.most_entrants,
        rated=before.rated,
        rest_rules=before.event_rest_rules,
        about=before.about,
        entry=before.entry,
        rating_from=before.rating_from,
        rating_to=before.rating_to,
        starts_at=max(started + timedelta(days=scheme.season_days), now + TIME_TO_SAY),
        previous=before,
    )
    season.assistants.set(before.assistants.all())
    season.state = State.OPEN
    season.save(update_fields=["state"])
    stayers = before.entrants.filter(status=Status.ACTIVE, stage_number=1, player__is_active=True)
    Entrant.objects.bulk_create(
        Entrant(event=season, player_id=player, status=Status.ASKED, entered_at=now)
        for player in stayers.order_by("division__tier", "division__number", "number").values_list("player", flat=True)
    )
    round_advanced.send(Event, event=season, division=None, kind=ASKED)
    return season


def _next_name(before: Event) -> str:
    """The name with the number of the next season: "Spring League", "Spring League, season 2", ..."""
    base = re.sub(r", season \d+$", "", before.name)
    tail = f", season {before.season + 1}"
    return base[: LONGEST_NAME - len(tail)] + tail


def stay(*, event_id: int, player_id: int, stays: bool, at: datetime) -> Entrant:
    """Say whether one plays the next season. Raises EventError for who is not asked, and after the start."""
    with transaction.atomic():
        event = lock_event(event_id)
        entrant = Entrant.objects.select_related("player").filter(event=event, player=player_id, stage_number=1).first()
        if entrant is None:
            raise EventError(f"You are not asked about {event.name}; enter it like everybody else.")
        if event.state != State.OPEN:
            raise EventError(f"{event.name} is {event.get_state_display()}.")
        if stays:
            check_block(entrant.player, at)
        entrant.status, entrant.entered_at = (Status.ACTIVE if stays else Status.WITHDRAWN), at
        entrant.save(update_fields=["status", "entered_at"])
        return entrant
