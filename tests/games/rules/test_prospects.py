"""What positions promise: the part of the contract that bots live on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from operator import itemgetter
from random import Random
from typing import Any

import pytest

from games.rules import RULES
from games.rules.base import lead
from games.rules.hexgrid import edges_around
from games.rules.playout import random_game
from games.rules.roots import ROOTS
from games.rules.roots.position import Position
from games.rules.roots.stages import Growing
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
        for worth, move in position.rated_moves()[::7]:
            assert worth == pytest.approx(lead(position.play(move).prospects(), position.mover))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_twigs_hopes_are_those_of_each_cell_counted_edge_by_edge(seats: int) -> None:
    for position in random_game(TWIGS.start(seats), Random(7))[1:-1:4]:
        owners = {edge: step % seats for step, placed in enumerate(position.placed) for edge in placed.edges}
        hoped = [float(points) for points in position.scores]
        for cell in {cell for edge in owners for cell in edge.cells}:
            sides = Counter(owners[edge] for edge in edges_around(cell) if edge in owners)
            worth = {4: 0.1, 5: 0.5}.get(sides.total(), 0)
            if sides.total() == 5:
                sides[position.mover] += 1
            (owner, most), *others = sides.most_common()
            if not others or others[0][1] < most:
                hoped[owner] += worth
        assert position.prospects() == pytest.approx(hoped)


def growing_positions(seed: int) -> Iterator[Position]:
    """Those of a random game in which a bead is to be placed."""
    for position in random_game(ROOTS.start(2), Random(seed)):
        if isinstance(position.stage, Growing):
            yield position


def touches_more(position: Position, move: Any) -> bool:
    """Whether the bead makes its seat share in a nutrient that it had no share in."""
    seat, after = position.mover, position.play(move).garden
    return any(
        seat in after.seats_at(node) and seat not in position.garden.seats_at(node)
        for node, _ in position.garden.nutrients
    )


def test_a_bead_beside_a_nutrient_is_rated_above_one_that_touches_none() -> None:
    position = next(
        position
        for position in growing_positions(5)
        if 0 < sum(touches_more(position, move) for move in position.legal_moves()) < position.places.bit_count()
    )
    rated = position.rated_moves()
    best, worst = max(rated, key=itemgetter(0))[1], min(rated, key=itemgetter(0))[1]
    assert touches_more(position, best)
    assert not touches_more(position, worst)


@pytest.mark.parametrize(("slug", "seats"), [("btt", 2), ("treeblox", 2), ("twigs", 2), ("twigs", 4)])
def test_the_likely_move_is_one_of_the_best_rated(slug: str, seats: int) -> None:
    for position in random_game(RULES[slug].start(seats), Random(6))[:-1:7]:
        rated = {move: worth for worth, move in position.rated_moves()}
        assert rated[position.likely_move(Random(1))] == pytest.approx(max(rated.values()))
