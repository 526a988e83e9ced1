"""Clubs to test with."""

from __future__ import annotations

from tests.tournaments.conftest import NOON, friend
from tournaments.clubs import services as membership
from tournaments.models import Club


def founded(*members: str, by: str = "cleo", name: str = "Ulm") -> Club:
    """A club that a friend organises, with these other members, who have joined in this order."""
    club = membership.found_club(player=friend(by), name=name, about="", at=NOON)
    for member in members:
        join(club, member)
    return club


def join(club: Club, member: str, code: str | None = None) -> Club:
    """Join with the code of the club, or with another one."""
    code = Club.objects.get(pk=club.pk).code if code is None else code
    return membership.join_club(club_id=club.pk, player=friend(member), code=code, at=NOON)


def members_of(club: Club) -> dict[str, bool]:
    """The members, and whether they organise the club."""
    return dict(club.members.values_list("player__username", "is_organiser"))
