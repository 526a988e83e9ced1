"""Every page shows times in the time zone of its reader, and staff have their rights only with a second factor."""

from __future__ import annotations

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.functional import SimpleLazyObject

from games.accounts.second_factor import used_second_factor
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


class StaffRightsMiddleware:
    """Staff have their rights in sessions with a second factor; in others they are players like everybody.

    Pages of the account and of the admin are exempt: they lead staff to the factor, and they save whole accounts.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(("/accounts/", f"/{settings.ADMIN_PATH}")):
            signed_in = request.user

            def with_rights() -> object:
                if signed_in.is_authenticated and signed_in.is_staff and not used_second_factor(request, signed_in):
                    signed_in.is_staff = signed_in.is_superuser = False  # for this request; never saved
                return signed_in

            request.user = SimpleLazyObject(with_rights)  # type: ignore[assignment]
        return self.get_response(request)
