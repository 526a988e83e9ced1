"""The REST door to the events, as a program uses it."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from rest_framework.test import APIClient

from games.models import Game, Player
from games.rules.twigs.puzzles import PUZZLES
from ground.canonical import digest_of
from tests.built_once import built_once
from tests.second_factor import SECRET
from tests.tournaments.circuits_of_friends import add, made
from tests.tournaments.clubs.clubs_of_friends import founded
from tests.tournaments.conftest import NOON, League, end_with, friend, game_of
from tests.tournaments.playing import opened, started
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event, Fixture
from tournaments.models.ratings import RatingPool
from tournaments.tasks import compute_standings

pytestmark = pytest.mark.django_db

EVENTS = "/api/v1/events/"


def client_of(name: str = "") -> APIClient:
    client = APIClient()
    if name:
        client.force_authenticate(friend(name), token=name)  # as by a key
    return client


def get(path: str, name: str = "") -> Any:
    answer = client_of(name).get(EVENTS + path)
    assert answer.status_code == 200, answer.content
    return answer.json()


@pytest.fixture
def entries_open() -> Event:
    return opened("Spring", rules="treeblox", most_entrants=2)


@pytest.fixture
def half_played(db: None) -> Event:
    return one_match_played()


@built_once
def one_match_played() -> Event:
    """anna has won her match against bert 5:3; nothing else has ended."""
    event = started(Layout(), 3, rules="treeblox", name="Spring")
    end_with(game_of(event, "anna", "bert"), 3, 1)
    end_with(game_of(event, "bert", "anna"), 2, 2)
    compute_standings(event.divisions.get().pk)
    return event


def test_events_are_listed_and_narrowed_down(entries_open: Event) -> None:
    assert [event["slug"] for event in get("")["results"]] == ["spring"]
    assert get("?state=running")["results"] == []
    (event,) = get("?state=open&rules=treeblox")["results"]
    assert (event["players"], event["control"]["words"]) == (0, "3 days a turn")
    answer = client_of().get(EVENTS + "?state=lost")
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")


@pytest.fixture
def described(half_played: Event) -> dict[str, dict[str, Any]]:
    """The operations that the schema describes, by path, with what there is in it."""
    RatingPool.objects.create(rules="btt", field=RatingPool.Field.TWO, system=1)
    known = {
        "slug": half_played.slug,
        "division": half_played.divisions.get().pk,
        "id": Game.objects.order_by("pk")[0].pk,
        "username": "anna",
        "rules": "btt",
        "field": RatingPool.Field.TWO,
        "puzzle": next(iter(PUZZLES)),
    }
    paths = client_of().get("/api/schema/").json()["paths"]
    return {re.sub(r"{(\w+)}", lambda part: str(known.get(part[1], 1)), path): held for path, held in paths.items()}


def reader_of(path: str) -> str:
    """Who may read there: a moderator for the addresses of moderation, anna for all others."""
    if not path.startswith("/api/v1/moderation/"):
        return "anna"
    mia, is_new = Player.objects.get_or_create(username="mia", defaults={"is_superuser": True})
    if is_new:
        TOTP.activate(mia, SECRET)
    return "mia"


@pytest.mark.slow
def test_name_that_a_body_may_not_have_is_refused(described: dict[str, dict[str, Any]]) -> None:
    read = [
        (path, method)
        for path, operations in described.items()
        for method, operation in operations.items()
        if "requestBody" in operation
    ]
    assert {method for _path, method in read} == {"post", "put", "patch"}
    for path, method in read:
        cache.clear()
        client = client_of("cleo" if path.startswith(EVENTS) else reader_of(path))  # cleo directs
        answer = getattr(client, method)(path, {"slip": 1}, format="json")
        assert answer.status_code == 400, path
        assert answer.json()["message"].startswith("slip: There is no such value. There are: "), path


@pytest.mark.parametrize("page", ["fixtures/", "standings/"])
def test_what_only_a_division_can_choose_is_refused_for_the_whole_event(half_played: Event, page: str) -> None:
    answer = client_of().get(f"{EVENTS}spring/{page}", {"start": 2})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
    assert answer.json()["message"] == "start: There is no such value. This address takes none."


def test_calendar_is_narrowed_down_to_a_game_that_there_is(entries_open: Event) -> None:
    Event.objects.update(starts_at=timezone.now() + timedelta(days=1))
    assert [date["event"] for date in get("calendar/?rules=treeblox")] == ["spring"]
    assert get("calendar/?rules=btt") == []
    answer = client_of().get(EVENTS + "calendar/?rules=chess")
    assert answer.status_code == 400
    assert answer.json()["message"] == "rules: There is no “chess”. There are: btt, roots, treeblox, twigs."


def test_event_tells_how_it_counts_and_keeps_its_nonce_until_the_start(entries_open: Event, league: League) -> None:
    event = get("spring/")
    assert (event["nonce"], event["commitment"]) == (None, entries_open.commitment)
    assert any("at least 8" in sentence for sentence in event["counts"])
    assert event["ruleset"]["tie_breaks"] == ["DE", "DELD", "LD", "LF", "SB"]


def test_player_enters_and_withdraws(entries_open: Event) -> None:
    anna = client_of("anna")
    (entrant,) = anna.post(EVENTS + "spring/enter/").json()["entrants"]
    assert (entrant["player"], entrant["number"]) == ("anna", None)
    assert anna.post(EVENTS + "spring/enter/").status_code == 200
    assert anna.post(EVENTS + "spring/withdraw/").json()["done"] is True
    assert get("spring/")["entrants"] == []
    assert Entrant.objects.get().status == "withdrawn"


def test_entering_needs_a_free_place(entries_open: Event) -> None:
    for name in ("anna", "bert"):
        client_of(name).post(EVENTS + "spring/enter/")
    answer = client_of("dora").post(EVENTS + "spring/enter/")
    assert (answer.status_code, len(answer.json()["entrants"])) == (200, 2)
    assert entries_open.entrants.get(player__username="dora").status == "waiting"


def test_standings_before_the_start_say_why_not(entries_open: Event) -> None:
    answer = client_of().get(EVENTS + "spring/standings/")
    assert (answer.status_code, answer.json()["message"]) == (404, "Spring has not started yet.")


def test_standings_open_to_their_arithmetic(half_played: Event) -> None:
    table = get("spring/standings/")
    assert (table["version"], table["waiting"]) == (4, 0)
    first = table["standings"][0]
    assert (first["player"], first["rank"], first["points"]) == ("anna", 1, "1")
    (leaves,) = [value for value in first["tie_breaks"] if value["code"] == "LD"]
    assert leaves["value"] == "+2"
    assert [(part["opponent"], part["amount"]) for part in leaves["parts"]] == [("bert", "+2")]


def test_matches_and_crosstable_agree(half_played: Event) -> None:
    fixture = Fixture.objects.get(games__game=game_of(half_played, "anna", "bert"))
    match = get(f"spring/fixtures/{fixture.pk}/")
    assert dict(zip(match["players"], match["totals"], strict=True)) == {"anna": "5", "bert": "3"}
    assert dict(zip(match["players"], match["points"], strict=True)) == {"anna": "1", "bert": "0"}
    assert (match["margin"], match["verdict"], match["state"]) == ("2", "anna wins the match by 2.", "finished")
    assert {game["first"]: game["on_board"] for game in match["games"]} == {"anna": [3, 1], "bert": [2, 2]}
    assert sorted(one["state"] for one in get("spring/fixtures/")) == ["finished", "running", "running"]
    rows = get("spring/crosstable/")
    order = [row["player"] for row in rows]
    (cell,) = rows[order.index("anna")]["cells"][order.index("bert")]
    assert (cell["points"], cell["totals"], cell["state"]) == ("1", "5:3", "finished")
    assert (cell["points_number"], cell["totals_numbers"]) == (1.0, [5.0, 3.0])


def test_unchanged_standings_are_not_sent_again(half_played: Event) -> None:
    address = EVENTS + "spring/standings/"
    etag = client_of().get(address).headers["ETag"]
    again = client_of().get(address, headers={"if-none-match": etag})
    assert (again.status_code, again.content) == (304, b"")
    end_with(game_of(half_played, "anna", "dora"), 2, 2)
    changed = client_of().get(address, headers={"if-none-match": etag})
    assert (changed.status_code, changed.json()["waiting"]) == (200, 1)


def test_result_log_can_be_followed(half_played: Event) -> None:
    log = get("spring/results/")
    digest = ""
    for number, line in enumerate(log, 1):
        text_shown = [line[name] for name in ("seq", "kind", "division", "game", "at", "payload")]
        digest = digest_of([digest, half_played.pk, *text_shown])
        assert (line["seq"], line["digest"]) == (number, digest)
    assert get("spring/")["log_digest"] == digest
    assert [line["seq"] for line in get("spring/results/?since=2")] == [3, 4]
    answer = client_of().get(EVENTS + "spring/results/?since=yesterday")
    assert answer.status_code == 400


def test_schema_calls_pages_only_what_comes_in_pages() -> None:
    schema = client_of().get("/api/schema/").json()
    in_pages = {
        path
        for path, operations in schema["paths"].items()
        if "/events/" in path
        and "page_size" in {each["name"] for each in operations.get("get", {}).get("parameters", ())}
    }
    assert in_pages == {EVENTS}


def new_club(name: str) -> None:
    founded(name=name)


def new_circuit(name: str) -> None:
    add(made(name=name), started(Layout(), 2, name=f"Event of {name}"))


def new_event(name: str) -> None:
    started(Layout(), 2, name=name)


@pytest.mark.parametrize(("address", "make"), [("clubs", new_club), ("circuits", new_circuit), ("events", new_event)])
def test_next_page_goes_on_where_the_last_one_ended(address: str, make: Callable[[str], None]) -> None:
    cleo = friend("cleo")
    cleo.date_joined = NOON - timedelta(days=365)  # players of long standing can have four
    cleo.save()
    for name in ("Oak", "Elm", "Ash"):
        make(name)
    first = Client().get(f"/api/v1/{address}/?page_size=2").json()
    make("Fir")
    second = Client().get(first["next"]).json()
    assert [one["name"] for one in (*first["results"], *second["results"])] == ["Ash", "Elm", "Oak"]
    assert (first["count"], second["count"], second["next"]) == (3, 4, None), "the count is of the whole list"
    for wrong in ("page_size=201", "page=1.0", "page=٢", "before=+2"):
        assert Client().get(f"/api/v1/{address}/?{wrong}").status_code == 400
