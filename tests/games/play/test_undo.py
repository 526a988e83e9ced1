"""Taking moves back by consent: a step of the log like any other, which every replay follows."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from games.archive.checks import check_game
from games.archive.stored_records import record_of
from games.clock.calendars import PauseRules
from games.clock.longest_end import MOST_UNDOS
from games.exceptions import CannotUndo
from games.models import Game, Player
from games.play import queries
from games.play.agreements import accept_offer, ask_undo, resign
from games.play.submissions import Receipt
from games.records.abstractplay import from_abstract_play, to_abstract_play
from games.records.record import last_position, standing
from games.rules import RULES
from games.rules.replay import RecordError, replay
from notifications.models import OutboundMail
from tests.games.browsing import Browser
from tests.games.conftest import Start, after, begin, pk, play
from tests.games.roots_games import cutting_game

pytestmark = pytest.mark.django_db


def do(game: Game, name: str, action: Callable[..., Receipt], *, hours: float = 2) -> Receipt:
    receipt = action(game_id=game.pk, player_id=pk(name), at=after(hours), source="page")
    game.refresh_from_db()
    return receipt


def texts(game: Game) -> list[str]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))


@pytest.fixture
def game(start: Start) -> Game:
    """A game of Treeblox after two moves of each; anna is to move."""
    game = start("anna", "bert", rules="treeblox")
    for name, text in (("anna", "L 2,2,1"), ("bert", "L 3,3,1"), ("anna", "L 4,4,1"), ("bert", "L 1,1,1")):
        play(game, name, text)
    return game


def test_last_move_is_taken_back_once_the_opponent_agrees(game: Game) -> None:
    before = queries.position_at(game, 3)
    do(game, "bert", ask_undo)
    assert (game.ply, game.agreements) == (4, {"undo": [1]})
    do(game, "anna", accept_offer)
    assert (game.ply, game.to_act, game.agreements) == (5, 1, {})
    assert texts(game)[-1] == "undo to 3"
    assert game.load_position() == before
    play(game, "bert", "L 1,4,1")
    assert check_game(game) == []


def test_own_move_goes_together_with_the_answer_to_it(game: Game) -> None:
    do(game, "anna", ask_undo)
    do(game, "bert", ask_undo)
    assert texts(game)[-1] == "undo to 2", "asking for what is asked agrees to it"
    assert game.to_act == 0
    do(game, "anna", ask_undo)
    do(game, "bert", accept_offer)
    assert texts(game)[-1] == "undo to 0", "what was taken back before is not there any more"
    assert check_game(game) == []


def test_game_can_forbid_it(start: Start) -> None:
    game = start("anna", "bert", rules="treeblox", pause_rules=PauseRules(undo=False))
    play(game, "anna", "L 1,1,1")
    with pytest.raises(CannotUndo, match="agreed before it began"):
        do(game, "anna", ask_undo)
    page = Browser("anna").get(f"/games/{game.pk}/")
    assert "Moves cannot be taken back." in page.text
    assert "Take back" not in page.text


def test_what_was_done_since_a_throw_is_taken_back_and_no_throw(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", left=3)
    with pytest.raises(CannotUndo, match="a throw cannot be taken back"):
        do(game, "anna", ask_undo)
    position = game.load_position()
    quiet = (move for move in position.legal_moves() if position.play(move).to_act == 0)
    play(game, "anna", game.game_rules.format(next(quiet), position))
    ply = game.ply
    do(game, "anna", ask_undo)
    do(game, "bert", accept_offer)
    assert texts(game)[-1] == f"undo to {ply - 1}"


def take_back(game: Game) -> None:
    """anna moves and takes it back."""
    play(game, "anna", "L 2,2,1")
    do(game, "anna", ask_undo)


def test_people_take_moves_back_three_times_at_most(start: Start) -> None:
    game = start("anna", "bert", rules="treeblox")
    with pytest.raises(CannotUndo, match="no move"):
        do(game, "anna", ask_undo)
    for hours in range(MOST_UNDOS):
        take_back(game)
        do(game, "bert", accept_offer, hours=20 + hours)
        assert (game.to_act, game.turn.started_at, game.deadline) == (0, after(20 + hours), after(20 + hours + 72))
        assert game.clocks[1] == 72 * 3_600_000, "three days for each turn are full again"
    play(game, "anna", "L 2,2,1")
    with pytest.raises(CannotUndo, match="taken back at most 3 times in a game"):
        do(game, "anna", ask_undo)


def test_player_who_plays_against_house_bots_alone_takes_back_as_often_as_they_like(start: Start) -> None:
    Player.objects.create(username="robot", is_bot=True)
    game = start("anna", "robot", rules="treeblox")
    for _ in range(MOST_UNDOS + 1):
        take_back(game)
    assert texts(game).count("undo to 0") == MOST_UNDOS + 1


def test_records_of_every_form_tell_of_the_undo_and_lead_to_the_same_board(game: Game) -> None:
    do(game, "bert", ask_undo)
    do(game, "anna", accept_offer)
    play(game, "bert", "L 1,4,1", hours=3)
    do(game, "anna", resign, hours=4)
    record = record_of(Game.objects.get(pk=game.pk))
    assert record.steps == ["L 2,2,1", "L 3,3,1", "L 4,4,1", "L 1,1,1", "undo to 3", "L 1,4,1"]
    assert last_position(record) == game.load_position()
    assert [entry.text for entry in standing(record.entries)] == ["L 2,2,1", "L 3,3,1", "L 4,4,1", "L 1,4,1"]
    theirs = to_abstract_play(record, generated=after(5))
    assert theirs["moves"] == [["L 2,2,1", "L 3,3,1"], ["L 4,4,1", "L 1,4,1"]]
    assert from_abstract_play(json.loads(json.dumps(theirs))) == record
    assert check_game(game) == [], "text and JSON read back, too"


def test_replay_refuses_an_undo_that_no_game_can_have() -> None:
    record = {"game": "treeblox", "options": {"players": 2}, "steps": ["L 2,2,1", "undo to 0", "L 3,3,1"]}
    assert replay(record, RULES)["points"] == [1, 0]
    for steps in (["undo to 0"], ["L 2,2,1", "undo to 1"], ["L 2,2,1", "undo to 7"]):
        with pytest.raises(RecordError, match="cannot be gone back to"):
            replay({**record, "steps": steps}, RULES)


def test_page_asks_and_tells() -> None:
    game = begin("anna", "bert", rules="treeblox")
    anna, bert = Browser("anna"), Browser("bert")
    anna.fill(anna.get(f"/games/{game.pk}/"), f"/games/{game.pk}/play/", text="L 2,2,1", play="1")
    anna.fill(anna.get(f"/games/{game.pk}/undo/"))
    assert OutboundMail.objects.filter(game=game, reader__username="bert", kind="offer").count() == 1
    assert "anna wants to take back the last move of anna" in bert.get(f"/games/{game.pk}/").text
    page = bert.fill(bert.get(f"/games/{game.pk}/accept/"))
    assert "the moves after move 0 were taken back" in page.text
    assert "undo to 0" in bert.get(f"/games/{game.pk}/log/").text
    newest = OutboundMail.objects.filter(game=game, ply=2).values_list("reader__username", "kind")
    assert sorted(newest) == [("anna", "turn"), ("bert", "receipt")]
