"""Few requests that read are worked on at a time; moves and monitors never wait for them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory

from seeds import middleware
from seeds.middleware import ReadsAtOnceMiddleware

AT_ONCE = 2
WAITING = middleware.WAITING_FOR_EACH * AT_ONCE
LONG = 60.0  # seconds, of which nearly none pass


class Site:
    """A site whose pages are not finished before they are let go."""

    def __init__(self, pool: ThreadPoolExecutor) -> None:
        self.pool = pool
        self.let_go = threading.Event()
        self.begun = threading.Semaphore(0)
        self.application = ReadsAtOnceMiddleware(self._answer)

    def _answer(self, request: HttpRequest) -> HttpResponse:
        self.begun.release()
        if request.path.startswith("/games/"):
            assert self.let_go.wait(LONG)
        return HttpResponse("done")

    def ask(self, path: str, method: str = "get") -> Future[Any]:
        request = getattr(RequestFactory(), method)(path)
        return self.pool.submit(self.application, request)

    def all_places_taken(self) -> list[Future[Any]]:
        pages = [self.ask(f"/games/{number}/") for number in range(AT_ONCE)]
        for _ in pages:
            assert self.begun.acquire(timeout=LONG)
        return pages


@pytest.fixture
def site(settings: Any) -> Iterator[Site]:
    settings.READS_AT_ONCE = AT_ONCE
    with ThreadPoolExecutor(20) as pool:
        made = Site(pool)
        yield made
        made.let_go.set()


def statuses(asked: list[Future[Any]]) -> list[int]:
    return [one.result(LONG).status_code for one in asked]


def until(condition: Callable[[], bool]) -> None:
    pause = threading.Event()
    while not condition():
        pause.wait(0.01)


def test_pages_beyond_those_that_can_wait_are_refused_at_once_and_the_others_are_answered(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(middleware, "READS_WAIT", LONG)
    working = site.all_places_taken()
    waiting = [site.ask(f"/games/{number}/") for number in range(10, 10 + WAITING)]
    until(lambda: site.application.waiting._value == 0)
    refused = site.ask("/games/20/").result(LONG)
    assert (refused.status_code, refused["Retry-After"]) == (503, "2")
    by_rest = site.ask("/api/v1/games/20/").result(LONG)
    assert (by_rest.status_code, by_rest["Retry-After"]) == (503, "2")
    assert by_rest["Content-Type"] == "application/problem+json"
    assert b'"busy"' in by_rest.content
    site.let_go.set()
    assert statuses(working + waiting) == [200] * (AT_ONCE + WAITING)
    assert statuses([site.ask("/games/30/")]) == [200], "every place is free again"


def test_page_that_has_waited_for_some_seconds_is_refused(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "READS_WAIT", 0.05)
    site.all_places_taken()
    assert statuses([site.ask("/games/9/")]) == [503]


def test_moves_monitors_and_readers_of_the_feed_wait_for_no_page(site: Site) -> None:
    site.all_places_taken()
    others = [
        site.ask("/play/", "post"), site.ask("/healthz"), site.ask("/metrics"), site.ask("/api/v1/players/anna/feed/"),
    ]  # fmt: skip
    assert statuses(others) == [200] * 4
