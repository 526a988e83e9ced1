"""Answers out of turn: asked at once on a clock of their own, given beforehand, or by default when it runs out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from games.exceptions import GameOver, NotYourTurn, OutOfTime, RefusedMove
from games.models import Game, Player
from games.play import agreements, moving, standing_answers, timeouts
from games.uptime.outages import record_heartbeat
from tests.games.conftest import Start, after, all_read, pk, play
from tests.games.roots_games import CUT, cutting_game, steps_before_the_cut

pytestmark = pytest.mark.django_db


def answer_from_now_on(game: Game, name: str, text: str, hours: float = 0.5) -> Any:
    player = Player.objects.get(username=name)
    receipt = standing_answers.set_standing_answer(
        game_id=game.pk, player_id=player.pk, text=text, at=after(hours), source="page"
    )
    game.refresh_from_db()
    return receipt


def log(game: Game) -> list[tuple[int | None, str, str]]:
    """What has happened since the moment before the cut."""
    steps = game.events.filter(ply__isnull=False).order_by("ply").values_list("seat", "text", "cause")
    return list(steps[len(steps_before_the_cut(game.seats.count(), 3)) :])


# Asked


def test_owner_of_a_cut_root_is_asked_and_the_rest_of_the_message_comes_back(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    receipt = play(game, "anna", f"{CUT}; bead 10,6; spawn far", 5)
    assert log(game) == [(0, CUT, "")]
    assert game.to_act == 1
    assert receipt.submission.message == (
        "Not played: [bead 10,6] [spawn far]. Blue has to answer before the turn goes on."
    )


def test_while_the_owner_thinks_nobodys_game_clock_runs(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    play(game, "anna", CUT, 5)
    assert game.deadline == after(5 + 24)
    assert game.clocks == [(72 - 5) * 3_600_000, 72 * 3_600_000]
    play(game, "bert", "lose 9,7", 20)
    assert game.to_act == 0
    assert game.clocks == [(72 - 5) * 3_600_000, 72 * 3_600_000]
    assert game.deadline == after(20 + 72 - 5)


def test_answer_that_ends_the_turn_of_another_seat_gives_that_one_its_increment(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", left=1)
    play(game, "anna", CUT, 5)
    play(game, "bert", "lose 9,7", 6)
    if game.to_act == 0:  # a nutrient to place
        play(game, "anna", "spawn far", 7)
    assert game.to_act == 1
    assert game.clocks == [72 * 3_600_000, 72 * 3_600_000]
    assert game.load_position().turn_of == 1


def test_answer_may_be_a_wish(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    play(game, "anna", CUT, 5)
    receipt = play(game, "bert", "lose longer", 6)
    assert log(game)[-1] == (1, "lose 9,5", "")
    assert receipt.submission.message == "By your preference [lose longer]: [lose 9,5]."


# Beforehand


@pytest.mark.parametrize(
    ("preference", "lost"), [("lose shorter", "lose 9,7"), (" Lose  LONGER", "lose 9,5"), ("lose poorer", "lose 9,7")]
)
def test_standing_answer_is_given_at_once_and_the_turn_goes_on(start: Start, preference: str, lost: str) -> None:
    game = cutting_game(start, "anna", "bert")
    answer_from_now_on(game, "bert", preference)
    receipt = play(game, "anna", f"{CUT}; bead 10,6", 5)
    assert log(game)[:3] == [(0, CUT, ""), (1, lost, "standing_answer"), (0, "bead 10,6", "")]
    assert receipt.submission.message.startswith(f"Blue answered at once: [{lost}].")
    assert game.to_act == 0


def test_ask_takes_it_back_and_nobody_else_learns_of_either(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    before = game.receipt
    answer_from_now_on(game, "bert", "lose longer")
    receipt = answer_from_now_on(game, "bert", "ASK")
    assert receipt.submission.message == "Your answer from now on: [ask]."
    assert game.receipt == before
    play(game, "anna", CUT, 5)
    assert game.to_act == 1


def test_preview_does_not_give_away_how_another_seat_answers(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    answer_from_now_on(game, "bert", "lose longer")
    seen = moving.preview_move(
        game_id=game.pk, player_id=pk("anna"), text=f"{CUT}; bead 10,6", ply=game.ply, at=after(1), source="page"
    )
    assert (seen.steps, seen.unplayed) == ((CUT,), ("bead 10,6",))


def test_player_who_says_how_to_answer_while_being_asked_has_answered(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    play(game, "anna", CUT, 5)
    receipt = answer_from_now_on(game, "bert", "lose longer", 6)
    assert log(game)[-1] == (1, "lose 9,5", "standing_answer")
    assert receipt.submission.first_seq == receipt.submission.last_seq == game.seq
    assert game.to_act == 0


@pytest.mark.parametrize("text", ["", "spawn far", "lose 9,7", "longer", "always"])
def test_what_is_no_standing_answer_is_refused_with_those_there_are(start: Start, text: str) -> None:
    game = cutting_game(start, "anna", "bert")
    with pytest.raises(RefusedMove, match="one of these: ask, lose shorter, lose longer, lose poorer"):
        answer_from_now_on(game, "bert", text)
    with pytest.raises(RefusedMove, match="nobody is asked out of turn"):
        answer_from_now_on(start("anna", "bert"), "bert", "ask")
    agreements.resign(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    with pytest.raises(GameOver):
        answer_from_now_on(game, "bert", "lose longer", 2)


# Too late


def test_without_an_answer_in_time_the_shorter_end_is_lost(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    play(game, "anna", CUT, 5)
    all_read(after(29.5))
    assert timeouts.flag_overdue(now=after(29.5)) == [game.pk]
    game.refresh_from_db()
    assert log(game)[-1] == (1, "lose 9,7", "answer_by_default")
    assert game.events.last().at == after(29)
    assert (game.to_act, game.deadline) == (0, after(29.5 + 72 - 5))
    assert game.clocks == [(72 - 5) * 3_600_000, 72 * 3_600_000]
    assert timeouts.flag_overdue(now=after(29.5)) == []


def test_no_answer_is_given_by_default_while_one_may_still_wait(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    play(game, "anna", CUT, 5)
    assert timeouts.flag_overdue(now=after(29.5)) == []  # it is not known how far the mail intake has read
    record_heartbeat(name="mail intake", at=after(29.5), clear_until=after(28.9))
    assert timeouts.flag_overdue(now=after(29.5)) == []  # a mail that arrived in time is still to be read
    play(game, "bert", "lose 9,5", 28.9)
    assert log(game)[-1] == (1, "lose 9,5", "")


@pytest.mark.parametrize("who", ["mover", "asked", "asked beforehand"])
def test_whoever_touches_the_game_too_late_finds_the_default_given(start: Start, who: str) -> None:
    game = cutting_game(start, "anna", "bert")
    play(game, "anna", CUT, 5)
    all_read(after(29.1))
    do: dict[str, Callable[[], Any]] = {
        "mover": lambda: play(game, "anna", "lose 9,5", 29.1),
        "asked": lambda: play(game, "bert", "lose 9,5", 29.1),
        "asked beforehand": lambda: answer_from_now_on(game, "bert", "lose longer", 29.1),
    }
    with pytest.raises(NotYourTurn if who == "mover" else OutOfTime):
        do[who]()
    game.refresh_from_db()
    assert log(game)[-1] == (1, "lose 9,7", "answer_by_default")


# Nobody there


def test_house_bot_answers_at_once(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    Player.objects.filter(username="bert").update(is_bot=True)
    play(game, "anna", f"{CUT}; bead 10,6", 5)
    assert log(game)[:3] == [(0, CUT, ""), (1, "lose 9,7", "house_bot"), (0, "bead 10,6", "")]


def test_seat_that_has_left_answers_at_once(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", "carl")
    agreements.resign(game_id=game.pk, player_id=pk("bert"), at=after(1), source="page")
    play(game, "anna", CUT, 5)
    assert log(game) == [(0, CUT, ""), (1, "lose 9,7", "house_bot")]


def test_seat_that_leaves_while_it_is_asked_has_answered(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", "carl")
    play(game, "anna", CUT, 5)
    agreements.resign(game_id=game.pk, player_id=pk("bert"), at=after(6), source="page")
    game.refresh_from_db()
    assert log(game)[-1] == (1, "lose 9,7", "house_bot")
    assert (game.to_act, game.deadline) == (0, after(6 + 72 - 5))


def test_mover_who_leaves_meanwhile_leaves_the_question_open(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", "carl")
    play(game, "anna", CUT, 5)
    agreements.resign(game_id=game.pk, player_id=pk("anna"), at=after(6), source="page")
    game.refresh_from_db()
    assert (game.to_act, game.deadline) == (1, after(5 + 24))
    play(game, "bert", "lose 9,5", 7)
    assert (game.to_act, game.deadline) == (0, None), "the house bot goes on"
