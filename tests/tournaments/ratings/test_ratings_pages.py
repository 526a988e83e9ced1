"""What people and programs see of ratings: lists, courses, records, and where a number comes from."""

from __future__ import annotations

import csv
import io
import re
from datetime import date, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Player
from tests.tournaments.conftest import NOON, League, end_with, friend, game_of
from tests.tournaments.rating_games import ended
from tests.tournaments.web.test_pages import tables_of, words_of
from tournaments.models.ratings import PlayerRating, RatingPool
from tournaments.ratings import services
from tournaments.ratings.days import SYSTEM
from tournaments.ratings.graph import Point, rating_graph
from tournaments.ratings.records import record_of
from tournaments.tasks import compute_standings

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_noon")]
DAY = timedelta(days=1)
LEVEL = "\N{EN DASH}"  # in the place of a place


def count(nights: int = 1) -> None:
    """Count everything, so many nights from now."""
    for pool in services.all_pools():
        services.bring_up_to_date(pool.pk, now=NOON + timedelta(days=nights))


@pytest.fixture
def today() -> datetime:
    """Noon today, after some games: anna beats everybody at btt but once lost to bert; three sat at one table."""
    ended(("anna", "bert"), (2, 1), NOON - 9 * DAY)
    ended(("anna", "bert"), (1, 2), NOON - 6 * DAY)
    ended(("cora", "anna"), (2, 1), NOON - 6 * DAY)
    ended(("anna", "cora"), (1, 1), NOON - 3 * DAY)
    ended(("anna", "bert", "cora"), (1, 3, 2), NOON - 3 * DAY)
    ended(("bert", "cora"), (1, 2), NOON - 2 * DAY, rated=False)
    count()
    return NOON


def get(path: str) -> str:
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def hall(many: int) -> RatingPool:
    """A list of so many players who are rated surely, each a point below the one before; the last two are not sure."""
    pool = RatingPool.objects.create(rules="btt", field="2p", system=SYSTEM)
    players = Player.objects.bulk_create(Player(username=f"p{n:04}", password="!") for n in range(many))
    PlayerRating.objects.bulk_create(
        PlayerRating(pool=pool, player=player, day=(NOON - 5 * DAY).date(), rating=3000 - n + 5000 * (n >= many - 2),
                     deviation=60 + 90 * (n >= many - 2), volatility=0.06, total=30)
        for n, player in enumerate(players)
    )  # fmt: skip
    return pool


@pytest.mark.usefixtures("today")
def test_list_has_the_best_first_marks_players_who_are_not_sure_yet_and_leaves_out_who_is_gone() -> None:
    PlayerRating.objects.filter(player=friend("bert"), pool__field="2p").update(deviation=70)
    (table,) = tables_of(get("/ratings/btt/2p/"))
    assert [line[:2] for line in table[1:]] == [["1", "bert"], [LEVEL, "anna"], [LEVEL, "cora"]]
    assert re.fullmatch(r"1\d{3} ± 7\d", table[1][2])
    assert re.fullmatch(r"1\d{3}\? ± \d{3}", table[2][2])
    (two, more) = Client().get("/api/v1/ratings/").json()
    assert (two["rules"], two["field"], two["listed"], two["page"]) == ("btt", "2p", 3, "/ratings/btt/2p/")
    assert more["field"] == "multi"
    answer = Client().get("/api/v1/ratings/btt/2p/?page_size=2&page=2").json()
    assert (answer["count"], [line["place"] for line in answer["results"]]) == (3, [None])
    PlayerRating.objects.filter(player=friend("bert")).update(day=(NOON - 370 * DAY).date())
    Player.objects.filter(username="cora").update(is_active=False)
    (table,) = tables_of(get("/ratings/btt/2p/"))
    assert [line[1] for line in table[1:]] == ["anna"]


def test_list_of_thousands_is_paged_and_leads_to_a_player() -> None:
    hall(3000)
    with CaptureQueriesContext(connection) as queries:
        (table,) = tables_of(get("/ratings/btt/2p/?page=40"))
    assert len(queries) <= 4
    assert table[1][:2] == ["1951", "p1950"]
    answer = Client().get("/ratings/btt/2p/", {"player": "P1960"})
    assert answer["Location"] == "/ratings/btt/2p/?page=40#p1960"
    assert Client().get("/ratings/btt/2p/", {"player": "p0003"})["Location"] == "/ratings/btt/2p/#p0003"
    assert Client().get("/ratings/btt/2p/", {"player": "p2998"})["Location"] == "/ratings/btt/2p/?page=60#p2998"
    assert tables_of(get("/ratings/btt/2p/?page=60"))[0][-2][:2] == [LEVEL, "p2998"]


def test_search_that_finds_nobody_says_so() -> None:
    hall(2)
    friend("dora")
    assert "There is no player called nemo" in words_of(get("/ratings/btt/2p/?player=nemo"))
    assert "dora has played no rated game here within a year" in words_of(get("/ratings/btt/2p/?player=dora"))


def test_course_of_a_rating_is_a_picture_and_a_table_whose_days_open_to_their_games(today: datetime) -> None:
    page = get("/ratings/of/anna/btt/2p/")
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in page
    assert "<title>anna in Branches and Twigs and Thorns, two players" in page
    (table,) = tables_of(page)
    assert [line[0] for line in table[1:]] == [
        f"{day.day} {day:%b %Y}" for day in (today - 3 * DAY, today - 6 * DAY, today - 9 * DAY)
    ]
    assert [line[3] for line in table[1:]] == ["1", "2", "1"]
    assert [line[2][0] for line in table[2:]] == ["+", "−"]  # noqa: RUF001 - two wins, then the loss

    day = f"{today - 6 * DAY:%Y-%m-%d}"
    page = get(f"/ratings/of/anna/btt/2p/{day}/")
    (table,) = tables_of(page)
    assert [line[0].split()[0] for line in table[1:]] == ["bert", "cora"]
    assert [line[3:] for line in table[1:]] == [["1", "1"], ["1", "1"]]
    account = Client().get(f"/api/v1/ratings/btt/2p/anna/{day}/").json()
    history = Client().get("/api/v1/ratings/btt/2p/anna/").json()
    assert account["after"]["rating"] == history["days"][1]["rating"]
    assert [each["opponent"] for each in account["encounters"]] == ["bert", "cora"]
    assert account["encounters"][1]["rating"] == {
        "rating": 1500.0, "deviation": 350.0, "volatility": 0.06, "provisional": True
    }  # fmt: skip

    (table,) = tables_of(get(f"/ratings/of/anna/btt/multi/{today - 3 * DAY:%Y-%m-%d}/"))  # a table of three
    assert [line[4] for line in table[1:]] == ["0.67", "0.67"]


def test_advantage_of_the_first_seat_is_shown_where_it_counts() -> None:
    ended(("anna", "bert"), (1, 2), NOON - 3 * DAY, rules="treeblox")
    count()
    day = f"{NOON - 3 * DAY:%Y-%m-%d}"
    assert "taken as 1440?" in words_of(get(f"/ratings/of/anna/treeblox/2p/{day}/"))
    assert "taken as 1560?" in words_of(get(f"/ratings/of/bert/treeblox/2p/{day}/"))


@pytest.mark.usefixtures("today")
def test_files_hold_the_whole_list_and_all_digits_of_a_course() -> None:
    rows = list(csv.DictReader(io.StringIO(get("/ratings/btt/2p/ratings.csv"))))
    assert [row["player"] for row in rows] == [
        row["player"] for row in Client().get("/ratings/btt/2p/ratings.json").json()
    ]
    assert len(rows) == 3
    course = list(csv.DictReader(io.StringIO(get("/ratings/of/anna/btt/2p/history.csv"))))
    stored = Client().get("/api/v1/ratings/btt/2p/anna/").json()["days"]
    assert [float(row["rating"]) for row in course] == [line["rating"] for line in stored]
    assert [row["day"] for row in course] == [line["day"] for line in stored]
    assert Client().get("/ratings/of/anna/btt/2p/history.json").json()[0]["games_in_all"] == 1


@pytest.mark.usefixtures("today")
def test_record_counts_by_game_and_against_everybody() -> None:
    record = Client().get("/api/v1/players/anna/record/").json()
    assert record["games"] == [
        {"won": 2, "drawn": 1, "lost": 1, "rules": "btt", "field": "2p"},
        {"won": 1, "drawn": 0, "lost": 0, "rules": "btt", "field": "multi"},
    ]
    assert record["opponents"] == [
        {"won": 2, "drawn": 0, "lost": 1, "player": "bert"},
        {"won": 2, "drawn": 1, "lost": 0, "player": "cora"},
    ]
    assert record["streaks"] == {"most_won": 2, "most_unbeaten": 4, "won": 1, "unbeaten": 4}
    page = words_of(get("/ratings/of/anna/"))
    assert "2 wins in a row at most" in page
    assert "4 games in a row without a loss at most" in page
    assert "two players 2 1 1" in page
    assert "bert 3 2 0 1" in page


def test_record_shows_events_with_the_place_in_their_table(league: League) -> None:
    event = league("anna", "bert")
    end_with(game_of(event, "anna", "bert"), 5, 1)
    end_with(game_of(event, "bert", "anna"), 2, 3)
    compute_standings(event.divisions.get().pk)
    (line,) = Client().get("/api/v1/players/bert/record/").json()["events"]
    assert line == {"event": "spring", "name": "Spring", "place": 2, "of": 2}
    assert "Spring Treeblox place 2 of 2" in words_of(get("/ratings/of/bert/"))


def test_record_of_many_games_asks_the_database_no_more_often() -> None:
    asked = []
    for _ in range(2):
        for number in range(5):
            ended(("anna", f"friend{number}"), (1, 2), NOON - 3 * DAY)
        with CaptureQueriesContext(connection) as queries:
            record_of(friend("anna"))
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 6


@pytest.mark.usefixtures("today")
def test_two_players_head_to_head() -> None:
    between = Client().get("/api/v1/players/bert/against/anna/").json()
    assert between["total"] == {"won": 1, "drawn": 0, "lost": 2}
    assert between["games"] == [{"won": 1, "drawn": 0, "lost": 2, "rules": "btt"}]
    reverse = Client().get("/api/v1/players/anna/against/bert/").json()
    assert [
        one["expected"] + two["expected"] for one, two in zip(between["prospects"], reverse["prospects"], strict=True)
    ] == [pytest.approx(1)] * 2
    assert "bert has won 1 , drawn 0 and lost 2 of 3 finished games" in words_of(get("/ratings/of/bert/against/anna/"))
    assert Client().get("/ratings/of/bert/against/?opponent=ANNA")["Location"] == "/ratings/of/bert/against/anna/"
    assert Client().get("/ratings/of/bert/against/?opponent=nemo")["Location"] == "/ratings/of/bert/"


def test_pages_of_players_and_games_show_ratings(today: datetime) -> None:
    page = words_of(get("/players/anna/"))
    assert re.search(r"Ratings Branches and Twigs and Thorns two players 1\d{3}\? ± \d{3} 4 results", page)
    game = ended(("dora", "emil"), (1, 2), today - DAY)
    assert "Ratings dora" not in words_of(get(f"/games/{game.pk}/"))
    count(2)
    assert re.search(
        r"Ratings dora 1500\? → 1\d{3}\? \+\d+ emil 1500\? → 1\d{3}\?", words_of(get(f"/games/{game.pk}/"))
    )


def test_games_of_a_match_show_what_the_match_made_of_ratings(league: League) -> None:
    event = league("anna", "bert")
    one = end_with(game_of(event, "anna", "bert"), 5, 1)
    end_with(game_of(event, "bert", "anna"), 2, 3)
    count()
    assert re.search(r"anna 1500\? → 1\d{3}\? \+\d+", words_of(get(f"/games/{one.pk}/")))


def test_before_anything_was_rated_pages_say_so() -> None:
    friend("anna")
    assert "Nobody is rated yet" in words_of(get("/ratings/"))
    assert "Ratings None yet." in words_of(get("/ratings/of/anna/"))
    for path in ("/ratings/btt/2p/", "/ratings/of/anna/btt/2p/", "/ratings/of/nemo/", "/api/v1/ratings/btt/2p/"):
        assert Client().get(path).status_code == 404
    assert Client().get("/api/v1/ratings/").json() == []


@pytest.mark.usefixtures("today")
def test_addresses_that_name_nothing_are_not_found() -> None:
    for path in (
        "/ratings/chess/2p/", "/ratings/btt/3p/", "/ratings/of/anna/btt/2p/2026-13-45/", "/ratings/of/anna/twigs/2p/",
        "/ratings/of/anna/btt/2p/2001-01-01/", "/ratings/of/anna/against/nemo/", "/api/v1/ratings/btt/2p/nemo/",
        "/api/v1/players/anna/against/anna/", "/api/v1/players/nemo/record/", "/ratings/of/nemo/btt/2p/history.csv",
    ):  # fmt: skip
        assert Client().get(path).status_code == 404, path
    PlayerRating.objects.filter(player=friend("anna"), pool__field="2p").delete()  # until days are counted again
    for path in ("/ratings/of/anna/btt/2p/", "/api/v1/ratings/btt/2p/anna/"):
        assert Client().get(path).status_code == 404, path


def test_graph_of_one_day_and_of_level_ratings_has_room_and_lines() -> None:
    for points in ([Point(date(2026, 3, 2), 1500, 45)], [Point(date(2026, 3, 2 + n), 1500.4, 45) for n in range(9)]):
        svg = rating_graph(points, "anna & <friends>")
        assert "<title>anna &amp; &lt;friends&gt;</title>" in svg
        numbers = [float(number) for number in re.findall(r'[xyc]?[12]?="(-?[\d.]+)"', svg)]
        assert all(0 <= number <= 360 for number in numbers)
        assert len(re.findall(r'text-anchor="end">\d+<', svg)) >= 3


def test_graph_goes_up_with_the_rating() -> None:
    svg = rating_graph([Point(date(2026, 3, 2), 1500, 300), Point(date(2026, 9, 2), 1800, 60)], "anna")
    (line,) = re.findall(r'<polyline[^>]*points="([^"]+)"', svg)
    (x1, y1), (x2, y2) = (map(float, point.split(",")) for point in line.split())
    assert x1 < x2
    assert y1 > y2
