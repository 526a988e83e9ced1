"""Expensive requests: a throttle scope of their own, few at a time for each caller and in all, on pages as by REST."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.urls import get_resolver

from games.accounts.api_keys import create_token
from games.archive import files
from games.exceptions import TooMuchWork
from games.models import Player
from ground import expensive
from ground.expensive import SLOTS, ConcurrencySlots, Overload
from tests.games.conftest import Start

pytestmark = pytest.mark.django_db

SEARCHES = ("/events/", "/api/v1/events/")
RECORD = {"record": '{"game": "btt"}'}


@pytest.fixture(autouse=True)
def _all_places_are_free_again() -> Iterator[None]:
    yield
    assert not SLOTS._taken.total()


@pytest.fixture
def rates(monkeypatch: pytest.MonkeyPatch) -> dict[str, str | None]:
    """The rates of the throttles, to be changed."""
    changed = dict(expensive.ExpensiveThrottle.THROTTLE_RATES)
    for throttle in (expensive.ExpensiveThrottle, expensive.AnonymousThrottle):
        monkeypatch.setattr(throttle, "THROTTLE_RATES", changed)
    return changed


def look(client: Client, how: str) -> tuple[int, str | None, str]:
    """Look at a record on the page or by REST: the status, when to come again, and what is said."""
    if how == "page":
        answer = client.post("/records/", RECORD)
    else:
        answer = client.post("/api/v1/records/", RECORD, "application/json")
    return answer.status_code, answer.headers.get("Retry-After"), answer.content.decode()


@pytest.mark.parametrize("how", ["page", "rest"])
def test_caller_who_asks_too_often_is_told_when_to_come_again(how: str, rates: dict[str, str | None]) -> None:
    rates["expensive_anonymous"] = "2/min"
    assert [look(Client(), "page")[0], look(Client(), "rest")[0]] == [200, 200], "one scope for both"
    status, wait, said = look(Client(), how)
    assert status == 429
    assert wait is not None
    assert 0 < int(wait) <= 60
    assert re.search(r"Too many requests from your network. Try again in \d+ (seconds?|minutes?), or sign in.", said)
    assert how == "rest" or 'class="brand"' in said, "the frame of all pages"
    assert Client().get("/records/").status_code == 200, "what costs little goes on"


def test_class_behind_one_address_can_play_and_the_next_guest_is_asked_to_wait_or_to_sign_in(rates: Any) -> None:
    rates["guest_anonymous"] = "2/hour"
    began = [
        Client().post("/lobby/house/", {"rules": "btt", "bot": "house-seedling", "nonce": str(n)}) for n in range(3)
    ]
    assert [answer.status_code for answer in began] == [302, 302, 429]
    assert re.search(
        r"Too many new games from your network. Try again in [56]\d minutes, or sign in.", began[2].text
    ) or ("Try again in 1 hour, or sign in." in began[2].text)


@pytest.mark.parametrize("board", ["games/{}/steps/", "lessons/btt/1/steps/", "puzzle/1/steps/"])
def test_picks_on_a_board_have_a_limit_of_their_own_and_no_other(rates: Any, start: Start, board: str) -> None:
    address = "/api/v1/" + board.format(start("anna", "bert").pk)
    rates |= {"expensive_anonymous": "1/hour", "anon": "1/hour", "steps_anonymous": "8/hour"}
    assert [Client().get(address).status_code for _ in range(9)] == [200] * 8 + [429]


def test_limits_are_those_of_the_player_wherever_they_are(rates: dict[str, str | None]) -> None:
    rates["expensive_player"] = "1/min"
    anna, bert = (Player.objects.create(username=name) for name in ("anna", "bert"))
    key = {"Authorization": f"Bearer {create_token(anna, name='program')[1]}"}
    browser = Client()
    browser.force_login(anna)
    assert look(browser, "page")[0] == 200
    assert Client().post("/api/v1/records/", RECORD, "application/json", headers=key).status_code == 429
    browser.force_login(bert)
    assert look(browser, "page")[0] == 200


@pytest.mark.parametrize("how", ["page", "rest"])
def test_when_all_slots_are_taken_others_wait_and_light_requests_do_not(how: str) -> None:
    others = [f"player:{number}" for number in range(SLOTS.in_all)]
    for other in others:
        SLOTS.take(other)
    try:
        status, wait, said = look(Client(), how)
        assert (status, wait) == (503, "2")
        assert f"{SLOTS.in_all} requests of this kind are in progress" in said
        assert Client().get("/healthz").status_code == 200
        assert Client().get("/games/").status_code == 200
        assert Client().get("/api/v1/games/").status_code == 200
    finally:
        for other in others:
            SLOTS.free(other)
    assert look(Client(), how)[0] == 200


def test_one_caller_has_fewer_places_than_there_are() -> None:
    places = ConcurrencySlots(in_all=3, for_each=2)
    places.take("anna")
    places.take("anna")
    with pytest.raises(Overload) as refused:
        places.take("anna")
    assert (refused.value.status_code, refused.value.get_codes()) == (429, "too_many_at_once")
    places.take("bert")
    with pytest.raises(Overload) as refused:
        places.take("carl")
    assert (refused.value.status_code, refused.value.get_codes()) == (503, "busy")
    places.free("anna")
    places.take("carl")


def test_file_is_whole_before_it_is_sent_so_that_a_slow_reader_holds_no_thread(start: Start) -> None:
    start("anna", "bert")
    for address in ("/players/anna/games.jsonl", "/api/v1/players/anna/records/"):
        answer = Client().get(address)
        assert not answer.streaming
        assert answer.content.count(b"\n") == 1


def test_file_has_so_many_bytes_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "MOST_BYTES", 1_000_000)
    assert files.whole_file(["a" * 1_000_000], "text/plain").content == b"a" * 1_000_000
    with pytest.raises(TooMuchWork, match="larger than 1 MB"):
        files.whole_file(iter(["a" * 999_999, "ä"]), "text/plain")


def test_view_that_fails_gives_its_place_back() -> None:
    @expensive.expensive
    def view(request: object) -> HttpResponse:
        raise ValueError("wrong")

    request = RequestFactory().get("/")
    request.user = Player()  # type: ignore[assignment]
    with pytest.raises(ValueError, match="wrong"):
        view(request)


def test_pages_have_a_limit_too(rates: dict[str, str | None]) -> None:
    rates["page_anonymous"] = "2/min"
    assert [Client().get("/games/").status_code for _ in range(3)] == [200, 200, 429]
    refused = Client().get("/")
    assert refused.status_code == 429
    assert int(refused["Retry-After"]) > 0
    assert Client().get("/healthz").status_code == 200, "load balancers are always answered"
    assert Client().get("/api/v1/games/").status_code == 200, "REST counts for itself"


def test_search_among_events_costs_as_much_by_page_as_by_rest(rates: dict[str, str | None]) -> None:
    rates["expensive_anonymous"] = "2/min"
    assert [Client().get(f"{where}?q=spring").status_code for where in SEARCHES] == [200, 200]
    assert [Client().get(f"{where}?q=spring").status_code for where in SEARCHES] == [429, 429]
    assert [Client().get(where).status_code for where in SEARCHES] == [200, 200], "a list costs little"


# Ends of addresses where something is replayed, previewed, explained, exported or searched.
EXPENSIVE = re.compile(
    r"(standings|crosstable|bracket|what-if|record|records|dice|preview|solve|steps|moves|analysis|boards|download"
    r"|event\.json|<day:day>|\.csv|\.trf|\.ics|\.png|board\.svg|<ending>[^/]*)/?$"
)
KEPT_READY = {  # though their addresses end so
    "events/<slug:slug>/divisions/<int:division>/standings/": "a stored page",
    "events/<slug:slug>/standings/": "a stored page",
    "feeds/<str:letters>/deadlines.ics": "one player's own games",
    "puzzle/<int:number>/board.svg": "the same board for everybody, kept",
    "rules/<slug:slug>/board.svg": "the same board for everybody, kept",
}


def views_of(patterns: list[Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Each address with what answers there: of REST the method for GET, else the one for POST."""
    for pattern in patterns:
        path = before + re.sub(r"\(\?P(<\w+>)[^)]*\)|[\^$\\]", r"\1", str(pattern.pattern))
        if hasattr(pattern, "url_patterns"):
            yield from views_of(pattern.url_patterns, path)
            continue
        view = pattern.callback
        if hasattr(view, "cls"):
            names = getattr(view, "actions", None) or {"get": "get", "post": "post"}
            found = [getattr(view.cls, name, None) for name in names.values()]
            yield path, next((method for method in found if method is not None), None)
        else:
            yield path, view


def test_whatever_replays_explains_exports_or_draws_is_limited() -> None:
    limited = {path: getattr(view, "is_expensive", False) for path, view in views_of(get_resolver().url_patterns)}
    wanted = {path for path in limited if EXPENSIVE.search(path) and not path.startswith(("admin/", "accounts/"))}
    assert len(wanted) > 40
    assert {path for path in wanted if not limited[path]} == set(KEPT_READY)
