"""Leagues that go on: from one season to the next, by a fixed calendar."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from tournaments import permission
from tournaments.event_log.append import lock_event
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError, Meanwhile
from tournaments.models import Entrant, Event
from tournaments.running.services import check_block, fill_from_waiting_list
from tournaments.setup.planning import address_of, save_planned
from tournaments.setup.settings_of_events import plan_with, settings_of
from tournaments.signals import DRAFTED, players_concerned

State = Event.State
Status = Entrant.Status

LONGEST_NAME = 60
TIME_TO_CHANGE = timedelta(days=3)  # of a new season, before it opens by itself
TIME_TO_SAY = timedelta(days=7)  # at least, to say whether one stays


def to_continue() -> list[Event]:
    """Leagues whose season is over and has no next one yet."""
    return list(_without_next().filter(state=State.FINISHED).order_by("pk"))


def waits_for_next(event: Event) -> bool:
    """Whether it is a league whose next season is made as soon as this one is finished."""
    return _without_next().filter(pk=event.pk).exists()


def _without_next() -> QuerySet[Event]:
    return Event.objects.filter(form=Form.LEAGUE, following=None, layout__season_days__gt=0)


@transaction.atomic
def prepare_next(event_id: int, *, now: datetime) -> Event:
    """Make the next season of a finished league as a draft, which its director can change until entries open
    (``to_open``). Doing it twice changes nothing.

    It starts so many days after the start of the season before as the league's layout says, ten days from now at the
    earliest; a hard end moves with it. The players of the season before are asked whether they stay when it opens; a
    player who does not say yes before the start is not in it. Raises Meanwhile for a season that is not finished, as
    one is not that was put into the archive.
    """
    before = lock_event(event_id)
    following = Event.objects.filter(previous=before).first()
    if following is not None:
        return following
    if before.state != State.FINISHED:
        raise Meanwhile(gettext("{before} is {state}.").format(before=before.name, state=before.get_state_display()))
    season = _drafted_after(before, now)
    season.assistants.set(before.assistants.all())
    season.arbiters.set(before.arbiters.all())
    stayers = before.entrants.of_first_stage().filter(status=Status.ACTIVE, player__is_active=True)
    Entrant.objects.bulk_create(
        Entrant(event=season, player_id=player, status=Status.ASKED, entered_at=now)
        for player in stayers.order_by("division__tier", "division__number", "number").values_list("player", flat=True)
    )
    directors = [season.director_id, *before.assistants.values_list("pk", flat=True)]
    players_concerned.send(Event, event=season, what=DRAFTED, players=directors, key="", at=now, facts={})
    return season


def to_open(now: datetime) -> list[Event]:
    """Drafts of next seasons that their directors had time enough to change."""
    drafts = Event.objects.filter(state=State.DRAFT, previous__isnull=False, created_at__lte=now - TIME_TO_CHANGE)
    return list(drafts.order_by("pk"))


def _drafted_after(before: Event, now: datetime) -> Event:
    """The draft of the season that follows."""
    started = before.started_at or now
    starts_at = max(started + timedelta(days=before.event_layout.season_days), now + TIME_TO_CHANGE + TIME_TO_SAY)
    ends = before.time_control.ends
    planned = plan_with(
        settings_of(before),
        name=_next_name(before),
        director=before.director,
        at=now,
        starts_at=starts_at,
        ends=ends + (starts_at - started) if ends else None,
        previous=before,
    )
    return save_planned(planned)


def _next_name(before: Event) -> str:
    """The name with the number of the next season: "Spring League", "Spring League, season 2", ...

    If somebody has called another event so, it is "Spring League, season 2 (2)" and so on.
    """
    base = re.sub(r", season \d+( \(\d\))?$", "", before.name)
    number = gettext(", season {season}").format(season=before.season + 1)
    names = [base[: LONGEST_NAME - len(tail)] + tail for tail in (number, *(f"{number} ({n})" for n in range(2, 10)))]
    return next((name for name in names if not Event.objects.filter(slug=address_of(name)).exists()), names[0])


def is_asked(event: Event, player_id: int) -> bool:
    """Whether somebody has played the season before to its end, and so is asked whether he stays."""
    if event.previous_id is None:
        return False
    played = Entrant.objects.of_first_stage().filter(event=event.previous_id, player=player_id, status=Status.ACTIVE)
    return played.exists()


def stay(*, event_id: int, player_id: int, stays: bool, at: datetime) -> Entrant:
    """Say whether one plays the next season. Raises EventError for a player who is not asked, and after the start."""
    with transaction.atomic():
        event = lock_event(event_id)
        entrants = Entrant.objects.of_first_stage().select_related("player")
        entrant = entrants.filter(event=event, player=player_id).first()
        if entrant is None or not is_asked(event, player_id):
            raise EventError(
                gettext("You are not asked about {event}; enter it like everybody else.").format(event=event.name)
            )
        if event.state != State.OPEN:
            raise EventError(gettext("{event} is {state}.").format(event=event.name, state=event.get_state_display()))
        if stays:
            permission.check_may_join(entrant.player, at=at)
            check_block(entrant.player, at)
        entrant.status, entrant.entered_at = (Status.ACTIVE if stays else Status.WITHDRAWN), at
        entrant.save(update_fields=["status", "entered_at"])
        fill_from_waiting_list(event)  # a player who was in and goes leaves a place
        return entrant
