"""What directors do to an event beside its results: whom they let in, and who assists them.

None of it changes a number, so it stands in no log; but who assists does, since assistants decide about results.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from games.models import Player
from tournaments import permission
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import AssistantNamed
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Entrant, Event, Invitation
from tournaments.queries import acts_as_staff, directs_as_staff
from tournaments.running.services import fill_from_waiting_list, lock_directed
from tournaments.signals import INVITED, players_concerned

State = Event.State
Status = Entrant.Status

MOST_ASSISTANTS = 10


def player_named(username: str, *, field: str = "player") -> Player:
    """The person of that name with an open account; ``field`` is the value in which the name was sent. Raises
    EventError."""
    player = Player.objects.filter(
        username__iexact=username.strip(), is_active=True, is_bot=False, is_guest=False
    ).first()
    if player is None:
        described = gettext("There is no player called {username}.").format(username=f"{username.strip()!r}")
        raise EventError(described, field)
    return player


@transaction.atomic
def invite(*, event_id: int, player: Player, usernames: list[str], at: datetime) -> list[Invitation]:
    """Let in players who otherwise could not enter: an event for invited ones, or one with a rating band.

    Inviting twice changes nothing. Raises EventError for a name that nobody has, and NotAllowed.
    """
    event = lock_directed(event_id, player)
    if event.state not in (State.DRAFT, State.OPEN, State.RUNNING):
        raise EventError(
            gettext("{event} is {state}; nobody can enter it any more.").format(
                event=event.name, state=event.get_state_display()
            )
        )
    made = []
    people = list(dict.fromkeys(player_named(username, field="players") for username in usernames))
    known = set(event.invitations.filter(player__in=people).values_list("player_id", flat=True))
    permission.count_invitations(player, [invited for invited in people if invited.pk not in known], at=at)
    for invited in people:
        invitation, is_new = _invite_one(event, invited, player, at)
        made.append(invitation)
        if is_new and event.state != State.DRAFT:
            notify_invited(event, [invited.pk], at)
    return made


def _invite_one(event: Event, invited: Player, by: Player, at: datetime) -> tuple[Invitation, bool]:
    """The invitation, and whether it is new. One of somebody else takes the place of an invitation of oneself."""
    values = {"invited_by": by, "invited_at": at}
    invitation, is_new = Invitation.objects.get_or_create(event=event, player=invited, defaults=values)
    if invitation.invited_by_id == invited.pk != by.pk:
        invitation.invited_by = by
        invitation.save(update_fields=["invited_by"])
    return invitation, is_new


def notify_invited(event: Event, players: list[int], at: datetime) -> None:
    """Notify the players who have been invited to an event that takes entries; each once."""
    players_concerned.send(Event, event=event, what=INVITED, players=players, key="", at=at, facts={})


@transaction.atomic
def name_assistant(*, event_id: int, player: Player, username: str, at: datetime, assists: bool = True) -> Event:
    """Let somebody direct an event beside its director, or no more. Only the director can, and staff.

    Raises EventError.
    """
    event = lock_event(event_id)
    if event.director_id != player.pk and not directs_as_staff(player):
        raise NotDirector(
            gettext("Only {director}, the director of {event}, can choose who assists.").format(
                director=event.director, event=event.name
            )
        )
    if not assists:  # also a player who has closed the account
        for other in event.assistants.filter(username__iexact=username.strip()):
            event.assistants.remove(other)
            _log_assistant(event, other, player, at, assists=False)
        return event
    other = player_named(username)
    if other.pk == event.director_id:
        raise EventError(
            gettext("{director} directs {event} already; name somebody else.").format(
                director=event.director, event=event.name
            ),
            "player",
        )
    if event.assistants.filter(pk=other.pk).exists():
        return event
    if event.assistants.count() >= MOST_ASSISTANTS:
        raise EventError(
            gettext("An event has at most {most_assistants} assistants.").format(most_assistants=MOST_ASSISTANTS)
        )
    event.assistants.add(other)
    _log_assistant(event, other, player, at, assists=True)
    return event


def _log_assistant(event: Event, other: Player, by: Player, at: datetime, *, assists: bool) -> None:
    """Everybody can read who may decide about results; a draft and an archived event have no such entry."""
    if event.state not in (State.DRAFT, State.ARCHIVED):
        staff = acts_as_staff(event, by)
        append(event, AssistantNamed(player=other.pk, assists=assists, actor=by.pk, staff=staff), at=at)


@transaction.atomic
def remove_entry(*, event_id: int, player: Player, username: str) -> Entrant:
    """Take somebody off the list before the start; the first of the waiting list moves up. Raises EventError."""
    event = lock_directed(event_id, player)
    entrant = event.entrants.of_first_stage().filter(player__username__iexact=username.strip()).first()
    if entrant is None:
        problem = gettext("{username} has not entered {event}.").format(username=username, event=event.name)
        raise EventError(problem, "player")
    if entrant.number is not None or event.state not in (State.OPEN, State.RUNNING):
        raise EventError(
            gettext("{username} plays in {event}; withdraw or disqualify instead.").format(
                username=username, event=event.name
            ),
            "player",
        )
    entrant.status = Status.WITHDRAWN
    entrant.save(update_fields=["status"])
    if event.state == State.OPEN:
        fill_from_waiting_list(event)
    return entrant
