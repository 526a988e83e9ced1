"""Founding a club, joining and leaving it, and what its organisers do. The club is locked first, then players.

A player joins with the code of a club, which its organisers give away: so both sides have agreed, and nobody is asked
against their will. A club has an organiser as long as it has members; without members and events it is deleted.
None of it is done by mail, which no member needs for it more than once.
"""

from __future__ import annotations

from dataclasses import dataclass
from secrets import compare_digest
from typing import Annotated

from django.db import IntegrityError, transaction
from django.utils.translation import gettext, gettext_lazy

from games.action.base import Call, I, Input, NoInputs, Outcome, PlayerAction
from games.models import Player
from tournaments import permission
from tournaments.exceptions import ClubRefused, EventError, NotOrganiser
from tournaments.models import Club, ClubMember
from tournaments.models.clubs import new_code
from tournaments.queries import directs_as_staff
from tournaments.setup.addresses import check_name, is_taken, slug_of

MOST_MEMBERS = 500


@dataclass(frozen=True, slots=True, kw_only=True)
class Charter:
    name: Annotated[str, Input(gettext_lazy("Name"), most=60, if_missing=gettext_lazy("Give the club a name."))]
    about: Annotated[
        str,
        Input(gettext_lazy("In your own words"),
              gettext_lazy("What it is, and for whom. Shown on its page; no links, no formatting."),
              most=500, lines=4),
    ] = ""  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Code:
    code: Annotated[
        str,
        Input("Code", "The code of the club. Ask one of its organisers for it.", most=100),
    ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    player: Annotated[str, Input("Member", "The name of a member.", most=150)]


@dataclass(frozen=True, slots=True)
class Founded:
    """The new club."""

    slug: str


class ClubAction(PlayerAction[Club, I]):
    lacks = {"mail": "No member needs it more than once."}

    def lock(self, target: Club) -> Club:
        return Club.objects.select_for_update().get(pk=target.pk)


class OrganiserAction(ClubAction[I]):
    """For organisers of the club, and staff that directs every event."""

    def check_role(self, target: Club, player: Player, inputs: I | None = None) -> None:
        if not may_organise(target, player):
            raise NotOrganiser(gettext("Only organisers of {club} can do that.").format(club=target))


class FoundClub(PlayerAction[None, Charter]):
    slug, title, button = "found-club", gettext_lazy("Found a club"), gettext_lazy("Found")
    meaning = gettext_lazy(
        "You organise it. Players join it with a code that you give to them; you can let other members organise it, "
        "too, and hold events of the club."
    )
    Inputs, Facts, lacks = Charter, Founded, ClubAction.lacks

    def perform(self, target: None, inputs: Charter, call: Call) -> Outcome:
        _check_is_person(call.player)
        permission.check_may_found_club(call.player, at=call.at)
        club = _save(Club(name=inputs.name.strip(), about=inputs.about.strip(), founded_at=call.at))
        ClubMember.objects.create(club=club, player=call.player, is_organiser=True, joined_at=call.at)
        founded = gettext("You have founded {name}. Give its code to those who are to join.").format(name=club.name)
        return Outcome((founded,), Founded(club.slug))


class EditClub(OrganiserAction[Charter]):
    slug, title, button = "edit-club", gettext_lazy("Edit name and description"), gettext_lazy("Save")
    meaning = gettext_lazy("The address of the club stays.")
    Inputs = Charter

    def initial(self, target: Club) -> dict[str, object]:
        return {"name": target.name, "about": target.about}

    def perform(self, club: Club, inputs: Charter, call: Call) -> Outcome:
        name, about = inputs.name.strip(), inputs.about.strip()
        permission.check_words(call.player, "".join({name, about} - {club.name, club.about}), at=call.at)
        check_name(name)
        if is_taken(Club.objects.exclude(pk=club.pk), name):
            raise _name_taken(name)
        club.name, club.about = name, about
        club.save(update_fields=["name", "about"])
        return _changed()


class RenewCode(OrganiserAction[NoInputs]):
    slug, title = "renew-club-code", "Renew code"
    meaning = "Nobody can join with the code that there was."

    def perform(self, club: Club, inputs: NoInputs, call: Call) -> Outcome:
        _renew(club)
        return _changed()


class JoinClub(ClubAction[Code]):
    slug, title = "join-club", "Join a club"
    meaning = "Needs the code of the club. Repeating the request changes nothing."
    Inputs = Code

    def perform(self, club: Club, inputs: Code, call: Call) -> Outcome:
        player = call.player
        _check_is_person(player)
        permission.check_may_join(player, at=call.at)
        if not club.has_member(player):
            if not compare_digest(inputs.code.strip().encode(), club.code.encode()):
                problem = gettext("That is not the code of {club}. Ask one of its organisers for it.")
                raise ClubRefused(problem.format(club=club), "code")
            if club.members.count() >= MOST_MEMBERS:
                raise ClubRefused(gettext("A club has at most {most} members.").format(most=MOST_MEMBERS))
            ClubMember.objects.create(club=club, player=player, joined_at=call.at)
            _keep_organised(club)
        return Outcome((gettext("You are a member of {name}.").format(name=club.name),))


class LeaveClub(ClubAction[NoInputs]):
    slug, title = "leave-club", "Leave a club"
    meaning = "Repeating the request changes nothing. A club that has neither members nor events left is deleted."

    def perform(self, club: Club, inputs: NoInputs, call: Call) -> Outcome:
        _remove(club, call.player)
        return Outcome((gettext("You are no longer a member of {name}.").format(name=club.name),))


class RemoveMember(OrganiserAction[Member]):
    slug, title = "remove-member", "Remove a member"
    meaning = "The member cannot come back with the code that there was."
    Inputs = Member

    def perform(self, club: Club, inputs: Member, call: Call) -> Outcome:
        other = _member(club, inputs.player)
        _renew(club)
        _remove(club, other.player)
        gone = gettext("{player} is no longer a member, and the club has a new code.")
        return Outcome((gone.format(player=other.player),))


class MakeOrganiser(OrganiserAction[Member]):
    slug, title = "make-organiser", "Make a member an organiser"
    meaning = "Organisers can do everything that you can."
    Inputs = Member
    organises = True

    def perform(self, club: Club, inputs: Member, call: Call) -> Outcome:
        other = _member(club, inputs.player)
        if not self.organises and not club.members.filter(is_organiser=True).exclude(pk=other.pk).exists():
            problem = gettext("{player} is the only organiser of {club}. Let another member organise it first.")
            raise EventError(problem.format(player=other.player, club=club), "player")
        other.is_organiser = self.organises
        other.save(update_fields=["is_organiser"])
        return _changed()


class StepDown(MakeOrganiser):
    slug, title = "step-down", "Let an organiser be a member again"
    meaning = "A club keeps at least one organiser."
    organises = False


FOUND, EDIT, RENEW, JOIN, LEAVE = FoundClub(), EditClub(), RenewCode(), JoinClub(), LeaveClub()
MANAGED = {"organise": MakeOrganiser(), "step-down": StepDown(), "remove": RemoveMember()}


def may_organise(club: Club, player: Player | None) -> bool:
    """Whether a player organises the club: its organisers, and staff that directs every event."""
    return player is not None and (club.is_organised_by(player) or directs_as_staff(player))


def _changed() -> Outcome:
    return Outcome((gettext("Changed."),))


def _check_is_person(player: Player) -> None:
    if player.is_guest:
        raise ClubRefused(gettext("Clubs are for players with an account. Make one first; your games stay yours."))
    if player.is_program:
        raise ClubRefused(gettext("Clubs are for people; their bots belong to none."))


def _member(club: Club, username: str) -> ClubMember:
    found = club.members.select_related("player").filter(player__username__iexact=username.strip()).first()
    if found is None:
        problem = gettext("{username} is not a member of {club}.")
        raise EventError(problem.format(username=username.strip(), club=club), "player")
    return found


def _save(club: Club) -> Club:
    """Store a new club. Raises EventError for a name that cannot be one, or that another club has."""
    club.slug = slug_of(club.name)
    if is_taken(Club.objects.all(), club.name):
        raise _name_taken(club.name)
    try:
        with transaction.atomic():
            club.save()
    except IntegrityError as error:
        raise _name_taken(club.name) from error
    return club


def _name_taken(name: str) -> EventError:
    problem = gettext("There is a club {club} already. Choose another name.")
    return EventError(problem.format(club=f"{name!r}"), "name")


def _renew(club: Club) -> None:
    club.code = new_code()
    club.save(update_fields=["code"])


def _remove(club: Club, player: Player) -> bool:
    has_left = club.members.filter(player=player).delete()[0] > 0
    if not club.members.exists() and not club.events.exists():
        club.delete()
    else:
        _keep_organised(club)
    return has_left


def _keep_organised(club: Club) -> None:
    """Let the member who has been there for longest organise a club that nobody else does."""
    there = club.members.filter(player__is_active=True)
    if not there.filter(is_organiser=True).exists() and (first := there.first()):
        first.is_organiser = True
        first.save(update_fields=["is_organiser"])
