"""Every page shows times in the time zone of its reader."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from games.clock.calendars import zone_named


class PlayerTimeZoneMiddleware:
    """Activates the logged-in player's time zone for one request; UTC for everybody else and for the REST interface."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/"):
            return self.get_response(request)
        with timezone.override(zone_named(request.user.time_zone) if request.user.is_authenticated else None):
            return self.get_response(request)
