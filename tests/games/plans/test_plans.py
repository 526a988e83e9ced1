"""Plans: what a player has said beforehand to reply, kept private, played the moment its condition comes true."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.archive.checks import check_game
from games.exceptions import GameOver, NotSeated, NotYourTurn, RefusedMove, StalePly
from games.models import Game, Player, Submission
from games.play.agreements import ask_undo, resign
from games.play.planning import NoPlan, drop_plan, heed_message, preview_plan, set_plan
from games.play.standing_answers import set_standing_answer
from games.play.submissions import Receipt
from games.turns.playing import Cause
from tests.games.browsing import Browser
from tests.games.conftest import Start, after, pk, play
from tests.games.roots_games import CUT, cutting_game

pytestmark = pytest.mark.django_db


def plan(game: Game, name: str, text: str, *, hours: float = 0.5, **values: object) -> Receipt:
    player = Player.objects.get(username=name)
    return set_plan(game_id=game.pk, player_id=player.pk, text=text, at=after(hours), source="page", **values)  # type: ignore[arg-type]


def lines(game: Game) -> list[tuple[int | None, str, str]]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("seat", "text", "cause"))


def kept(game: Game, seat: int) -> str:
    return game.seats.get(number=seat).plan


@pytest.fixture
def game(start: Start) -> Game:
    """A game of Treeblox in which anna is to move."""
    return start("anna", "bert", rules="treeblox")


def test_reply_is_played_in_the_same_breath_as_the_move_it_waits_for(game: Game) -> None:
    plan(game, "bert", "if L 1,1,1 then l 2 , 2 , 1 else if * then L 4,4,1")
    assert kept(game, 1) == "if L 1,1,1 then L 2,2,1 else if * then L 4,4,1"
    receipt = play(game, "anna", "L 1,1,1")
    assert lines(game) == [(0, "L 1,1,1", ""), (1, "L 2,2,1", Cause.PLAN)]
    assert (game.to_act, kept(game, 1)) == (0, "")
    assert game.events.get(ply=2).source == Submission.Source.SERVICE
    assert receipt.submission.message == "", "the opponent's receipt does not tell"
    assert check_game(game) == []


def test_plan_goes_on_after_its_reply(game: Game) -> None:
    plan(game, "bert", "if L 1,1,1 then L 2,2,1 (if L 3,3,1 then L 4,4,1 (if * then resign))")
    play(game, "anna", "L 1,1,1")
    assert kept(game, 1) == "if L 3,3,1 then L 4,4,1 (if * then resign)"
    play(game, "anna", "L 3,3,1")
    assert kept(game, 1) == "if * then resign"
    play(game, "anna", "L 1,4,1")
    assert (game.status, game.end_reason) == ("finished", "resignation")
    assert game.events.get(kind="resigned").text == "by plan"
    assert "resigned by plan" in Browser("anna").get(f"/games/{game.pk}/").text
    assert kept(game, 1) == ""
    assert check_game(game) == []


def news(game: Game, name: str) -> str:
    return game.seats.get(player__username=name).plan_news


def test_player_who_had_planned_is_told_once_that_the_game_went_another_way(game: Game) -> None:
    plan(game, "bert", "if L 1,1,1 then L 2,2,1")
    play(game, "anna", "L 4,4,1")
    described = "The game has not gone as you planned, so your plan was dropped at move 1."
    assert news(game, "bert") == described
    assert (game.ply, game.to_act, kept(game, 1)) == (1, 1, "")
    assert described in Browser("bert").get(f"/games/{game.pk}/").text
    assert described not in Browser("anna").get(f"/games/{game.pk}/").text
    play(game, "bert", "L 1,1,1")
    assert news(game, "bert") == ""


def test_reasons_for_which_a_plan_is_gone(game: Game) -> None:
    plan(game, "bert", "if * then L 1,1,1; L 1,1,1")
    play(game, "anna", "L 1,1,1")
    assert "[L 1,1,1; L 1,1,1] could not be played" in news(game, "bert")
    play(game, "bert", "L 2,2,1")
    plan(game, "bert", "if * then L 3,3,1; wait if they write")
    heed_message(game_id=game.pk, writer_id=pk("anna"))
    assert "as you wanted" in news(game, "bert")
    plan(game, "bert", "if * then L 3,3,1")
    assert news(game, "bert") == ""
    for name in ("anna", "bert"):
        ask_undo(game_id=game.pk, player_id=pk(name), at=after(3), source="page")
    assert news(game, "bert") == "Moves were taken back, so your plan was dropped."


def test_reply_takes_no_time_and_gets_the_increment(game: Game) -> None:
    plan(game, "bert", "if * then L 2,2,1")
    before = list(game.clocks)
    play(game, "anna", "L 1,1,1", hours=30)
    assert game.clocks == before, "three days for each turn are full again"
    assert (game.turn.started_at, game.deadline) == (after(30), after(30 + 72))


def test_turns_of_several_steps_are_conditions_and_replies(game: Game) -> None:
    for name, text in (("anna", "L 2,2,1"), ("bert", "L 3,3,1"), ("anna", "L 4,4,1"), ("bert", "L 1,1,1")):
        play(game, name, text)
    play(game, "anna", "L 1,4,1")
    play(game, "bert", "L 4,1,1")
    with pytest.raises(RefusedMove, match=r"After \[B 2,1,1\] it is not yet your turn"):
        plan(game, "bert", "if B 2,1,1 then B 1,2,1; done")
    with pytest.raises(RefusedMove, match=r"\[B 1,2,1\] is not your whole turn"):
        plan(game, "bert", "if B 2,1,1; B 2,1,2; done then B 1,2,1")
    plan(game, "bert", "if B 2,1,1; B 2,1,2; done then B 1,2,1; B 1,2,2; done")
    assert kept(game, 1) == "if B 2,1,1; B 2,1,2 then B 1,2,1; B 1,2,2", "done is over by itself"
    play(game, "anna", "B 2,1,1")
    assert kept(game, 1), "the turn is not over yet"
    play(game, "anna", "B 2,1,2")
    assert [text for _, text, cause in lines(game) if cause == Cause.PLAN] == ["B 1,2,1", "B 1,2,2"]
    assert check_game(game) == []


def test_two_plans_against_each_other_come_to_an_end(game: Game) -> None:
    play(game, "anna", "L 1,1,1")
    plan(game, "anna", "if * then L 2,2,1 (if * then L 3,3,1 (if * then L 4,4,1))")
    play(game, "bert", "L 4,1,1")
    assert (game.ply, game.to_act) == (3, 1)
    with pytest.raises(NotYourTurn):
        plan(game, "bert", "if * then L 1,4,1")
    play(game, "bert", "L 1,4,1")
    assert [text for _, text, _ in lines(game)][-2:] == ["L 1,4,1", "L 3,3,1"]
    assert check_game(game) == []


def test_reply_that_turns_out_illegal_drops_the_plan_and_its_owner_is_told(game: Game) -> None:
    plan(game, "bert", "if * then L 3,3,1")
    plan(game, "bert", "if * then L 2,2,1")
    assert kept(game, 1) == "if * then L 2,2,1", "the new one takes the place of the old one"
    with pytest.raises(RefusedMove):
        play(game, "anna", "L 9,9,9")
    assert not game.mails.filter(kind="plan").exists()
    play(game, "anna", "L 2,2,1")
    assert (game.ply, game.to_act, kept(game, 1)) == (1, 1, "")
    mail = game.mails.get(kind="plan")
    assert mail.reader.username == "bert"
    assert mail.context["reply"] == "L 2,2,1"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("L 1,1,1", "A plan begins with if"),
        ("if then L 2,2,1", "After if comes what your opponent does"),
        ("if L 1,1,1", "comes then, and your reply"),
        ("if L 1,1,1 then", "After then comes your reply"),
        ("if L 1,1,1 then L 1,1,1", "1,1,1"),
        ("if L 9,9,9 then L 1,1,1", "board hole"),
        ("if L 1,1,1 then hello", "A step is written"),
        ("if * then L 2,2,1 else if L 1,1,1 then L 3,3,1", "Put [*] last"),
        ("if L 1,1,1 then L 2,2,1 else if l a1 then L 3,3,1", "comes twice"),
        ("if * then resign (if * then L 1,1,1)", "nothing can follow"),
        ("if * then L 1,1,1 (if * then L 2,2,1", "is not closed"),
        ("if * then L 1,1,1) else resign", "The plan was over before"),
        ("if roll >= 4 then L 1,1,1", "No dice fall in Treeblox"),
        ("if L 1,1,1; L 2,2,1 then L 3,3,1", "It is your turn before"),
        ("if * then L 1,1,1 " + "(if * then L 1,1,1 " * 20 + ")" * 20, "20 of your moves ahead"),
    ],
)
def test_error_says_what_would_be_right(game: Game, text: str, message: str) -> None:
    with pytest.raises(RefusedMove, match=message):
        plan(game, "bert", text)
    assert kept(game, 1) == ""
    assert Submission.objects.get(verb="plan").state == "rejected"


def test_plan_is_for_the_opponents_turn_and_for_players_of_the_game(game: Game, start: Start) -> None:
    with pytest.raises(NotYourTurn, match="play your move first"):
        plan(game, "anna", "if * then L 2,2,1")
    Player.objects.create(username="carl")
    with pytest.raises(NotSeated):
        plan(game, "carl", "if * then L 2,2,1")
    with pytest.raises(StalePly):
        plan(game, "bert", "if * then L 2,2,1", ply=3)
    resign(game_id=game.pk, player_id=pk("anna"), at=after(1), source="page")
    with pytest.raises(GameOver):
        plan(game, "bert", "if * then L 2,2,1")


def test_preview_keeps_nothing(game: Game) -> None:
    bert = pk("bert")
    seen = preview_plan(
        game_id=game.pk, player_id=bert, text="IF l a1 THEN L b2 ELSE resign", at=after(1), source="page"
    )  # fmt: skip
    assert str(seen) == "if L 1,1,1 then L 2,2,1 else if * then resign"
    assert (kept(game, 1), Submission.objects.count()) == ("", 0)


def test_plan_that_waits_is_dropped_when_an_opponent_writes(game: Game) -> None:
    anna, bert = (pk(name) for name in ("anna", "bert"))
    plan(game, "bert", "if * then L 2,2,1; wait if he writes")
    assert kept(game, 1) == "if * then L 2,2,1; wait if they write"
    heed_message(game_id=game.pk, writer_id=bert)
    assert kept(game, 1), "what its owner writes does not count"
    heed_message(game_id=game.pk, writer_id=anna)
    assert kept(game, 1) == ""
    plan(game, "bert", "if * then L 2,2,1")
    heed_message(game_id=game.pk, writer_id=anna)
    assert kept(game, 1)
    drop_plan(game_id=game.pk, player_id=bert, at=after(1), source="page")
    assert kept(game, 1) == ""
    with pytest.raises(NoPlan):
        drop_plan(game_id=game.pk, player_id=bert, at=after(1), source="page")


def test_plans_of_several_seats_are_played_in_turn_and_go_with_a_seat_that_leaves(start: Start) -> None:
    game = start("anna", "bert", "carl", rules="twigs")
    plan(game, "bert", "if C0@0,0 then H0@-2,2")
    plan(game, "carl", "if C0@0,0; H0@-2,2 then H0@1,0")
    play(game, "anna", "C0@0,0")
    assert [(seat, text) for seat, text, _ in lines(game)] == [(0, "C0@0,0"), (1, "H0@-2,2"), (2, "H0@1,0")]
    plan(game, "bert", "if * then resign", hours=1)
    resign(game_id=game.pk, player_id=pk("bert"), at=after(1), source="page")
    assert kept(game, 1) == ""


def test_move_without_plans_asks_the_database_as_often_as_ever(game: Game) -> None:
    with CaptureQueriesContext(connection) as without:
        play(game, "anna", "L 1,1,1")
    plan(game, "anna", "if * then L 2,2,1")
    with CaptureQueriesContext(connection) as with_plan:
        play(game, "bert", "L 4,1,1")
    assert len(with_plan) == len(without) + 1, "the plan is gone: one UPDATE"


# Dice -----------------------------------------------------------------------------------------------------------------


def test_plan_goes_past_no_roll_that_it_does_not_name(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", left=1)
    with pytest.raises(RefusedMove, match="goes past a roll only if it names it"):
        plan(game, "bert", "if * then d10")
    set_standing_answer(game_id=game.pk, player_id=pk("bert"), text="lose longer", at=after(0.2), source="page")
    plan(game, "bert", "if rain then d10; bead 3,4 else if no rain then d10; bead 3,4")
    play(game, "anna", f"{CUT}; spawn far")
    assert not game.events.filter(cause=Cause.PLAN).exists(), "dice would fall before the bead"
    assert "(if roll >= 4 then bead 3,4)" in game.mails.get(kind="plan").context["reason"]


@pytest.mark.parametrize("secret", [f"{number:064x}" for number in (1, 2)])
def test_condition_on_dice_holds_for_the_dice_that_fell(start: Start, secret: str) -> None:
    game = cutting_game(start, "anna", "bert", left=1, secret=secret)
    set_standing_answer(game_id=game.pk, player_id=pk("bert"), text="lose longer", at=after(0.2), source="page")
    began = game.ply
    plan(game, "bert", "if rain then d10 else if no rain then d8")
    play(game, "anna", f"{CUT}; spawn far")
    planned = game.events.get(cause=Cause.PLAN)
    thrown = game.events.filter(kind="roll", ply__gt=began, ply__lt=planned.ply).values_list("text", flat=True)
    assert planned.text == ("d10" if any(text.endswith(" 1") for text in thrown) else "d8")


def test_reply_stops_at_its_own_roll_and_goes_on_where_the_plan_names_it(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", left=1, secret=f"{1:064x}")
    set_standing_answer(game_id=game.pk, player_id=pk("bert"), text="lose longer", at=after(0.2), source="page")
    follow = "(if d10 >= 1 and d12 >= 1 and no rain then d8 else if rain then d8)"
    plan(game, "bert", f"if rain then d10 {follow} else if no rain then d10 {follow}")
    play(game, "anna", f"{CUT}; spawn far")
    replies = [number for number, (_, _, cause) in enumerate(lines(game)) if cause == Cause.PLAN]
    assert lines(game)[replies[0]][1] == "d10"
    assert lines(game)[replies[0] + 1][1].startswith("roll d10")
