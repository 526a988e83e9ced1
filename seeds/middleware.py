"""What every request is looked at for before anything reads it."""

from __future__ import annotations

from collections.abc import Callable

from django.http import Http404, HttpRequest, HttpResponse

from seeds.api import no_such_address


class NullCharacterMiddleware:
    """Nothing is found at an address with a null character, for which PostgreSQL cannot even look.

    The REST interface says itself what is wrong about a query.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        is_in_path = "\0" in request.path
        if request.path.startswith("/api/"):
            return no_such_address(request) if is_in_path else self.get_response(request)
        if is_in_path or "%00" in request.META.get("QUERY_STRING", ""):
            raise Http404("The address has a null character.")
        return self.get_response(request)
