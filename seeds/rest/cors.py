"""Pages of other sites may read what everybody can read, without keys and sessions; they can change nothing."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

PATHS = ("/api/v1/", "/api/schema/")
READING = "GET, HEAD, OPTIONS"
READABLE = "ETag, Link, RateLimit, RateLimit-Policy, Retry-After"
DAY = 86_400


class PublicReadsMiddleware:
    """Allows scripts of any site to read REST as a visitor.

    A browser sends them neither cookies nor keys, since that is not allowed; so they get what a visitor gets.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(PATHS):
            return self.get_response(request)
        if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
            return _answer_before(request)
        answer = self.get_response(request)
        is_own = "Authorization" in request.headers or request.COOKIES
        if request.method in READING.split(", ") and not is_own:
            answer["Access-Control-Allow-Origin"] = "*"
            answer["Access-Control-Expose-Headers"] = READABLE
        return answer


def _answer_before(request: HttpRequest) -> HttpResponse:
    """What a browser asks before a request that no form could send: whether it may be sent, and with what."""
    headers = {
        "Access-Control-Allow-Origin": "*",
        "Access-Control-Allow-Methods": READING,
        "Access-Control-Allow-Headers": "Accept, If-None-Match",
        "Access-Control-Max-Age": str(DAY),
    }
    return HttpResponse(status=204, headers=headers)
