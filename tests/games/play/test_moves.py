"""Moves: what is played, what is refused and what is recorded, whichever door they come through."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import transaction

from games.archive.checks import check_game
from games.exceptions import (
    GameError,
    KeyReused,
    NoSuchGame,
    NotSeated,
    NotYourTurn,
    OutOfTime,
    RefusedMove,
    StalePly,
)
from games.models import Game, Player, Submission
from games.play.moving import play_move, preview_move
from games.signals import game_advanced
from tests.games.conftest import Start, after, pk, play

pytestmark = pytest.mark.django_db


def steps(game: Game) -> list[tuple[int | None, str]]:
    return list(game.events.filter(ply__isnull=False).order_by("ply").values_list("seat", "text"))


def test_move_is_written_to_the_log_and_passes_the_turn_on(start: Start) -> None:
    game = start("anna", "bert")
    receipt = play(game, "anna", "NULL  d3", hours=5)
    game.refresh_from_db()
    assert steps(game) == [(0, "null d3")]
    assert (game.ply, game.to_act) == (1, 1)
    assert game.turn.started_at == after(5)
    assert game.deadline == after(5 + 72)
    assert (receipt.submission.state, receipt.submission.receipt) == ("played", game.receipt)
    assert check_game(game) == []


def test_turn_of_several_steps_is_one_submission_or_plays_nothing_and_says_which_is_wrong(start: Start) -> None:
    game = start("anna", "bert", rules="treeblox")
    for text in ("L b2", "L c3", "L d4", "L a1", "L a4", "L d1"):
        play(game, "anna" if game.to_act == 0 else "bert", text)
        game.refresh_from_db()
    before = steps(game)
    with pytest.raises(RefusedMove) as refused:
        play(game, "anna", "B b1; L 4,4,1")
    assert (refused.value.code, refused.value.index, refused.value.step) == ("illegal", 1, "L 4,4,1")
    with pytest.raises(RefusedMove, match="Your turn was over"):
        play(game, "anna", "B b1; B 2,1,2; B 2,1,3")
    assert steps(game) == before
    receipt = play(game, "anna", "B b1; B 2,1,2")
    assert steps(game) == [*before, (0, "B 2,1,1"), (0, "B 2,1,2")]
    assert (receipt.submission.first_seq, receipt.submission.last_seq) == (8, 9)


def test_position_for_another_ply_is_stale_and_says_what_was_played(start: Start) -> None:
    game = start("anna", "bert")
    play(game, "anna", "null d3", hours=2)
    play(game, "bert", "root e2", hours=3)
    with pytest.raises(StalePly, match=r"Move 1 was already played: null d3, at 14:00 UTC on 2 March 2026"):
        play(game, "anna", "null c3", ply=0)
    with pytest.raises(StalePly, match=r"Game \d+ is at move 2, not at 9"):
        play(game, "anna", "null c3", ply=9)


def test_same_words_for_a_played_ply_get_the_first_receipt(start: Start) -> None:
    game = start("anna", "bert")
    first = play(game, "anna", "null d3")
    again = play(game, "anna", " Null D3 ", ply=0)
    assert again.repeated
    assert again.submission.state == "duplicate"
    assert again.submission.receipt == first.submission.receipt
    assert steps(game) == [(0, "null d3")]


@pytest.mark.parametrize(
    ("name", "text", "error", "code"),
    [
        ("bert", "root e2", NotYourTurn, "not_your_turn"),
        ("anna", "root e2", RefusedMove, "illegal"),
        ("anna", "hello there", RefusedMove, "unreadable"),
        ("anna", "", RefusedMove, "unreadable"),
        ("anna", ";;\n", RefusedMove, "unreadable"),
        ("anna", "null d3;" * 65, RefusedMove, "unreadable"),
        ("anna", "x" * 5000, RefusedMove, "unreadable"),
        ("anna", "null\0 d9", RefusedMove, "illegal"),
    ],
)
def test_refusal_is_recorded_with_its_reason(
    start: Start, name: str, text: str, error: type[GameError], code: str
) -> None:
    game = start("anna", "bert")
    with pytest.raises(error) as refused:
        play(game, name, text)
    submission = Submission.objects.get()
    assert (submission.state, submission.code) == ("rejected", code)
    assert submission.message == refused.value.message
    assert submission.pk == refused.value.submission_id
    assert steps(game) == []


def test_move_of_a_stranger_is_refused_and_not_recorded(start: Start) -> None:
    game = start("anna", "bert")
    Player.objects.create(username="carl")
    with pytest.raises(NotSeated) as refused:
        play(game, "carl", "null d3")
    assert refused.value.submission_id is None
    assert not Submission.objects.exists()


def test_game_that_does_not_exist(start: Start) -> None:
    player = Player.objects.create(username="anna")
    with pytest.raises(NoSuchGame, match="There is no game 99"):
        play_move(game_id=99, player_id=player.pk, text="null d3", ply=0, at=after(1), source="page")


def test_same_key_again_is_the_same_submission_and_no_other(start: Start) -> None:
    game, answers = start("anna", "bert"), []
    for _ in range(2):
        with pytest.raises(GameError) as refused:
            play(game, "anna", "root e2", key="page:1")
        answers.append((refused.value.code, refused.value.message, refused.value.submission_id))
    assert answers[0] == answers[1]
    first = play(game, "anna", "null d3", key="page:2")
    again = play(game, "anna", "null d3", ply=0, key="page:2")
    assert (again.number, again.repeated) == (first.number, True)
    assert Submission.objects.count() == 2
    with pytest.raises(KeyReused, match="Use a new key"):
        play(game, "anna", "null c3", ply=0, key="page:2")


def test_move_after_the_deadline_is_refused_and_arrival_counts(start: Start) -> None:
    game = start("anna", "bert")
    with pytest.raises(OutOfTime, match="12:00 UTC on 5 March 2026"):
        play(game, "anna", "null d3", hours=72.001)
    assert play(game, "anna", "null d3", hours=72).submission.state == "played"


def test_preview_plays_nothing_and_is_recorded_when_it_has_a_key(start: Start) -> None:
    game = start("anna", "bert")
    sent = {"game_id": game.pk, "player_id": pk("anna"), "ply": 0, "at": after(1), "source": "mail"}
    preview = preview_move(**sent, text="null d3")
    assert preview.steps == ("null d3",)
    assert preview.position.seat_to_act == 1
    assert not Submission.objects.exists()
    assert steps(game) == []
    with pytest.raises(RefusedMove):
        preview_move(**sent, text="root d3")
    assert not Submission.objects.exists()
    for _ in range(2):
        preview_move(**sent, text="null d3", key="mail:1")
    assert [submission.state for submission in Submission.objects.all()] == ["previewed"]
    with pytest.raises(RefusedMove):
        preview_move(**sent, text="root d3", key="mail:2")
    assert Submission.objects.get(key="mail:2").state == "rejected"


def test_facts_are_told_inside_the_transaction(start: Start) -> None:
    game = start("anna", "bert")
    described = []

    def listen(**facts: Any) -> None:
        (one,) = facts["advanced"]
        described.append((one.game.ply, [event.text for event in one.events]))
        raise RuntimeError("a listener that fails")

    game_advanced.connect(listen)
    try:
        with pytest.raises(RuntimeError), transaction.atomic():
            play(game, "anna", "null d3")
    finally:
        game_advanced.disconnect(listen)
    assert described == [(1, ["null d3"])]
    assert steps(game) == []


FINISHED = (
    "UPDATE games_game SET status = 'finished', to_act = NULL, finished_at = started_at, end_reason = 'resignation'"
)


@pytest.mark.usefixtures("unguarded_logs")
@pytest.mark.parametrize(
    ("change", "problem"),
    [
        ("UPDATE games_gameevent SET text = 'null c3' WHERE ply = 1", "receipt of event 2 does not fit"),
        ("UPDATE games_game SET ply = 7", "the game says 7"),
        ("UPDATE games_game SET to_act = 0", "stored as to act"),
        ("UPDATE games_currentturn SET deadline = started_at", "the deadline is not at"),
        ("UPDATE games_currentturn SET deadline = NULL", "the deadline is not at"),
        (
            "UPDATE games_currentturn SET player_id = (SELECT id FROM games_player WHERE username = 'anna')",
            "not stored as that of bert",
        ),
        ("DELETE FROM games_currentturn", "nobody's turn has begun"),
        ("UPDATE games_game SET clocks = '[1, -1]'", "a clock shows what"),
        ("UPDATE games_game SET clocks = '[1]'", "a clock shows what"),
        (FINISHED, "a turn goes on in a game that is over"),
        (FINISHED, "the stored places"),
        ("UPDATE games_game SET secret = '00'", "commits to"),
        ("DELETE FROM games_gameevent WHERE ply = 1", "the log has 0 plies"),
    ],
)
def test_check_games_finds_what_was_tampered_with(start: Start, change: str, problem: str) -> None:
    from django.db import connection

    game = start("anna", "bert")
    play(game, "anna", "null d3")
    with connection.cursor() as cursor:
        cursor.execute(change)
    game.refresh_from_db()
    assert any(problem in found for found in check_game(game))
