"""What every request is looked at for before anything reads it, and what every answer says about its being kept."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from functools import lru_cache
from http import HTTPStatus

from csp.constants import HEADER
from csp.middleware import CSPMiddleware
from csp.utils import build_policy
from django.conf import settings
from django.core.exceptions import BadRequest
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.middleware.gzip import GZipMiddleware
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext

from games.exceptions import TooMuchWork
from games.feed.shown import may_wait
from ground.expensive import Overload, busy, check_rate
from ground.metrics import ANSWERS
from ground.tracing import traced
from seeds.api import no_such_address
from seeds.rest.problems import plain_problem

# Whose addresses are about one account, whether or not somebody has signed in: forms with passwords, links with codes.
PRIVATE_FOLDERS = ("/accounts/", "/settings/", "/mail/", "/feeds/", f"/{settings.ADMIN_PATH}")

PROBES = ("/healthz", "/readyz", "/metrics")  # which monitors ask, from inside, without a proxy

READS_WAIT = 3.0  # seconds for which a request that reads waits for a place
WAITING_FOR_EACH = 2  # requests that wait, for each that is worked on: a burst of pages is served, not refused

UNCOMPRESSED = (HTTPStatus.PARTIAL_CONTENT, HTTPStatus.NOT_MODIFIED, HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)

FOR_PROGRAMS = ("/api/", "/feeds/")  # a redirect would hide from programs that they are not encrypted


class TraceMiddleware:
    """Each request is worked on under an id of its own, which its log entries and the mails that it causes carry; how
    long it takes is measured."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        begun = time.perf_counter()
        if request.path in PROBES:
            request.META["HTTP_HOST"] = settings.SITE_HOST  # they are asked at the number of this machine
        with traced():
            answer = self.get_response(request)
        ANSWERS.labels(_door(request.path), str(answer.status_code)).observe(time.perf_counter() - begun)
        return answer


def _door(path: str) -> str:
    return "rest" if path.startswith("/api/") else "probe" if path in PROBES else "page"


class PrivateAnswersMiddleware:
    """What is answered to one player is kept by no browser and by no proxy.

    That is every answer to a request with a session, a key or the cookie of a guest, pictures of boards excepted, which
    are the same for everybody; and the pages of accounts. Answers of REST say that they depend on key and session.
    Signing out clears what the browser has kept all the same.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        if request.path.startswith("/api/"):
            patch_vary_headers(answer, ["Authorization", "Cookie"])
        if _is_private(request) and not answer.get("Content-Type", "").startswith("image/"):
            answer["Cache-Control"] = "private, no-store"
        if request.method == "POST" and request.path == reverse("account_logout"):
            answer["Clear-Site-Data"] = '"cache", "storage"'
        return answer


class ContentPolicyMiddleware(CSPMiddleware):
    """The policy of the settings, written once and not for each answer; a view that changes it has one of its own."""

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if any(name.startswith("_csp") for name in vars(response)) or hasattr(request, "_csp_nonce"):
            return super().process_response(request, response)
        response.setdefault(HEADER, _policy_of(json.dumps(settings.CONTENT_SECURITY_POLICY)))
        return response


@lru_cache(maxsize=10)
def _policy_of(setting: str) -> str:  # which is the key of what is kept
    return build_policy()


def _is_private(request: HttpRequest) -> bool:
    return (
        settings.SESSION_COOKIE_NAME in request.COOKIES
        or settings.GUEST_COOKIE_NAME in request.COOKIES
        or "Authorization" in request.headers
        or request.path.startswith(PRIVATE_FOLDERS)
    )


class EncryptedMiddleware:
    """REST and feeds over plain HTTP are refused where pages lead to HTTPS: a key sent in the clear must be noticed."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not settings.SECURE_SSL_REDIRECT or request.is_secure() or not request.path.startswith(FOR_PROGRAMS):
            return self.get_response(request)
        message = gettext("This address answers over HTTPS only. Replace every key that you have sent without it.")
        return plain_problem(request, "https_only", message)


class HeadMiddleware:
    """HEAD is answered as GET is, without the content (RFC 9110, 9.3.2): views know GET alone."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        if request.method != "HEAD":
            return self.get_response(request)
        request.method = "GET"
        answer = self.get_response(request)
        if isinstance(answer, StreamingHttpResponse):
            answer.streaming_content = []
        elif isinstance(answer, HttpResponse):
            length = len(answer.content)
            answer.content = b""
            answer["Content-Length"] = str(length)
        return answer


class CompressionMiddleware(GZipMiddleware):
    """Answers are compressed, but no part of a file, whose bytes are counted, and no answer without content.

    What is compressed has a weak tag, and WhiteNoise compares tags as they are written, so they come to it strong.
    """

    def process_request(self, request: HttpRequest) -> None:
        if known := request.META.get("HTTP_IF_NONE_MATCH"):
            request.META["HTTP_IF_NONE_MATCH"] = known.removeprefix("W/")

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        if response.status_code in UNCOMPRESSED:
            return response
        return super().process_response(request, response)


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


class ReadsAtOnceMiddleware:
    """Few requests that read are worked on at a time, so that each is soon answered, and moves need not share the
    processor with many. Twice as many wait, for seconds at most: each keeps a thread. The rest get 503 at once.

    What waits for the feed is counted elsewhere (``FEED_WAITS``), and answers that are kept ready do not come here.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.at_once = settings.READS_AT_ONCE
        self.places = threading.Semaphore(self.at_once)
        self.waiting = threading.Semaphore(WAITING_FOR_EACH * self.at_once)

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.method != "GET" or request.path in PROBES or may_wait(request.path):
            return self.get_response(request)
        if not self._take():
            overload = busy(self.at_once)
            if not request.path.startswith(FOR_PROGRAMS):
                return _too_much(request, overload)
            answer = plain_problem(request, "busy", str(overload.detail))
            answer["Retry-After"] = str(overload.wait)
            return answer
        try:
            return self.get_response(request)
        finally:
            self.places.release()

    def _take(self) -> bool:
        """Take a place, perhaps after some seconds; False if there is none by then."""
        if self.places.acquire(blocking=False):
            return True
        if not self.waiting.acquire(blocking=False):
            return False
        try:
            return self.places.acquire(timeout=READS_WAIT)
        finally:
            self.waiting.release()


class RefusalsMiddleware:
    """Pages are asked for so often and no more; what a view refuses is a page that says why, and when to come again.

    The REST interface has limits and answers of its own, and what load balancers ask has none.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.path.startswith("/api/") or request.path in PROBES:
            return self.get_response(request)
        try:
            check_rate(request, "page")
        except Overload as overload:
            return _too_much(request, overload)
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The page for a view that refused the request for its values or for what it costs."""
        match error:
            case Overload():
                return _too_much(request, error)
            case TooMuchWork():
                return _refusal(request, 422, gettext("Too much work"), error.message)
            case BadRequest():
                return _refusal(request, 400, gettext("Bad address"), str(error))
        return None


def _too_much(request: HttpRequest, overload: Overload) -> HttpResponse:
    refusal, described = gettext("Too many requests"), str(overload.detail)
    if overload.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        answer = _refusal(request, overload.status_code, refusal, described)
    else:  # without the frame of other pages, which asks the database
        page = render_to_string("too_many.html", {"refusal": refusal, "described": described})
        answer = HttpResponse(page, status=overload.status_code)
    answer["Retry-After"] = str(overload.wait)
    return answer


def _refusal(request: HttpRequest, status: int, refusal: str, described: str) -> HttpResponse:
    return render(request, "refused.html", {"refusal": refusal, "described": described}, status=status)
