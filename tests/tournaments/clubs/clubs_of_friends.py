"""Clubs to test with."""

from __future__ import annotations

from typing import Any

from games.action.base import Call, Outcome, PlayerAction
from tests.tournaments.conftest import NOON, friend
from tournaments.clubs import actions
from tournaments.models import Club


def done(action: PlayerAction[Any, Any], player: str, club: Club | None = None, /, **inputs: str) -> Outcome:
    """What comes of it when a friend does it."""
    return action.do(club, action.Inputs(**inputs), Call(friend(player), NOON))


def founded(*members: str, by: str = "cleo", name: str = "Ulm") -> Club:
    """A club that a friend organises, with these other members, who have joined in this order."""
    club = Club.objects.get(slug=done(actions.FOUND, by, name=name).facts.slug)
    for member in members:
        join(club, member)
    return club


def join(club: Club, member: str, code: str | None = None) -> None:
    """Join with the code of the club, or with another one."""
    done(actions.JOIN, member, club, code=Club.objects.get(pk=club.pk).code if code is None else code)


def members_of(club: Club) -> dict[str, bool]:
    """The members, and whether they organise the club."""
    return dict(club.members.values_list("player__username", "is_organiser"))
