"""The hall of fame, a league over its seasons, and titles on the pages of players."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournaments.conftest import after
from tests.tournaments.playing import play_all, started
from tests.tournaments.presenting.history.test_seasons import two_seasons
from tests.tournaments.web.test_pages import tables_of, words_of
from tournaments.event_rules.layouts import Layout

pytestmark = pytest.mark.django_db


def page_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def statements(address: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert Client().get(address).status_code == 200
    return len(asked)


def test_hall_of_fame_has_the_champions_of_all_events_and_of_one_game() -> None:
    assert "No event is over yet." in words_of(page_of("/events/history/"))
    event = started(Layout(), 3, name="Autumn")
    play_all(event, after(1))
    page = page_of("/events/history/?rules=btt")
    assert tables_of(page)[0] == [["Player", "Titles", "Not shared"], ["anna", "1", "1"]]
    assert "anna Autumn" in words_of(page)
    assert "No event is over yet." in words_of(page_of("/events/history/?rules=twigs"))
    (line,) = Client().get("/api/v1/events/history/?rules=btt").json()
    assert (line["event"], line["champions"], line["season"]) == ("autumn", ["anna"], 1)
    assert Client().get("/api/v1/events/history/?rules=chess").status_code == 400


def test_hall_of_fame_asks_as_often_for_many_events_as_for_one() -> None:
    play_all(started(Layout(), 3, name="Autumn"), after(1))
    once = statements("/events/history/")
    for name in ("Winter", "Spring"):
        play_all(started(Layout(), 3, name=name), after(1))
    assert statements("/events/history/") == once <= 12


def test_league_has_a_page_of_all_its_seasons() -> None:
    season = two_seasons()
    page = page_of(f"/events/{season.slug}/seasons/")
    words = words_of(page)
    assert "Season 2" in words
    assert "Up: " in words
    assert "Most points in a season: " in words
    (table,) = tables_of(page)
    assert table[0][:3] == ["Player", "Points", "Titles"]
    assert len(table) == 7
    league = Client().get(f"/api/v1/events/{season.slug}/seasons/").json()
    assert [one["season"] for one in league["seasons"]] == [2, 1]
    assert [[line["player"], line["points"]] for line in league["all_time"]] == [row[:2] for row in table[1:]]
    assert f'href="/events/{season.slug}/seasons/"' in page_of(f"/events/{season.slug}/")


def test_page_of_seasons_asks_as_often_for_many_seasons_as_for_one() -> None:
    season = two_seasons()
    assert season.previous is not None
    assert statements(f"/events/{season.slug}/seasons/") <= 14


def test_event_that_is_no_league_has_no_seasons() -> None:
    event = started(Layout(), 3)
    for address in (f"/events/{event.slug}/seasons/", f"/api/v1/events/{event.slug}/seasons/"):
        assert Client().get(address).status_code == 404
