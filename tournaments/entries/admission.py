"""What directors do to an event beside its results: whom they let in, and who assists them.

None of it changes a number, so none of it stands in the result log.
"""

from __future__ import annotations

from datetime import datetime

from django.db import transaction

from games.models import Player
from tournaments.event_log.append import lock_event
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Entrant, Event, Invitation
from tournaments.running.services import fill_from_waiting_list, lock_directed
from tournaments.signals import INVITED, players_concerned

State = Event.State
Status = Entrant.Status

MOST_ASSISTANTS = 10


def player_named(username: str) -> Player:
    """The person of that name with an open account. Raises EventError."""
    player = Player.objects.filter(username__iexact=username.strip(), is_active=True, is_bot=False).first()
    if player is None:
        raise EventError(f"There is no player called {username.strip()!r}.")
    return player


@transaction.atomic
def invite(*, event_id: int, player: Player, usernames: list[str], at: datetime) -> list[Invitation]:
    """Let players enter who otherwise could not: an event for invited ones, or one with a rating band.

    Inviting twice changes nothing. Raises EventError for a name that nobody has.
    """
    event = lock_directed(event_id, player)
    if event.state not in (State.DRAFT, State.OPEN, State.RUNNING):
        raise EventError(f"{event.name} is {event.get_state_display()}; nobody can enter it any more.")
    made = []
    for name in usernames:
        invited = player_named(name)
        invitation, is_new = Invitation.objects.get_or_create(event=event, player=invited, defaults={"invited_at": at})
        made.append(invitation)
        if is_new and event.state != State.DRAFT:
            notify_invited(event, [invited.pk], at)
    return made


def notify_invited(event: Event, players: list[int], at: datetime) -> None:
    """Tell who has been invited to an event that takes entries; each once."""
    players_concerned.send(Event, event=event, what=INVITED, players=players, key="", at=at, facts={})


@transaction.atomic
def name_assistant(*, event_id: int, player: Player, username: str, assists: bool = True) -> Event:
    """Let somebody direct an event beside its director, or no more. Only the director can. Raises EventError."""
    event = lock_event(event_id)
    if event.director_id != player.pk:
        raise NotDirector(f"Only {event.director}, the director of {event.name}, can choose who assists.")
    if not assists:  # also who has closed the account
        event.assistants.remove(*event.assistants.filter(username__iexact=username.strip()))
        return event
    other = player_named(username)
    if other.pk == player.pk:
        raise EventError("You direct the event yourself; name somebody else.")
    if event.assistants.count() >= MOST_ASSISTANTS:
        raise EventError(f"An event has at most {MOST_ASSISTANTS} assistants.")
    event.assistants.add(other)
    return event


@transaction.atomic
def remove_entry(*, event_id: int, player: Player, username: str) -> Entrant:
    """Take somebody off the list before the start; the first of the waiting list moves up. Raises EventError."""
    event = lock_directed(event_id, player)
    entrant = event.entrants.of_first_stage().filter(player__username__iexact=username.strip()).first()
    if entrant is None:
        raise EventError(f"{username} has not entered {event.name}.")
    if entrant.number is not None or event.state not in (State.OPEN, State.RUNNING):
        raise EventError(f"{username} plays in {event.name}; withdraw or disqualify instead.")
    entrant.status = Status.WITHDRAWN
    entrant.save(update_fields=["status"])
    if event.state == State.OPEN:
        fill_from_waiting_list(event)
    return entrant
