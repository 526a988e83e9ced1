"""Answers for visitors, kept ready in front of Django: as compressed bytes, under what they show.

A view that shows the same to all visitors says what its answer depends on (``games.feed.shown``). The next visitor gets
the same bytes, or 304 for those that they have, after one look at the database: whether there is anything new. So
nothing stale is ever given out, whichever process has written what is new; only what the clock alone changes may be
``SECONDS`` old. A request with a cookie or a key is nobody else's, and goes to Django.
"""

from __future__ import annotations

import gzip
import hashlib
import itertools
import logging
import re
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, connections
from django.http import HttpRequest
from django.utils.translation import get_language_from_request

from games.feed.shown import KEY, UPTO, may_wait, question
from ground.callers import is_from_here
from ground.metrics import KEPT

SECONDS = 10.0  # for which an answer is kept
MOST = 5_000  # answers
MOST_BYTES = 48_000_000  # of all of them, compressed
MOST_OF_ONE = 2_000_000
LONGEST_QUERY, LONGEST_PATH = 100, 200  # characters
FOLDERS = ("/games/", "/events/", "/players/", "/ratings/", "/api/v1/")  # in which views may say so
PATIENCE = 0.25  # seconds for which a request waits until others have looked; then Django answers it
REMAKING = 5.0  # seconds for which requests wait until another one has made the answer anew

_MOMENT = re.compile(rb'<data id="moment"[^>]*>')  # a page that only has another number is the same page
_NOT_KEPT = {"content-encoding", "content-length", "etag", "cache-control", "vary", "ratelimit", "ratelimit-policy"}
_WITH_304 = ("etag", "cache-control", "vary", "access-control-")  # RFC 9110, 15.4.5; and the rights of other sites

_QUALITY = re.compile(r"(;\s*q=[0-9.]*)?")
_SITE = urlsplit(settings.SITE_URL).netloc

log = logging.getLogger(__name__)

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
StartResponse = Callable[..., Any]
Application = Callable[[Environ, StartResponse], Iterable[bytes]]
Key = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Kept:
    """An answer, and what must be so that it can be given out."""

    packed: bytes
    etag: str
    headers: Headers
    headers_of_304: Headers
    statement: str
    topics: Sequence[str]
    version: tuple[int, ...]
    until: float


class Look:
    """One connection of this process, on which all its threads ask what is new."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wrapper: Any = None

    def ask(self, statement: str, topics: Sequence[str] = ()) -> tuple[int, ...] | None:
        """The row that a statement finds; None while the database is away or others wait for it."""
        if not self._lock.acquire(timeout=PATIENCE):
            return None
        try:
            return self._ask(statement, topics)
        except Error as error:
            log.warning("The latest changes could not be read: %s", error)
            self.close()
            return None
        finally:
            self._lock.release()

    def _ask(self, statement: str, topics: Sequence[str]) -> tuple[int, ...]:
        if self._wrapper is None:
            made = connections.create_connection(DEFAULT_DB_ALIAS)
            made.inc_thread_sharing()
            made.ensure_connection()  # raises what ``ask`` knows, unlike ``connect``
            self._wrapper = made
        with self._wrapper.wrap_database_errors:
            found: tuple[int, ...] = self._wrapper.connection.execute(statement, topics).fetchone()
        return found

    def close(self) -> None:
        """Give the connection up; the next question opens another one."""
        if self._wrapper is not None:
            with suppress(Exception):  # it may be in any state; a new one is opened
                self._wrapper.close()
            self._wrapper = None


class Store:
    """The answers of one process, those made first forgotten first, and all as soon as they are too old."""

    def __init__(self) -> None:
        self._kept: dict[Key, Kept] = {}
        self._bytes = 0
        self._lock = threading.Lock()

    def get(self, key: Key) -> Kept | None:
        return self._kept.get(key)

    def put(self, key: Key, kept: Kept) -> None:
        with self._lock:
            self._forget(key)
            now = time.monotonic()
            for oldest in list(itertools.takewhile(lambda one: self._kept[one].until < now, self._kept)):
                self._forget(oldest)
            self._kept[key] = kept
            self._bytes += len(kept.packed)
            while self._bytes > MOST_BYTES or len(self._kept) > MOST:
                self._forget(next(iter(self._kept)))

    def _forget(self, key: Key) -> None:
        if (old := self._kept.pop(key, None)) is not None:
            self._bytes -= len(old.packed)


class KeptAnswers:
    """A WSGI application in front of Django's."""

    def __init__(self, application: Application) -> None:
        self._application = application
        self.look = Look()
        self._store = Store()
        self._making = [threading.Lock() for _ in range(1024)]  # by address

    def __call__(self, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        key = key_of(environ)
        if key is None:
            return self._application(environ, start_response)
        kept = self._store.get(key)
        if kept is not None and self._is_same(kept):
            return give(kept, environ, start_response)
        making = self._making[hash(key) % len(self._making)]
        is_mine = making.acquire(timeout=REMAKING)
        try:
            kept = self._store.get(key)  # somebody else may have made it meanwhile
            if kept is not None and self._is_same(kept):
                return give(kept, environ, start_response)
            return self._make(key, environ, start_response)
        finally:
            if is_mine:
                making.release()

    def _is_same(self, kept: Kept) -> bool:
        return time.monotonic() < kept.until and self.look.ask(kept.statement, kept.topics) == kept.version

    def _make(self, key: Key, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
        """Django's answer; it is kept if nothing of what it shows has changed since before it was made."""
        until = time.monotonic() + SECONDS
        started: list[Any] = []
        body = self._application(environ, lambda *given: started.extend(given))
        status, headers, *rest = started
        topics, upto = environ.get(KEY), environ.get(UPTO)
        if upto is None or topics is None or not _is_for_everybody(environ, status, headers):
            start_response(status, headers, *rest)
            return body
        content = b"".join(body)
        getattr(body, "close", lambda: None)()
        statement = question(topics)
        version = self.look.ask(statement, topics)
        kept = _kept(content, headers, statement, topics, version or (), until)
        if version is not None and max(version) <= upto and len(kept.packed) <= MOST_OF_ONE:
            self._store.put(key, kept)
        return give(kept, environ, start_response)


def key_of(environ: Environ) -> Key | None:
    """Under what the answer to a request is kept; None for a request that is answered by Django alone.

    It consists of what is chosen for the visitor, not of what they have sent: there are few hosts and languages, and
    REST has one form.
    """
    path: str = environ["PATH_INFO"]
    host = environ.get("HTTP_HOST", "")
    if (
        environ["REQUEST_METHOD"] not in ("GET", "HEAD")
        or not (path.startswith(FOLDERS) or path == "/")
        or may_wait(path)
        or environ.get("HTTP_COOKIE")
        or environ.get("HTTP_AUTHORIZATION")
        or len(path) > LONGEST_PATH
        or len(environ["QUERY_STRING"]) > LONGEST_QUERY
        or not (host in settings.ALLOWED_HOSTS or host in ("", _SITE))
        or (path.startswith("/api/") and not _takes_plain_json(environ.get("HTTP_ACCEPT", "")))
    ):
        return None
    request = HeadersOnly(environ)
    is_here = settings.MAIL_LAB and is_from_here(request)
    language = get_language_from_request(request)
    return path, environ["QUERY_STRING"], language, host, request.scheme or "", "here" if is_here else ""


class HeadersOnly(HttpRequest):
    """A request of which only the headers are known; it is made for each visitor, so nothing else is."""

    def __init__(self, environ: Environ) -> None:
        self.META, self.COOKIES = environ, {}

    def _get_scheme(self) -> str | None:
        return self.META.get("wsgi.url_scheme")


def _takes_plain_json(accepted: str) -> bool:
    """Whether REST answers in its only form, and without parameters that change it, such as an indentation."""
    forms = [form.strip().partition(";") for form in (accepted or "*/*").split(",")]
    has_json = any(kind.rstrip() in ("application/json", "application/*", "*/*") for kind, _, _ in forms)
    return has_json and all(_QUALITY.fullmatch(mark + parameters) for _, mark, parameters in forms)


def _is_for_everybody(environ: Environ, status: str, headers: Headers) -> bool:
    """Whether Django has answered what any visitor would get: a whole page without a cookie or a secret of theirs."""
    if environ["REQUEST_METHOD"] != "GET" or not status.startswith("200 "):
        return False
    named = {name.lower(): value for name, value in headers}
    control = named.get("cache-control", "")
    return "set-cookie" not in named and "private" not in control and "no-store" not in control


def _kept(
    content: bytes, headers: Headers, statement: str, topics: Sequence[str], version: tuple[int, ...], until: float
) -> Kept:
    named = {name.lower(): value for name, value in headers}
    is_packed = named.get("content-encoding") == "gzip"
    packed = content if is_packed else gzip.compress(content, 6, mtime=0)
    whole = gzip.decompress(content) if is_packed else content
    digest = hashlib.sha256(_MOMENT.sub(b"", whole)).hexdigest()
    etag = f'W/"{digest[:32]}"'  # the same for the content and for its compressed form
    varies = {name.strip().lower() for name in named.get("vary", "").split(",") if name.strip()}
    varies |= {"accept-encoding", "accept-language", "cookie"}
    own = [("ETag", etag), ("Cache-Control", "public, no-cache"), ("Vary", ", ".join(sorted(varies)))]
    shown = [*((name, value) for name, value in headers if name.lower() not in _NOT_KEPT), *own]
    of_304 = [(name, value) for name, value in shown if name.lower().startswith(_WITH_304)]
    return Kept(packed, etag, shown, of_304, statement, topics, version, until)


def give(kept: Kept, environ: Environ, start_response: StartResponse) -> Iterable[bytes]:
    """Answer a request with what is kept: nothing for a reader who has it, compressed for one who can read that."""
    if (known := environ.get("HTTP_IF_NONE_MATCH")) and _knows(known, kept.etag):
        KEPT.labels("304").inc()
        start_response("304 Not Modified", kept.headers_of_304)
        return []
    content, headers = kept.packed, kept.headers
    if "gzip" in environ.get("HTTP_ACCEPT_ENCODING", ""):
        headers = [*headers, ("Content-Encoding", "gzip")]
    else:
        content = gzip.decompress(content)
    KEPT.labels("200").inc()
    start_response("200 OK", [*headers, ("Content-Length", str(len(content)))])
    return [] if environ["REQUEST_METHOD"] == "HEAD" else [content]


def _knows(known: str, etag: str) -> bool:
    """Whether the tags of If-None-Match, compared weakly, name the answer (RFC 9110, 13.1.2)."""
    opaque = etag.removeprefix("W/")
    return known == etag or any(one.strip().removeprefix("W/") in (opaque, "*") for one in known.split(","))
