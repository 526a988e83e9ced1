"""Tables of four for 6, 3, 1 and 0 points, places that tie sharing the average: every number checked by hand.

game   anna       bert       dora       emil
1      1st: 6     2nd: 3     3rd: 1     4th: 0
2      1st: 4 1/2 1st: 4 1/2 3rd: 1     4th: 0
3      2nd: 4/3   2nd: 4/3   2nd: 4/3   1st: 6
4      1st: 5/2   1st: 5/2   1st: 5/2   1st: 5/2
all    14 1/3     11 1/3     5 5/6      8 1/2
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

import pytest
from django.test import Client
from django.urls import reverse

from games.models import Game
from games.play import directing as games
from tests.built_once import built_once
from tests.tournaments.conftest import after
from tests.tournaments.playing import running, settle, started
from tests.tournaments.web.test_pages import words_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, StandingSnapshot
from tournaments.presenting import tables
from tournaments.presenting.match_tables import match_tables
from tournaments.queries import divisions_of, fixtures_of
from tournaments.setup import planning
from tournaments.standings.points import POINT
from tournaments.verifying.events import verify_event

pytestmark = pytest.mark.django_db

GAMES = (
    {"anna": 1, "bert": 2, "dora": 3, "emil": 4},
    {"anna": 1, "bert": 1, "dora": 3, "emil": 4},
    {"anna": 2, "bert": 2, "dora": 2, "emil": 1},
    {"anna": 1, "bert": 1, "dora": 1, "emil": 1},
)


def pool(players: int = 4) -> Event:
    """A round robin at tables of four; with four players everybody sits at all four of them."""
    layout = Layout(seats=4)
    ruleset = planning.ruleset_for(layout, "btt", points=(6, 3, 1, 0))
    return started(layout, players, ruleset=ruleset)


def end(game: Game, places: Mapping[str, int]) -> None:
    by_seat = [places[seat.player.username] for seat in game.seats.select_related("player").order_by("number")]
    games.adjudicate_game(game_id=game.pk, places=by_seat, actor_id=None, reason="Decided.", at=after(1))


@built_once
def played(count: int) -> Event:
    """The pool after so many of its games."""
    event = pool()
    for game, places in zip(running(event), GAMES[:count], strict=False):
        end(game, places)
    settle(event, after(1))
    return event


def table_of(event: Event) -> tables.StandingTable:
    return tables.standing_table(divisions_of(event).get(), explained=True)


def test_table_of_a_pool_played_to_its_end() -> None:
    event = played(4)
    assert event.state == "finished"
    assert verify_event(event) == []
    table = table_of(event)
    rows = StandingSnapshot.objects.get().standings.rows
    assert sum(row.points for row in rows) == 4 * 10 * POINT
    # Games won alone, with the first place shared, and lost.
    assert [(line.rank, line.player, line.points, line.score) for line in table.lines] == [
        (1, "anna", "14⅓", "1 won, 2 drawn, 1 lost"), (2, "bert", "11⅓", "0 won, 2 drawn, 2 lost"),
        (3, "emil", "8½", "1 won, 1 drawn, 2 lost"), (4, "dora", "5 5/6", "0 won, 1 drawn, 3 lost"),
    ]  # fmt: skip
    assert not table.is_open
    assert [(held.points, held.total) for held in table.lines[1].rounds] == [
        ("3", "3"), ("4½", "7½"), ("1⅓", "8 5/6"), ("2½", "11⅓"),
    ]  # fmt: skip
    (division,) = divisions_of(event)
    shown = match_tables(division, list(fixtures_of(division)))
    assert any({"1", "⅔", "⅓", "0"} == set(match.totals) for match in shown)
    assert {match.margin for match in shown} == {""}


def test_what_is_still_possible_counts_a_win_as_its_six_points() -> None:
    described = {line.player: (line.points, line.most, line.places) for line in table_of(played(3)).lines}
    # One game is open. Dora has 9 1/3 at most, and anna has more; emil may still overtake anna's 11 5/6.
    assert described == {
        "anna": ("11 5/6", "17 5/6", "1 to 3"),
        "bert": ("8 5/6", "14 5/6", "1 to 4"),
        "emil": ("6", "12", "1 to 4"),
        "dora": ("3⅓", "9⅓", "2 to 4"),
    }


def test_supposed_places_give_the_table_that_comes_about(client: Client) -> None:
    event = played(3)
    (game,) = running(event)
    names = [seat.player.username for seat in game.seats.select_related("player").order_by("number")]
    supposed = {"anna": 3, "bert": 1, "dora": 3, "emil": 2}  # 1/2, 6, 1/2 and 3 points
    query = urlencode({f"f{game.fixture_game.fixture_id}": " ".join(str(supposed[name]) for name in names)})
    page = words_of(client.get(f"{reverse('tournaments:what_if', args=[event.slug])}?{query}").content.decode())
    end(game, supposed)
    settle(event, after(2))
    totals = {line.player: line.points for line in table_of(event).lines}
    assert totals == {"bert": "14 5/6", "anna": "12⅓", "emil": "9", "dora": "3 5/6"}
    for points in totals.values():
        assert points in page


def test_files_and_rest_have_the_points_and_what_they_are_worth(client: Client) -> None:
    event = played(4)
    division = divisions_of(event).get()
    text = client.get(f"/events/{event.slug}/divisions/{division.pk}/standings.csv").content.decode()
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["player"]: row["points"] for row in rows} == {
        "anna": "14.333333", "bert": "11.333333", "emil": "8.5", "dora": "5.833333",
    }  # fmt: skip
    whole: dict[str, Any] = json.loads(client.get(f"/events/{event.slug}/event.json").getvalue())
    assert whole["ruleset"]["points"] == [6, 3, 1, 0]
    assert [row["points"] for row in whole["divisions"][0]["standings"]["rows"]] == [12040, 9520, 7140, 4900]
    detail = client.get(f"/api/v1/events/{event.slug}/").json()
    assert detail["ruleset"]["points"] == [6, 3, 1, 0]
    assert "Points by place: 6, 3, 1, 0. Equal places share the average." in detail["counts"]
    assert client.get(f"/events/{event.slug}/divisions/{division.pk}/tournament.trf").status_code == 404


def test_players_level_on_points_are_parted_by_who_finished_before_whom(client: Client) -> None:
    event = pool()
    order = ("anna dora emil bert", "dora bert anna emil", "emil bert anna dora", "dora bert anna emil")
    for game, names in zip(running(event), order, strict=True):
        end(game, {name: place for place, name in enumerate(names.split(), 1)})
    settle(event, after(1))
    table = table_of(event)
    assert [(line.rank, line.player, line.points) for line in table.lines] == [
        (1, "dora", "15"), (2, "bert", "9"), (3, "anna", "9"), (4, "emil", "7"),
    ]  # fmt: skip
    assert "How often one finished before the others" in words_of(client.get(f"/events/{event.slug}/").content.decode())
    # Anna won a game and bert none, but he finished before her in three games of four.
    assert table.ties == ("bert and anna were level on points. What decided was direct encounter: bert ¾ and anna ¼.",)
