"""The hall of fame, a league over its seasons, and titles on the pages of players."""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Player
from tests.tournaments.circuits_of_friends import over
from tests.tournaments.conftest import after, friend
from tests.tournaments.history.test_seasons import two_seasons
from tests.tournaments.playing import opened, started
from tests.tournaments.web.test_pages import statements, tables_of, words_of
from tournaments.event_rules.layouts import Layout

pytestmark = pytest.mark.django_db


def page_of(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return answer.content.decode()


def test_hall_of_fame_has_the_champions_of_all_events_and_of_one_game() -> None:
    assert "No event is over yet." in words_of(page_of("/events/history/"))
    over("Autumn")
    page = page_of("/events/history/?rules=btt")
    assert tables_of(page)[0] == [["Player", "Titles", "Not shared"], ["anna", "1", "1"]]
    assert "March 2026 anna" in words_of(page)
    assert "No event is over yet." in words_of(page_of("/events/history/?rules=twigs"))
    (line,) = Client().get("/api/v1/events/history/?rules=btt").json()
    assert (line["event"], line["champions"], line["season"]) == ("autumn", ["anna"], 1)
    assert Client().get("/api/v1/events/history/?rules=chess").status_code == 400


def test_hall_of_fame_asks_as_often_for_many_events_as_for_one() -> None:
    over("Autumn")
    once = statements("/events/history/")
    for name in ("Winter", "Spring"):
        over(name)
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
    assert statements(f"/events/{season.slug}/seasons/") <= 14


def test_event_that_is_no_league_has_no_seasons() -> None:
    event = started(Layout(), 3)
    for address in (f"/events/{event.slug}/seasons/", f"/api/v1/events/{event.slug}/seasons/"):
        assert Client().get(address).status_code == 404


def test_titles_stand_on_the_pages_of_a_player() -> None:
    event = over("Autumn")
    for address in ("/players/anna/", "/ratings/of/anna/"):
        page = page_of(address)
        assert "Titles" in words_of(page), address
        assert f'href="/events/{event.slug}/"' in page, address
        assert "Titles" not in words_of(page_of(address.replace("anna", "bert")))
    (title,) = Client().get("/api/v1/players/anna/record/").json()["titles"]
    assert (title["event"], title["champions"]) == ("autumn", ["anna"])


def test_calendar_has_what_is_open_without_a_date_and_what_has_ended() -> None:
    over("Autumn")
    opened("Spring", at=after(2))
    words = words_of(page_of("/events/calendar/?rules=btt"))
    assert "Open for entries, without a date Spring" in words
    assert "Ended last" in words
    assert "anna" in words
    assert "Autumn" not in words_of(page_of("/events/calendar/?rules=twigs"))


def test_archive_is_searched_by_year_and_player() -> None:
    over("Autumn")
    opened("Spring", at=after(2))
    for query, found in (
        ("player=bert", ["autumn"]),
        ("player=cleo", ["autumn", "spring"]),
        ("player=gina", []),
        ("year=2026", ["autumn"]),
        ("q=autu&rules=btt&form=round-robin&year=2026&player=bert&state=finished", ["autumn"]),
    ):
        friend("gina")
        page = page_of(f"/events/?{query}")
        shown = [slug for slug in ("autumn", "spring") if f'href="/events/{slug}/"' in page]
        listed = sorted(one["slug"] for one in Client().get(f"/api/v1/events/?{query}").json()["results"])
        assert shown == listed == found, query
    for address in ("/events/?year=12", "/events/?year=now", "/api/v1/events/?year=12", "/api/v1/events/?year=now"):
        assert Client().get(address).status_code == 400, address


def test_records_of_a_game_are_on_a_page_and_in_rest() -> None:
    assert "No event is over yet." in words_of(page_of("/events/records/"))
    for name in ("Autumn", "Winter"):
        over(name)
    words = words_of(page_of("/events/records/?rules=btt"))
    assert "Most titles anna 2 titles" in words
    assert "Most games anna, bert and dora 4 games" in words
    found = {one["kind"]: one for one in Client().get("/api/v1/events/records/?rules=btt").json()}
    assert found["most-titles"] == {
        "kind": "most-titles", "value": 2, "players": ["anna"], "scores": [], "game": None, "event": "", "at": None,
    }  # fmt: skip
    for address in ("/api/v1/events/records/", "/api/v1/events/records/?rules=chess"):
        assert Client().get(address).status_code == 400
    assert 'href="/events/records/?rules=btt"' in page_of("/events/history/?rules=btt")


def test_page_of_records_asks_as_often_for_many_events_as_for_one() -> None:
    over("Autumn")
    once = statements("/events/records/?rules=btt")
    over("Winter")
    assert statements("/events/records/?rules=btt") == once <= 15
    assert statements("/events/records/?rules=btt") == once - 4, "games are looked through once"
    Player.objects.filter(username="anna").update(username="anne")
    assert "Most titles anne 2 titles" in words_of(page_of("/events/records/?rules=btt"))
