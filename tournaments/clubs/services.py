"""Founding a club, joining and leaving it, and what its organisers do. The club is locked first, then players.

A player joins with the code of a club, which its organisers give away: so both sides have agreed, and nobody is asked
against their will. A club has an organiser as long as it has members; without members and events it is deleted.
"""

from __future__ import annotations

from datetime import datetime
from secrets import compare_digest

from django.db import IntegrityError, transaction
from django.utils.translation import gettext

from games.models import Player
from tournaments import permission
from tournaments.exceptions import ClubRefused, EventError, NotOrganiser
from tournaments.models import Club, ClubMember
from tournaments.models.clubs import new_code
from tournaments.queries import directs_as_staff
from tournaments.setup.addresses import check_name, is_taken, slug_of

MOST_MEMBERS = 500


@transaction.atomic
def found_club(*, player: Player, name: str, about: str, at: datetime) -> Club:
    """A new club, which the player organises. Raises EventError, and NotAllowed where a quota or a moderator is against
    it."""
    _check_is_person(player)
    permission.check_may_found_club(player, at=at)
    club = _save(Club(name=name.strip(), about=about.strip(), founded_at=at))
    ClubMember.objects.create(club=club, player=player, is_organiser=True, joined_at=at)
    return club


@transaction.atomic
def edit_club(*, club_id: int, player: Player, name: str, about: str, at: datetime) -> Club:
    """Give a club another name or description; its address stays. Raises EventError and NotAllowed."""
    club = _lock_organised(club_id, player)
    permission.check_words(player, "".join({name.strip(), about.strip()} - {club.name, club.about}), at=at)
    check_name(name)
    if is_taken(Club.objects.exclude(pk=club.pk), name):
        raise _name_taken(name.strip())
    club.name, club.about = name.strip(), about.strip()
    club.save(update_fields=["name", "about"])
    return club


@transaction.atomic
def renew_code(*, club_id: int, player: Player) -> Club:
    """Let nobody join with the code that there was. Raises NotOrganiser."""
    club = _lock_organised(club_id, player)
    _renew(club)
    return club


@transaction.atomic
def join_club(*, club_id: int, player: Player, code: str, at: datetime) -> Club:
    """Join with the code of the club. Idempotent. Raises ClubRefused and NotAllowed."""
    club = _lock(club_id)
    _check_is_person(player)
    permission.check_may_join(player, at=at)
    if club.has_member(player):
        return club
    if not compare_digest(code.strip().encode(), club.code.encode()):
        raise ClubRefused(
            gettext("That is not the code of {club}. Ask one of its organisers for it.").format(club=club), "code"
        )
    if club.members.count() >= MOST_MEMBERS:
        raise ClubRefused(gettext("A club has at most {most} members.").format(most=MOST_MEMBERS))
    ClubMember.objects.create(club=club, player=player, joined_at=at)
    _keep_organised(club)
    return club


@transaction.atomic
def leave_club(*, club_id: int, player: Player) -> bool:
    """Belong to a club no more; whether the player did."""
    return _remove(_lock(club_id), player)


@transaction.atomic
def remove_member(*, club_id: int, player: Player, username: str) -> Club:
    """Take somebody out, who cannot come back with the code that there was. Raises EventError and NotOrganiser."""
    club = _lock_organised(club_id, player)
    other = _member(club, username)
    _renew(club)
    _remove(club, other.player)
    return club


@transaction.atomic
def change_organiser(*, club_id: int, player: Player, username: str, organises: bool) -> Club:
    """Let a member organise the club, or no more. Raises EventError and NotOrganiser."""
    club = _lock_organised(club_id, player)
    other = _member(club, username)
    if not organises and not club.members.filter(is_organiser=True).exclude(pk=other.pk).exists():
        problem = gettext("{player} is the only organiser of {club}. Let another member organise it first.")
        raise EventError(problem.format(player=other.player, club=club), "player")
    other.is_organiser = organises
    other.save(update_fields=["is_organiser"])
    return club


def may_organise(club: Club, player: Player | None) -> bool:
    """Whether a player organises the club: its organisers, and staff that directs every event."""
    return player is not None and (club.is_organised_by(player) or directs_as_staff(player))


def _lock(club_id: int) -> Club:
    return Club.objects.select_for_update().get(pk=club_id)


def _lock_organised(club_id: int, player: Player) -> Club:
    club = _lock(club_id)
    if not may_organise(club, player):
        raise NotOrganiser(gettext("Only organisers of {club} can do that.").format(club=club))
    return club


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
