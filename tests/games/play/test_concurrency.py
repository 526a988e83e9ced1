"""Two at once, on PostgreSQL, where nothing but our own locks makes them wait: SQLite hides exactly these bugs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.db import transaction
from django.test import Client

from games.archive.checks import check_game
from games.exceptions import GameError
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Game, Player, Submission
from games.play import agreements, directing, held_moves, house_players, moving, standing_answers, timeouts
from games.uptime import outages
from tests.at_once import at_once, in_the_middle
from tests.games.conftest import THREE_DAYS, Start, after, all_read, warn
from tests.games.roots_games import CUT, cutting_game

pytestmark = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]


def move(game: Game, player: Player, text: str, *, source: str = "page", key: str | None = None) -> Callable[[], Any]:
    return lambda: moving.play_move(
        game_id=game.pk, player_id=player.pk, text=text, ply=0, at=after(1), source=source, key=key
    )


@pytest.fixture
def anna(start: Start) -> tuple[Game, Player]:
    game = start("anna", "bert")
    return game, Player.objects.get(username="anna")


def test_of_two_different_moves_one_wins_and_the_other_is_told(anna: tuple[Game, Player]) -> None:
    game, player = anna
    answers = at_once(
        *(
            move(game, player, f"null {square}", source=source)
            for square, source in (("d3", "page"), ("c3", "mail")) * 4
        )
    )
    game.refresh_from_db()
    played = [answer for answer in answers if not isinstance(answer, GameError)]
    refused = [answer for answer in answers if isinstance(answer, GameError)]
    assert game.ply == 1
    assert len({receipt.submission.receipt for receipt in played}) == 1
    assert sum(not receipt.repeated for receipt in played) == 1
    assert {error.code for error in refused} == {"stale"}
    assert all("was already played" in error.message for error in refused)
    assert Submission.objects.count() == 8
    assert check_game(game) == []


def test_same_key_from_eight_connections_is_one_submission(anna: tuple[Game, Player]) -> None:
    game, player = anna
    answers = at_once(*[move(game, player, "null d3", key="mail:1")] * 8)
    assert len({receipt.number for receipt in answers}) == 1
    assert Counter(receipt.repeated for receipt in answers) == {False: 1, True: 7}
    assert Submission.objects.count() == 1


def test_same_key_at_once_for_six_games_plays_in_one_and_tells_the_others(start: Start) -> None:
    games = [start("anna", "bert") for _ in range(6)]
    player = Player.objects.get(username="anna")
    answers = at_once(*[move(game, player, "null d3", key="api:1") for game in games])
    assert Counter(getattr(answer, "code", "played") for answer in answers) == {"played": 1, "key_reused": 5}
    assert [submission.state for submission in Submission.objects.all()] == ["played"]


@pytest.mark.parametrize(("text", "kept"), [("null\0 d9", "null d9"), ("null \ud83d", "null ?")])
def test_refused_text_that_no_database_takes_is_recorded(anna: tuple[Game, Player], text: str, kept: str) -> None:
    assert Client().get("/players/%00/").status_code == 404
    answers = at_once(move(*anna, text, key="mail:1"))
    submission = Submission.objects.get()
    assert (submission.text, submission.state, submission.code) == (kept, "rejected", answers[0].code)


def test_flag_is_declared_once_by_a_late_move_and_two_sweeps(anna: tuple[Game, Player]) -> None:
    game, player = anna
    warn(game)
    all_read(after(72.5))

    def late() -> Any:
        return moving.play_move(
            game_id=game.pk, player_id=player.pk, text="null d3", ply=0, at=after(72.5), source="api"
        )

    at_once(late, *[lambda: timeouts.flag_overdue(now=after(72.5))] * 4)
    game.refresh_from_db()
    assert [event.kind for event in game.events.all()] == ["started", "flagged", "finished"]
    assert check_game(game) == []


def test_action_of_a_director_with_one_key_is_done_once(anna: tuple[Game, Player]) -> None:
    game, _ = anna
    values = {"game_id": game.pk, "actor_id": None, "reason": "A flood.", "at": after(1)}
    add = partial(directing.add_time, **values, seat=0, span=timedelta(days=1), key="flood")
    answers = at_once(*[add] * 6, *[partial(directing.pause_game, **values)] * 4)
    game.refresh_from_db()
    assert len({event.pk for event in answers}) == 2
    assert sorted(game.events.values_list("kind", flat=True)) == ["paused", "started", "time_added"]
    directing.resume_game(**values | {"at": after(2)})
    game.refresh_from_db()
    assert game.deadline == after(72 + 24 + 1)
    assert check_game(game) == []


def test_house_bot_called_by_hint_and_sweep_at_once_plays_once(start: Start) -> None:
    game = start("anna", "bert", "carl")
    anna = Player.objects.get(username="anna")
    agreements.resign(game_id=game.pk, player_id=anna.pk, at=after(1), source="page")
    answers = at_once(*[lambda: house_players.play_house_bot(game.pk, clock=lambda: after(1))] * 4)
    game.refresh_from_db()
    assert Counter(answers) == {True: 1, False: 3}
    assert game.ply == 1


def test_last_seat_of_an_open_seek_is_taken_once(anna: tuple[Game, Player]) -> None:
    _, proposer = anna
    proposal = propose_game(proposer=proposer, rules="btt", seats=2, control=THREE_DAYS, at=after(0))
    others = [Player.objects.create(username=f"guest{n}") for n in range(6)]
    answers = at_once(
        *[
            lambda other=other: accept_proposal(proposal_id=proposal.pk, player=other, at=after(1))  # type: ignore[misc]
            for other in others
        ]
    )
    games = [answer for answer in answers if isinstance(answer, Game)]
    assert len(games) == 1
    assert {answer.code for answer in answers if isinstance(answer, GameError)} == {"proposal"}
    assert Game.objects.count() == 2


def test_answer_that_arrived_in_time_and_its_default_at_once_leave_one_answer(start: Start) -> None:
    game = cutting_game(start, "anna", "bert")
    anna, bert = Player.objects.get(username="anna"), Player.objects.get(username="bert")
    moving.play_move(game_id=game.pk, player_id=anna.pk, text=CUT, ply=game.ply, at=after(5), source="page")
    all_read(after(29.5))
    asked = game.ply + 1
    answers = at_once(
        lambda: moving.play_move(
            game_id=game.pk, player_id=bert.pk, text="lose 9,5", ply=asked, at=after(28.9), source="page"
        ),
        *[lambda: timeouts.flag_overdue(now=after(29.5))] * 4,
        lambda: standing_answers.set_standing_answer(
            game_id=game.pk, player_id=bert.pk, text="lose longer", at=after(28.9), source="api"
        ),
    )
    given = list(game.events.filter(text__startswith="lose").values_list("text", "cause"))
    assert given in ([("lose 9,5", "")], [("lose 9,7", "answer_by_default")], [("lose 9,5", "standing_answer")])
    assert not isinstance(answers[0], GameError) or answers[0].code == "stale"
    game.refresh_from_db()
    assert (game.ply, game.to_act) == (asked + 1, 0)
    assert all("the secret gives" in problem for problem in check_game(game))


def test_held_move_is_published_once_by_many_workers_or_cancelled_before(anna: tuple[Game, Player]) -> None:
    game, player = anna
    Player.objects.filter(pk=player.pk).update(hold_minutes=30)
    move(game, player, "null d3")()
    cancel = partial(held_moves.cancel_held, game_id=game.pk, player_id=player.pk, at=after(1.4), source="page")
    described, *published = at_once(cancel, *[partial(held_moves.publish_held, now=after(1.6))] * 5)
    game.refresh_from_db()
    if isinstance(described, GameError):
        assert (sorted(map(len, published)), game.ply) == ([0, 0, 0, 0, 1], 1)
    else:
        assert (published, game.ply) == ([[]] * 5, 0)
    assert check_game(game) == []


def test_clock_that_is_set_right_waits_for_a_player_who_has_a_game_and_wants_another(start: Start) -> None:
    first, second = start("anna", "bert"), start("anna", "bert")

    def have_both() -> None:
        with transaction.atomic():
            for game in (first, second):  # as everybody who needs several games takes them
                Game.objects.select_for_update().get(pk=game.pk)

    before = after(-1)  # by the right clock their turns have not begun
    in_the_middle("games_game", "FOR UPDATE", of=have_both, do=lambda: outages.believe_clock(now=before))
    assert {game.turn.started_at for game in Game.objects.all()} == {before}
