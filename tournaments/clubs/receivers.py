"""What clubs add elsewhere: a player's clubs on the player's page, and the places of closed accounts, which end."""

from __future__ import annotations

from datetime import datetime

from django.dispatch import receiver
from django.template.loader import render_to_string

from games.action.base import Call, NoInputs
from games.models import Player
from ground.sweeps import Sweep
from tournaments.clubs.actions import LEAVE
from tournaments.clubs.queries import clubs_of
from tournaments.models import ClubMember
from tournaments.signals import calendar_followed, player_shown


@receiver(player_shown, dispatch_uid="clubs.player")
def clubs_of_player(player: Player, *, is_profile: bool, **facts: object) -> str:
    return render_to_string("clubs/_of_player.html", {"clubs": clubs_of(player)}) if is_profile else ""


@receiver(calendar_followed, dispatch_uid="clubs.closed")
def leave_clubs(sweep: Sweep, *, now: datetime, **facts: object) -> None:
    """Take closed accounts out of their clubs; another member organises them then, if nobody else does."""
    places = ClubMember.objects.filter(player__is_active=False).select_related("player", "club")
    for place in places.order_by("club", "pk"):
        with sweep.one(f"player {place.player_id} of club {place.club_id}"):
            LEAVE.do(place.club, NoInputs(), Call(place.player, now))
