"""Roots and Shoots as a stored game: real dice in turns of several steps, whole games, what is wrong with a log."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.archive.checks import check_game
from games.clock.controls import TimeControl
from games.exceptions import RefusedMove
from games.models import Game
from games.play import moving, standing_answers
from games.rules.roots import ROOTS
from games.turns.playing import Cause, read_turn
from games.turns.receipt_words import account_of
from tests.games.conftest import NOON, Start, after, pk
from tests.games.roots_games import CUT, cutting_game
from tests.games.rules.roots.test_roots_views import opened

pytestmark = pytest.mark.django_db


def falling(*faces: int) -> Any:
    """Dice that show these faces, one after the other."""
    left = iter(faces)
    return lambda ply, die, sides: next(left)


def described(text: str, *faces: int) -> tuple[list[str], tuple[str, ...], str]:
    """What red's message does at its first turn: the record, what comes back, and why."""
    turn = read_turn(ROOTS, opened(), 0, text, 8, falling(*faces))
    return [step.text for step in turn.steps], turn.unplayed, turn.reason


# Messages


WISHED = ["d8", "roll d8 2", "bead 3,10", "bead 3,11", "roll d12 9", "roll d20 19", "roll d20 4", "spawn 18,3"]


@pytest.mark.parametrize(
    ("text", "faces", "steps", "unplayed", "reason"),
    [
        ("d8; bead 3,10; bead 3,11", (2, 2), [*WISHED[:4], "roll d12 2"], (), ""),
        ("grow; bead 3,10", (3,), ["d8", "roll d8 3", "bead 3,10"], (), ""),
        ("d8; bead 3,10; bead 9,9; bead 3,11", (3,), ["d8", "roll d8 3", "bead 3,10"], ("bead 9,9", "bead 3,11"),
         "A nutrient is at 9,9."),
        ("d8; bead 3,10; bead 3,11; bead 3,12", (2, 2), [*WISHED[:4], "roll d12 2"], ("bead 3,12",),
         "Your turn was over before this step"),
        # Wishes
        ("d8; bead 3,10; bead 3,11; spawn far", (2, 9, 19, 4), WISHED, (), ""),
        ("SPAWN  far; d8; bead 3,10; bead 3,11", (2, 9, 19, 4), WISHED, (), ""),
        ("d8; bead 3,10; spawn far", (3,), ["d8", "roll d8 3", "bead 3,10"], ("spawn far",),
         "The choice for it has not come up."),
        ("d10; spawn far", (5, 2), ["d10", "roll d10 5", "roll d12 2"], (), ""),
    ],
)  # fmt: skip
def test_message_is_played_as_far_as_the_dice_let_it(
    text: str, faces: tuple[int, ...], steps: list[str], unplayed: tuple[str, ...], reason: str
) -> None:
    found = described(text, *faces)
    assert found[:2] == (steps, unplayed)
    assert reason in found[2]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("bead 3,10; d8", "not what is asked now"),
        ("spawn far", "The choice for it has not come up, and there is no step in it"),
    ],
)
def test_before_the_die_nothing_is_played_if_a_step_is_wrong(text: str, reason: str) -> None:
    with pytest.raises(RefusedMove, match=reason):
        described(text)


def test_account_of_a_turn_tells_whose_die_was_the_only_choice() -> None:
    start = ROOTS.load(opened().dump() | {"stores": [4, 0]})
    turn = read_turn(ROOTS, start, 0, "d10", 8, falling(3, 2, 4, 2))
    assert account_of(ROOTS, turn) == "Rolled: d10: 3, d12: 2, d10: 4, d12: 2. Blue had no choice: [d10]."


def test_wish_names_itself_in_the_record_of_the_turn() -> None:
    turn = read_turn(ROOTS, opened(), 0, "d10; spawn near", 8, falling(5, 9, 19, 4))
    last = turn.steps[-1]
    assert (last.text, last.preference, last.cause) == ("spawn 3,18", "spawn near", Cause.SENT)


def test_step_that_names_the_node_comes_before_the_wish() -> None:
    position = read_turn(ROOTS, opened(), 0, "d10", 8, falling(5, 9, 19, 4)).position
    turn = read_turn(ROOTS, position, 0, "spawn near; spawn 18,3", 12, falling())
    assert [step.text for step in turn.steps] == ["spawn 18,3"]


# Stored games


OPENING = {"beads": 30, "nutrients": 12}


@pytest.mark.parametrize("names", [("anna", "bert"), ("anna", "bert", "carl", "dora")], ids=len)
def test_whole_game_with_real_dice(start: Start, names: tuple[str, ...]) -> None:
    """Anna always answers at once, the others when asked; every message has a wish."""
    game = start(*names, rules="roots", options=OPENING, secret="c0ffee" + "00" * 29)
    standing_answers.set_standing_answer(
        game_id=game.pk, player_id=pk("anna"), text="lose poorer", at=NOON, source="api"
    )
    random = Random(len(names))
    minutes = 0
    while game.status == Game.Status.RUNNING:
        minutes += 1
        position = game.load_position()
        assert not (position.is_answer and position.to_act == 0), "anna is never asked"
        text = game.game_rules.format(position.random_move(random), position)
        preference = random.choice(("spawn far", "spawn near", "lose shorter"))
        player = game.seats.get(number=game.to_act).player_id
        moving.play_move(
            game_id=game.pk,
            player_id=player,
            text=f"{text}; {preference}",
            ply=game.ply,
            at=after(minutes / 60),
            source="page",
        )
        game.refresh_from_db()
    assert game.end_reason == "score"
    assert check_game(game) == []
    assert tuple(game.seats.order_by("number").values_list("points", flat=True)) == game.load_position().scores


def test_faces_that_the_secret_does_not_give_are_found(start: Start) -> None:
    game = cutting_game(start, "anna", "bert", control=TimeControl.days_per_turn(1))
    problems = check_game(game)
    assert any("the secret gives" in problem for problem in problems)
    assert all("the secret gives" in problem for problem in problems)
    assert CUT in [ROOTS.format(move, game.load_position()) for move in game.load_position().legal_moves()]
