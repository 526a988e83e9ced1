"""What directors do to an event beside its results: whom they let in, and who assists or arbitrates.

None of it changes a number, so it stands in no log; but the roles do, since their holders decide about results.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext, gettext_lazy

from games.accounts.bots import bots_of
from games.models import Player
from tournaments import permission
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import ArbiterNamed, AssistantNamed
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError, NotDirector
from tournaments.models import Entrant, Event, Invitation
from tournaments.queries import acts_as_staff, directs_as_staff
from tournaments.running.seasons import is_asked
from tournaments.running.services import fill_from_waiting_list, lock_directed
from tournaments.signals import INVITED, players_concerned

State = Event.State
Status = Entrant.Status

MOST_IN_A_ROLE = 10

_TOO_MANY = {
    Role.ASSISTANT: gettext_lazy("An event has at most %(most)d assistants."),
    Role.ARBITER: gettext_lazy("An event has at most %(most)d arbiters."),
}


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


def entering(player: Player, bot: str) -> Player:
    """The player, or the bot of theirs of that name. Raises EventError."""
    if not bot.strip():
        return player
    found = bots_of(player).filter(username=bot.strip().lower()).first()
    if found is None:
        raise EventError(gettext("You have no bot called {bot}.").format(bot=f"{bot.strip()!r}"), "bot")
    return found


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
        invitation, is_new = invite_one(event, invited, player, at)
        made.append(invitation)
        if is_new and event.state != State.DRAFT:
            notify_invited(event, [invited.pk], at)
    return made


def invite_one(event: Event, invited: Player, by: Player, at: datetime) -> tuple[Invitation, bool]:
    """The invitation, and whether it is new. One of somebody else takes the place of an invitation of oneself."""
    values = {"invited_by": by, "invited_at": at}
    invitation, is_new = Invitation.objects.get_or_create(event=event, player=invited, defaults=values)
    if invitation.invited_by_id == invited.pk != by.pk:
        invitation.invited_by = by
        invitation.save(update_fields=["invited_by"])
    return invitation, is_new


@transaction.atomic
def withdraw_invitations(*, event_id: int, player: Player, usernames: list[str]) -> list[str]:
    """Take back invitations that nobody has answered: the players may enter only if they could without one. Those who
    have played the season before are still asked whether they stay. Returns their names.

    Raises EventError for a player who is not invited or has entered, and NotDirector.
    """
    event = lock_directed(event_id, player)
    waiting = {one.player.username.casefold(): one for one in unanswered(event)}
    found = []
    for username in usernames:
        invitation = waiting.get(username.strip().casefold())
        if invitation is None:
            problem = gettext("{username} has no unanswered invitation to {event}.")
            raise EventError(problem.format(username=f"{username.strip()!r}", event=event.name), "players")
        found.append(invitation)
    for one in found:
        one.delete()
        if not is_asked(event, one.player_id):
            event.entrants.filter(player=one.player_id, status=Status.ASKED).delete()
    return [one.player.username for one in found]


def unanswered(event: Event) -> QuerySet[Invitation]:
    """The invitations of players who have not entered, by name."""
    entered = event.entrants.exclude(status=Status.ASKED).values("player")
    return event.invitations.exclude(player__in=entered).select_related("player").order_by("player__username")


def notify_invited(event: Event, players: list[int], at: datetime) -> None:
    """Notify the players who have been invited to an event that takes entries; each once."""
    players_concerned.send(Event, event=event, what=INVITED, players=players, key="", at=at, facts={})


@transaction.atomic
def give_role(*, event_id: int, player: Player, username: str, role: Role, at: datetime) -> Event:
    """Let somebody direct an event beside its director, decide about its games, or neither any more; an earlier role
    ends. Only the director can, and staff.

    The player is notified, so it counts as an invitation. Raises EventError and NotAllowed.
    """
    event = lock_event(event_id)
    if event.director_id != player.pk and not directs_as_staff(player):
        raise NotDirector(
            gettext("Only {director}, the director of {event}, can choose who assists or arbitrates.").format(
                director=event.director, event=event.name
            )
        )
    if role == Role.NONE:  # also a player who has closed the account
        for held in (Role.ASSISTANT, Role.ARBITER):
            for other in _holders(event, held).filter(username__iexact=username.strip()):
                _end_role(event, held, other, player, at)
        return event
    other = player_named(username)
    if other.pk == event.director_id:
        raise EventError(
            gettext("{director} directs {event} already; name somebody else.").format(
                director=event.director, event=event.name
            ),
            "player",
        )
    holders = _holders(event, role)
    if holders.filter(pk=other.pk).exists():
        return event
    if holders.count() >= MOST_IN_A_ROLE:
        raise EventError(_TOO_MANY[role] % {"most": MOST_IN_A_ROLE})
    permission.count_invitations(player, [other], at=at)
    before = Role.ARBITER if role == Role.ASSISTANT else Role.ASSISTANT
    if _holders(event, before).filter(pk=other.pk).exists():
        _end_role(event, before, other, player, at)
    _holders_manager(event, role).add(other)
    _log_role(event, role, other, player, at, holds=True)
    return event


def _holders_manager(event: Event, role: Role) -> Any:
    return event.assistants if role == Role.ASSISTANT else event.arbiters


def _holders(event: Event, role: Role) -> QuerySet[Player]:
    """The players who have a role in the event."""
    found: QuerySet[Player] = _holders_manager(event, role).all()
    return found


def _end_role(event: Event, role: Role, other: Player, by: Player, at: datetime) -> None:
    _holders_manager(event, role).remove(other)
    _log_role(event, role, other, by, at, holds=False)


def _log_role(event: Event, role: Role, other: Player, by: Player, at: datetime, *, holds: bool) -> None:
    """Everybody can read who may decide about results; a draft and an archived event have no such entry."""
    if event.state in (State.DRAFT, State.ARCHIVED):
        return
    staff = acts_as_staff(event, by)
    if role == Role.ASSISTANT:
        append(event, AssistantNamed(player=other.pk, assists=holds, actor=by.pk, staff=staff), at=at)
    else:
        append(event, ArbiterNamed(player=other.pk, arbitrates=holds, actor=by.pk, staff=staff), at=at)


@transaction.atomic
def remove_entry(*, event_id: int, player: Player, username: str) -> Entrant:
    """Take somebody off the list before the start; the first of the waiting list moves up. Raises EventError."""
    event = lock_directed(event_id, player)
    called = Q(player__username__iexact=username.strip()) | Q(team_name__iexact=username.strip())
    entrant = event.entrants.of_first_stage().filter(called).first()
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
