"""What positions promise: the part of the contract that bots live on."""

from __future__ import annotations

from random import Random

import pytest

from games.rules import RULES
from games.rules.base import Roll, lead
from games.rules.playout import random_game
from games.rules.roots import ROOTS
from games.rules.roots.pieces import Bead
from games.rules.treeblox import TREEBLOX
from games.rules.twigs import TWIGS


def test_a_lead_is_counted_over_the_average_of_the_others() -> None:
    assert lead([7, 4], 0) == 3
    assert lead([9, 2, 4], 0) == 6
    assert lead([9, 2, 4], 1) == -4.5


@pytest.mark.parametrize("slug", RULES)
@pytest.mark.parametrize("most_seats", [False, True])
def test_prospects_end_as_scores_and_every_legal_move_is_rated(slug: str, most_seats: bool) -> None:
    rules = RULES[slug]
    game = random_game(rules.start(rules.seats[-1 if most_seats else 0]), Random(11))
    assert list(game[-1].prospects()) == list(game[-1].scores)
    assert game[-1].rated_moves() == []
    for position in game[:: max(1, len(game) // 25)]:
        assert len(position.prospects()) == len(position.scores)
        assert [move for _, move in position.rated_moves()] == list(position.legal_moves())


@pytest.mark.parametrize("seats", [2, 3])
def test_twigs_are_rated_by_what_they_lead_to(seats: int) -> None:
    for position in random_game(TWIGS.start(seats), Random(3))[5:-2:6]:
        for worth, move in position.rated_moves()[::40]:
            assert worth == pytest.approx(lead(position.play(move).prospects(), position.mover))


def test_twigs_hopes_for_a_hexagon_that_lacks_one_side() -> None:
    position = TWIGS.start(2)
    position = position.play(TWIGS.parse("C0@0,0", position))
    assert list(position.prospects()) == [0.5, 0]


def test_a_bead_beside_a_nutrient_is_rated_above_one_that_touches_none() -> None:
    random = Random(5)
    growing = (
        position
        for position in random_game(ROOTS.start(2), random)
        if isinstance(position.to_act, int)
        and any(isinstance(move, Bead) for move in position.legal_moves())
        and len({worth for worth, _ in position.rated_moves()}) > 1
    )
    position = next(growing)
    rated = position.rated_moves()
    best, worst = max(rated, key=lambda pair: pair[0])[1], min(rated, key=lambda pair: pair[0])[1]
    seat = position.to_act
    assert not isinstance(seat, Roll)
    assert any(seat in position.play(best).garden.seats_at(node) for node, _ in position.garden.nutrients)
    assert lead(position.play(best).prospects(), seat) > lead(position.play(worst).prospects(), seat)


def test_treeblox_hopes_for_cubes_in_hand() -> None:
    position = TREEBLOX.start(2)
    dark, light = position.prospects()
    assert dark == light > 16 * 0.9
