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
from tests.tournaments.conftest import after
from tests.tournaments.playing import running, settle, started
from tests.tournaments.web.test_pages import words_of
from tournaments.event_rules.layouts import Layout
from tournaments.models import Event, StandingSnapshot
from tournaments.presenting import tables
from tournaments.presenting.match_tables import match_tables
from tournaments.queries import divisions_of, field_of, fixtures_of
from tournaments.setup import planning
from tournaments.standings.points import POINT
from tournaments.standings.ranking import table_of as table_of_standings
from tournaments.standings.tie_breaks import TIE_BREAKS
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
    assert [(line.rank, line.player, line.points) for line in table.lines] == [
        (1, "anna", "14⅓"), (2, "bert", "11⅓"), (3, "emil", "8½"), (4, "dora", "5 5/6"),
    ]  # fmt: skip
    # Games won alone, with the first place shared, and lost.
    assert [line.score for line in table.lines] == [
        "1 won, 2 drawn, 1 lost", "0 won, 2 drawn, 2 lost", "1 won, 1 drawn, 2 lost", "0 won, 1 drawn, 3 lost",
    ]  # fmt: skip
    assert not table.is_open


def test_every_round_opens_to_the_points_of_its_place() -> None:
    lines = {line.player: line for line in table_of(played(4)).lines}
    assert [held.points for held in lines["bert"].rounds] == ["3", "4½", "1⅓", "2½"]
    assert [held.total for held in lines["bert"].rounds] == ["3", "7½", "8 5/6", "11⅓"]


def test_table_of_four_has_totals_and_no_margin() -> None:
    (division,) = divisions_of(played(2))
    shown = match_tables(division, list(fixtures_of(division)))
    assert any({"1", "⅔", "⅓", "0"} == set(match.totals) for match in shown)
    assert {match.margin for match in shown} == {""}


def test_first_places_open_to_the_games_in_which_one_was_first() -> None:
    division = divisions_of(played(4)).get()
    field = field_of(division)
    table = table_of_standings(field.ruleset, field.roster, field.account.results)
    firsts = {
        entrant.player.username: [part.amount for part in TIE_BREAKS["FIRSTS"].parts(table, entrant.pk)]
        for entrant in division.entrants.select_related("player")
    }
    half, quarter = POINT // 2, POINT // 4
    assert firsts == {
        "anna": [POINT, half, quarter],
        "bert": [half, quarter],
        "dora": [quarter],
        "emil": [POINT, quarter],
    }


def test_what_is_still_possible_counts_a_win_as_its_six_points() -> None:
    lines = {line.player: line for line in table_of(played(2)).lines}
    described = {name: (line.points, line.most, line.places) for name, line in lines.items()}
    # Two games are open, twelve points at most: nobody's place is certain.
    assert described == {
        "anna": ("10½", "22½", "1 to 4"),
        "bert": ("7½", "19½", "1 to 4"),
        "dora": ("2", "14", "1 to 4"),
        "emil": ("0", "12", "1 to 4"),
    }
    lines = {line.player: line for line in table_of(played_on(2, 3)).lines}
    described = {name: (line.points, line.most, line.places) for name, line in lines.items()}
    # One game is open. Dora has 9 1/3 at most, and anna has more; emil may still overtake anna's 11 5/6.
    assert described == {
        "anna": ("11 5/6", "17 5/6", "1 to 3"),
        "bert": ("8 5/6", "14 5/6", "1 to 4"),
        "emil": ("6", "12", "1 to 4"),
        "dora": ("3⅓", "9⅓", "2 to 4"),
    }


def played_on(before: int, count: int) -> Event:
    """The same pool after more of its games."""
    event = Event.objects.get()
    for game, places in zip(running(event), GAMES[before:count], strict=False):
        end(game, places)
    settle(event, after(2))
    return event


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
    order = ("anna", "dora", "emil", "bert"), *[(first, "bert", "anna", last) for first, last in OTHERS]
    for game, names in zip(running(event), order, strict=True):
        end(game, {name: place for place, name in enumerate(names, 1)})
    settle(event, after(1))
    table = table_of(event)
    assert [(line.rank, line.player, line.points) for line in table.lines] == [
        (1, "dora", "15"), (2, "bert", "9"), (3, "anna", "9"), (4, "emil", "7"),
    ]  # fmt: skip
    assert "How often one finished before the others" in words_of(client.get(f"/events/{event.slug}/").content.decode())
    # Anna won a game and bert none, but he finished before her in three games of four.
    assert table.ties == ("bert and anna were level on points. What decided was direct encounter: bert ¾ and anna ¼.",)


OTHERS = (("dora", "emil"), ("emil", "dora"), ("dora", "emil"))
