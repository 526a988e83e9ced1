"""Keys that are limited to one event open what is about it and its games, and nothing else."""

from __future__ import annotations

from django.utils.translation import gettext
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from games.api.authentication import TokenAuthentication
from games.models import ApiToken
from tournaments.models import Event, KeyLimit

EVENTS, GAMES = "api/v1/events/<slug:slug>/", "api/v1/games/<int:pk>/"


class LimitedTokenAuthentication(TokenAuthentication):
    """The keys of players, with the limit that some of them have."""

    def check(self, request: Request, token: ApiToken) -> None:
        """Raise PermissionDenied for a key without the scope, or with a limit to another event."""
        super().check(request, token)
        if not token.is_limited:
            return
        limit = KeyLimit.objects.select_related("event").filter(token=token).first()
        if limit is None or not _is_about(request, limit.event):
            where = f"the event {limit.event.slug} and its games" if limit else "an event that is gone"
            raise PermissionDenied(
                gettext("This key is only for {where}. Your settings page makes others.").format(where=where),
                code="other_event",
            )


def _is_about(request: Request, event: Event) -> bool:
    """Whether the address of a request names the event or one of its games."""
    found = request._request.resolver_match
    if found is None:
        return False
    if found.route.startswith(EVENTS):
        return bool(found.kwargs["slug"] == event.slug)
    if found.route.startswith(GAMES):
        return event.divisions.filter(rounds__fixtures__games__game=found.kwargs["pk"]).exists()
    return False
