"""Resignations, offers, losses on time, and the house bot that plays on for those who left."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from games.archive.checks import check_game
from games.clock.controls import TimeControl
from games.exceptions import GameOver, NothingOffered, NotSeated, OutOfTime
from games.models import Game
from games.play import agreements, house_players, timeouts
from games.uptime.outages import record_heartbeat
from tests.games.conftest import Start, after, all_read, pk, play, warn

pytestmark = pytest.mark.django_db


def do(action: Callable[..., Any], game: Game, name: str, *, hours: float = 1) -> None:
    action(game_id=game.pk, player_id=pk(name), at=after(hours), source="page")
    game.refresh_from_db()


def places(game: Game) -> list[int | None]:
    return [seat.place for seat in game.seats.order_by("number")]


def kinds(game: Game) -> list[str]:
    return [event.kind for event in game.events.order_by("seq")]


def test_resigning_a_game_of_two_loses_it_whoevers_turn_it_is(start: Start) -> None:
    game = start("anna", "bert")
    do(agreements.resign, game, "bert")
    assert (game.status, game.end_reason, places(game)) == ("finished", "resignation", [1, 2])
    assert kinds(game) == ["started", "resigned", "finished"]
    for name in ("anna", "bert"):
        with pytest.raises(GameOver, match=r"is over \(resignation\)"):
            do(agreements.resign, game, name)
        with pytest.raises(GameOver, match=r"is over \(resignation\)"):
            play(game, name, "null d3")


def test_house_bot_plays_on_for_a_player_who_resigned_a_game_of_three(start: Start) -> None:
    game = start("anna", "bert", "carl")
    do(agreements.resign, game, "anna")
    assert (game.status, game.to_act, game.deadline) == ("running", 0, None)
    with pytest.raises(NotSeated, match="house bot plays on"):
        play(game, "anna", "null B31")
    assert [*house_players.waiting_games()] == [game]
    assert house_players.play_house_bot(game.pk, clock=lambda: after(2))
    assert not house_players.play_house_bot(game.pk, clock=lambda: after(2))
    game.refresh_from_db()
    assert (game.ply, game.to_act, game.deadline) == (1, 1, after(74))
    assert check_game(game) == []


def test_those_who_left_are_placed_last_the_first_to_leave_lowest(start: Start) -> None:
    game = start("anna", "bert", "carl", "dora")
    do(agreements.resign, game, "dora")
    play(game, "anna", "null d3")
    do(agreements.resign, game, "anna")
    do(agreements.resign, game, "carl")
    assert (game.status, game.end_reason) == ("finished", "resignation")
    assert places(game) == [2, 1, 2, 4]


def test_draw_is_agreed_by_offer_and_acceptance(start: Start) -> None:
    game = start("anna", "bert")
    do(agreements.offer_draw, game, "anna")
    with pytest.raises(NothingOffered, match="offered that already"):
        do(agreements.offer_draw, game, "anna")
    with pytest.raises(NothingOffered, match="Nobody has offered"):
        do(agreements.accept_offer, game, "anna")
    do(agreements.accept_offer, game, "bert")
    assert (game.status, game.end_reason, places(game)) == ("finished", "draw agreed", [1, 1])
    assert kinds(game) == ["started", "draw_offered", "draw_accepted", "finished"]


def test_offer_can_be_declined_and_lapses_with_the_next_move(start: Start) -> None:
    game = start("anna", "bert")
    do(agreements.offer_draw, game, "bert")
    do(agreements.decline_offer, game, "anna")
    assert game.agreements == {}
    do(agreements.offer_draw, game, "bert")
    play(game, "anna", "null d3")
    with pytest.raises(NothingOffered):
        do(agreements.accept_offer, game, "anna")


def test_acceptance_of_two_offers_at_once_asks_which(start: Start) -> None:
    game = start("anna", "bert")
    do(agreements.offer_draw, game, "anna")
    do(agreements.offer_abandonment, game, "anna")
    with pytest.raises(NothingOffered, match="Offer the one that you want yourself"):
        do(agreements.accept_offer, game, "bert")
    do(agreements.decline_offer, game, "bert")
    assert game.agreements == {}
    assert kinds(game)[-2:] == ["abandonment_declined", "draw_declined"]
    do(agreements.offer_abandonment, game, "anna")
    do(agreements.offer_draw, game, "anna")
    do(agreements.offer_abandonment, game, "bert")
    assert (game.status, game.end_reason, places(game)) == ("finished", "abandoned", [None, None])


def test_last_one_to_agree_may_be_freed_by_a_resignation(start: Start) -> None:
    game = start("anna", "bert", "carl")
    do(agreements.offer_draw, game, "anna")
    do(agreements.offer_draw, game, "bert")
    assert game.status == "running"
    do(agreements.resign, game, "carl")
    assert (game.end_reason, places(game)) == ("draw agreed", [1, 1, 3])


def test_flag_falls_once_when_everything_that_arrived_has_been_read(start: Start) -> None:
    game = start("anna", "bert")
    assert timeouts.flag_overdue(now=after(72.5)) == []  # nobody can tell whether her move still waits
    all_read(after(71))
    assert timeouts.flag_overdue(now=after(71.05)) == []  # still time
    warn(game)
    all_read(after(72.05))
    assert timeouts.flag_overdue(now=after(72.05)) == []  # the grace for moves that are being read
    all_read(after(72.5))
    assert timeouts.flag_overdue(now=after(72.5)) == [game.pk]
    assert timeouts.flag_overdue(now=after(72.5)) == []
    game.refresh_from_db()
    assert (game.end_reason, game.finished_at, places(game)) == ("time", after(72), [2, 1])
    assert kinds(game) == ["started", "flagged", "finished"]


def test_flag_waits_for_a_mail_that_arrived_in_time_and_is_not_read_yet(start: Start) -> None:
    game = start("anna", "bert")
    record_heartbeat(name="mail intake", at=after(72.5), clear_until=after(71.9))
    assert timeouts.flag_overdue(now=after(72.5)) == []
    play(game, "anna", "null d3", 71.9)
    assert game.status == "running"


def test_wait_of_a_mail_in_our_queue_costs_the_next_player_nothing(start: Start) -> None:
    game = start("anna", "bert")
    play(game, "anna", "null d3", source="mail", now=after(80))
    assert (game.turn.started_at, game.deadline) == (after(80), after(80 + 72))
    all_read(after(80.2))
    assert timeouts.flag_overdue(now=after(80.2)) == []
    play(game, "bert", "root e2", 80.2)
    assert [event.at for event in game.events.filter(ply__isnull=False)] == [after(1), after(80.2)]


def test_mover_is_charged_up_to_the_arrival_and_not_to_the_reading(start: Start) -> None:
    ten_hours = TimeControl(base=timedelta(hours=10), increment=timedelta(0), cap=timedelta(hours=10))
    game = start("anna", "bert", control=ten_hours)
    play(game, "anna", "null d3", source="mail", now=after(8))
    assert game.clocks == [9 * 3_600_000, 10 * 3_600_000]


def test_player_out_of_time_cannot_be_saved_by_an_agreement(start: Start) -> None:
    game = start("anna", "bert")
    do(agreements.offer_draw, game, "bert")
    for action in (agreements.accept_offer, agreements.offer_draw, agreements.offer_abandonment):
        with pytest.raises(OutOfTime, match="Your time ran out"):
            do(action, game, "anna", hours=72.01)
    do(agreements.decline_offer, game, "anna", hours=72.01)
    do(agreements.offer_draw, game, "bert", hours=72.01)  # whose time it is not
    assert game.agreements == {"draw": [1]}
