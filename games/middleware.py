"""Every page shows times in the time zone of its reader."""

from __future__ import annotations

from collections.abc import Callable
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.models import Player


class PlayerTimeZoneMiddleware:
    """Activates the logged-in player's time zone for one request; UTC for everybody else and for the REST interface."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/"):
            return self.get_response(request)
        with timezone.override(zone_of(request.user) if request.user.is_authenticated else None):
            return self.get_response(request)


def zone_of(player: Player) -> ZoneInfo:
    """The player's time zone; UTC for a name that the machine's time zone data does not have."""
    try:
        return ZoneInfo(player.time_zone)
    except (ZoneInfoNotFoundError, ValueError):
        return ZoneInfo("UTC")
