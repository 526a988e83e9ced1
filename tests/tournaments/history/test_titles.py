"""Titles: who has come first in events that are over."""

from __future__ import annotations

from typing import Any

import pytest

from games.models import Game, Seat
from tests.tournaments.acting import act
from tests.tournaments.circuits_of_friends import over
from tests.tournaments.conftest import NOON, after, friend
from tests.tournaments.playing import play_all, ranks, settle, started
from tests.tournaments.team_leagues import league, person
from tournaments.event_rules.layouts import Form, Layout
from tournaments.history.records import records_of
from tournaments.history.titles import Titles, events_with_titles, most_titles, titles_in, titles_of
from tournaments.models import Event
from tournaments.queries import divisions_of
from tournaments.standings.records import Played, RecordKind, records_in

pytestmark = pytest.mark.django_db


def champions() -> dict[str, tuple[str, ...]]:
    return {title.event.name: title.champions for title in titles_in(events_with_titles())}


@pytest.mark.parametrize(
    "layout",
    [
        Layout(form=Form.SWISS, rounds=3),
        Layout(form=Form.GROUPS, pool_size=3, qualifiers=1),
        Layout(form=Form.LEAGUE, pool_size=3),
    ],
    ids=lambda layout: layout.form,
)
def test_first_of_the_last_table_has_the_title(layout: Layout) -> None:
    event = over("Autumn", layout, 6)
    (_, best), *_ = ranks(divisions_of(event)[0])
    assert champions() == {"Autumn": (best,)}
    # The best may play in a lower division of a league; two with the same colours do not meet in a Swiss tournament.
    assert best == "anna" or layout.form in (Form.LEAGUE, Form.SWISS)


def test_event_that_runs_or_was_called_off_gives_no_title() -> None:
    running, ended = started(Layout(), 3, name="Running"), started(Layout(), 3, name="Ended")
    settle(running, after(1))
    act("call-off", ended, reason="Too few.")
    ended.refresh_from_db()
    assert ended.state == Event.State.CALLED_OFF
    Event.objects.filter(pk=ended.pk).update(state=Event.State.ARCHIVED)
    assert champions() == {}


def test_challenge_match_gives_no_title() -> None:
    over("Match", Layout(form=Form.MATCH), 2)
    assert champions() == {}


def test_players_who_share_the_first_place_share_the_title() -> None:
    event = over("Autumn")
    snapshot = event.divisions.get().snapshot
    for row in snapshot.table["rows"][:2]:
        row["rank"] = 1
    snapshot.save()
    assert champions() == {"Autumn": ("anna", "bert")}
    (title,) = titles_of(friend("bert"))
    assert (title.event, titles_of(friend("dora"))) == (event, [])


def test_title_of_a_player_who_has_left_goes_to_the_next_one() -> None:
    event = over("Autumn")
    event.entrants.filter(player=friend("anna")).update(status="withdrawn")
    assert champions() == {"Autumn": ("bert",)}


def test_most_titles_are_first_and_those_held_alone_before_shared_ones() -> None:
    over("Autumn")
    over("Winter")
    shared = over("Spring").divisions.get().snapshot
    for row in shared.table["rows"]:
        row["rank"] = 1
    shared.save()
    assert most_titles(titles_in(events_with_titles())) == [
        Titles("anna", 3, 2), Titles("bert", 1, 0), Titles("dora", 1, 0),
    ]  # fmt: skip


def test_title_of_a_team_is_one_of_all_its_players() -> None:
    event = league(3, reserves=1)
    play_all(event, after(1))
    (title,) = titles_in(events_with_titles())
    assert len(title.teams) == 1
    city = title.teams[0]
    assert title.champions == tuple(person(city, number).username for number in (1, 2, 3))
    assert not title.is_shared
    assert titles_of(person(city, 3)) == [title]
    other = next(one for one in ("Ulm", "Bonn", "Kiel") if one != city)
    assert titles_of(person(other, 1)) == []
    assert {(one.count, one.alone) for one in most_titles([title])} == {(1, 1)}


def game(number: int, players: str, scores: tuple[int, ...], **values: Any) -> Played:
    places = tuple(1 + sum(other > score for other in scores) for score in scores)
    usual = {"fixture": number, "event": "autumn", "at": NOON, "steps": 20, "is_played_out": True, "places": places}
    return Played(game=number, players=tuple(players.split()), scores=scores, **{**usual, **values})


def records(*games: Played, has_aggregates: bool = True) -> dict[RecordKind, tuple[int, tuple[str, ...], int]]:
    return {one.kind: (one.value, one.players, one.game) for one in records_in(games, has_aggregates=has_aggregates)}


def test_biggest_win_is_the_first_of_equal_ones_that_was_played_out() -> None:
    found = records(
        game(1, "anna bert", (5, 3)),
        game(2, "anna bert", (2, 9)),
        game(3, "anna bert", (9, 2)),
        game(4, "anna bert", (30, 0), is_played_out=False),
    )
    assert found[RecordKind.BIGGEST_WIN] == (7, ("bert", "anna"), 2)


def test_fastest_win_has_the_fewest_steps_and_may_be_one_of_several_players() -> None:
    found = records(
        game(1, "anna bert", (5, 3), steps=12),
        game(2, "anna bert cora", (1, 9, 4), steps=9),
        game(3, "anna bert", (4, 4), steps=3),
        game(4, "anna bert", (5, 3), steps=2, is_played_out=False),
    )
    assert found[RecordKind.FASTEST_WIN] == (9, ("bert", "cora", "anna"), 2)


def test_streak_goes_on_over_events_and_ends_with_a_draw() -> None:
    found = records(
        game(1, "anna bert", (5, 3)),
        game(2, "anna cora", (5, 3), event="winter"),
        game(3, "anna bert", (3, 3)),
        game(4, "bert anna", (3, 5)),
        game(5, "cora bert", (3, 5)),
    )
    assert found[RecordKind.LONGEST_STREAK] == (2, ("anna",), 2)


def test_one_win_is_no_streak() -> None:
    assert RecordKind.LONGEST_STREAK not in records(game(1, "anna bert", (5, 3)))


def test_closest_match_is_the_aggregate_of_the_rulebook() -> None:
    four = [(5, 3), (3, 7), (4, 0), (8, 11)]  # 20:21
    found = records(
        game(1, "cora dora", (9, 8), fixture=1), game(2, "dora cora", (1, 1), fixture=1),
        *[game(10 + at, "anna bert", scores, fixture=7) for at, scores in enumerate(four)],
    )  # fmt: skip
    assert found[RecordKind.CLOSEST_MATCH] == (1, ("bert", "anna"), 0)
    level = [game(1, "anna bert", (5, 3), fixture=1), game(2, "bert anna", (5, 3), fixture=1)]
    assert RecordKind.CLOSEST_MATCH not in records(*level)
    assert RecordKind.CLOSEST_MATCH not in records(*level, game(3, "anna bert", (5, 3)), has_aggregates=False)


def test_players_with_as_many_games_share_the_record() -> None:
    found = records(game(1, "anna bert", (5, 3)), game(2, "anna cora", (5, 3)), game(3, "bert cora", (5, 3), places=()))
    assert found[RecordKind.MOST_GAMES] == (2, ("anna",), 0)
    assert records(game(1, "bert anna", (5, 3)))[RecordKind.MOST_GAMES] == (1, ("anna", "bert"), 0)


@pytest.mark.django_db
def test_records_are_those_of_events_that_are_over_as_directors_have_corrected_them() -> None:
    event = started(Layout(), 3)
    assert records_of("btt") == []
    play_all(event, after(1))
    Game.objects.update(end_reason="score")
    Seat.objects.update(left_ply=None, left_reason="")
    Seat.objects.filter(player__username="anna").update(points=40)
    known = {one.kind: one for one in records_of("btt")}
    biggest = known[RecordKind.BIGGEST_WIN]
    assert biggest.players[0] == "anna"
    assert known[RecordKind.MOST_GAMES].value == 2
    assert records_of("twigs") == []
    act("annul", event, game=biggest.game, reason="Played by somebody else.")
    assert {one.kind: one for one in records_of("btt")}[RecordKind.BIGGEST_WIN].game != biggest.game
