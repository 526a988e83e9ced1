"""What every page may know about the post office."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from games.models import Player
from ground.callers import is_from_here
from notifications.accounts import joining
from notifications.addresses import address_health
from notifications.outbound import reminders


def last_warnings(request: HttpRequest) -> dict[str, Any]:
    """How many games wait for the reader, those in which their time is almost over, and the addresses to which no mail
    goes: for every page, asked only by those that show it."""
    player = request.user
    if not player.is_authenticated:
        return {"to_move_count": 0, "last_warnings": (), "mail_troubles": ()}
    waiting = SimpleLazyObject(lambda: reminders.turns_of(player))
    return {
        "to_move_count": SimpleLazyObject(lambda: len(waiting)),
        "last_warnings": SimpleLazyObject(lambda: reminders.last_warnings(player) if any(waiting) else []),
        "mail_troubles": SimpleLazyObject(lambda: list(address_health.addresses_off(player.pk))),
    }


def who_can_join(request: HttpRequest) -> dict[str, Any]:
    """Why somebody without an invitation cannot join; and whether the reader makes invitations."""
    player = request.user
    return {
        "joining_closed": joining.closed_sentence(),
        "may_invite": isinstance(player, Player) and joining.may_make(player),
    }


def mail_lab(request: HttpRequest) -> dict[str, bool]:
    """Whether pages lead to the mail lab."""
    return {"has_mail_lab": settings.MAIL_LAB and is_from_here(request)}
