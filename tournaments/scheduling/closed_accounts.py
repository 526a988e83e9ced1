"""What closing an account does to events: its player leaves each of them, by its rules for players who leave.

Accounts are closed in one place and events are many, so none is notified: a sweep looks for what is left to do. Until
it has come by, nobody can challenge such a player, and no round is paired in which they would be.
"""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, Max, Q
from django.db.models.functions import Coalesce

from ground.wording import kept
from tournaments.entries.teams import leave_team
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.models import Entrant, Event, TeamPlayer
from tournaments.running.decisions import Decision
from tournaments.running.services import withdraw_entry

State = Event.State
Status = Entrant.Status

CLOSED = kept("The account was closed.")


def left_behind() -> list[Entrant]:
    """Entries of closed accounts in events that go on: in each the one of the latest stage. Not those of teams, which
    another player leads then (``left_in_teams``)."""
    entries = Entrant.objects.filter(player__is_active=False, team_name="").exclude(
        status__in=(Status.WITHDRAWN, Status.DISQUALIFIED)
    )
    going_on = entries.filter(event__state__in=(State.OPEN, State.RUNNING))
    stages = going_on.annotate(latest=Max("event__stages__number"), stage_of=Coalesce("division__stage__number", 1))
    latest = stages.filter(Q(latest=None) | Q(stage_of=F("latest")))
    return list(latest.select_related("player", "event").order_by("event", "pk"))


def left_in_teams() -> list[TeamPlayer]:
    """Places of closed accounts in teams of events that go on."""
    places = TeamPlayer.objects.filter(player__is_active=False, entrant__event__state__in=(State.OPEN, State.RUNNING))
    return list(places.select_related("player", "entrant").order_by("entrant", "number"))


def leave_team_of(place: TeamPlayer, *, at: datetime) -> None:
    """Take a closed account off the list of its team. Raises EventError."""
    leave_team(
        event_id=place.entrant.event_id,
        entrant_id=place.entrant_id,
        username=place.player.username,
        decision=Decision(None, CLOSED, at),
    )


def withdraw(entrant: Entrant, *, at: datetime) -> None:
    """Take such an entry back, or the player out of the running event. Idempotent. Raises EventError."""
    if entrant.number is None:
        withdraw_entry(event_id=entrant.event_id, player=entrant.player)
    else:
        withdraw_entrant(entrant, Decision(None, CLOSED, at))
