"""Puzzles of the day: a sample is proven again, and the page of each day judges what is played."""

from __future__ import annotations

from datetime import timedelta
from html import escape

import pytest
from django.test import Client

from games.lessons.base import position_after
from games.puzzles.daily import FIRST_DAY, DailyPuzzle, all_puzzles, is_shown, puzzle_of
from games.puzzles.proof import turns_of, value_of
from games.rules import RULES
from games.rules.base import Roll

FEWEST = {"btt": 8, "twigs": 8, "treeblox": 8, "roots": 5}  # first steps: turns of several have more ways


def proven_again() -> list[DailyPuzzle]:
    """The first of each game."""
    return [next(one for one in all_puzzles() if one.slug == slug) for slug in RULES]


def test_positions_are_different_and_begin_with_a_choice() -> None:
    puzzles = all_puzzles()
    assert len({(puzzle.slug, puzzle.line) for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.slug for puzzle in puzzles} == set(RULES)
    for puzzle in puzzles:
        texts = [puzzle.rules.format(move, puzzle.position) for move in puzzle.position.legal_moves()]
        assert puzzle.solution.split("; ")[0] in texts
        assert len(texts) >= FEWEST[puzzle.slug]


def test_steps_of_a_turn_count_in_every_order_and_nothing_else_does() -> None:
    first = next(puzzle for puzzle in all_puzzles() if puzzle.slug == "roots" and ";" in puzzle.solution)
    steps = tuple(first.solution.split("; "))
    assert first.is_solved_by(steps)
    assert first.is_solved_by(steps[::-1])
    assert not first.is_solved_by(steps[:1])


def test_turn_of_several_steps_is_found_once_whatever_their_order() -> None:
    rules = RULES["treeblox"]
    line = "L 2,2,1; L 3,3,1; B 1,2,1; B 4,3,1"
    turns = turns_of(rules, position_after(rules, line))
    assert len({tuple(sorted(turn.steps)) for turn in turns}) == len(turns)
    assert all(turn.after.turn_of == 1 or turn.after.turn_of is None for turn in turns)


def test_value_before_dice_is_the_average_over_all_throws() -> None:
    rules = RULES["roots"]
    puzzle = next(puzzle for puzzle in all_puzzles() if puzzle.slug == "roots")
    position = position_after(rules, f"{puzzle.line}; {puzzle.solution}")
    assert position.to_act == Roll((12,), "whether a nutrient spawns")
    seat = puzzle.position.seat_to_act
    assert seat is not None
    values = [
        value_of(position.roll((face,)), seat, 1 - (position.roll((face,)).turn_of != seat)) for face in range(1, 13)
    ]
    assert value_of(position, seat, 1) == pytest.approx(sum(values) / 12)


@pytest.mark.parametrize("puzzle", proven_again(), ids=lambda puzzle: puzzle.number)
def test_solution_is_the_only_one(puzzle: DailyPuzzle) -> None:
    assert puzzle.is_proven()


def test_each_day_has_its_puzzle_and_none_is_shown_before() -> None:
    puzzles = all_puzzles()
    assert [puzzle_of(FIRST_DAY + timedelta(days)).number for days in range(3)] == [1, 2, 3]
    assert puzzle_of(FIRST_DAY + timedelta(len(puzzles))).number == 1
    assert is_shown(puzzle_of(FIRST_DAY - timedelta(9)), FIRST_DAY - timedelta(9))  # the clock of the machine is early
    assert not is_shown(puzzles[1], FIRST_DAY)
    assert is_shown(puzzles[1], FIRST_DAY + timedelta(1))


@pytest.mark.django_db
def test_page_of_the_day_judges_what_is_played() -> None:
    client, first = Client(), all_puzzles()[0]
    assert client.get("/puzzle/").status_code == 302
    assert escape(first.solution) in client.get("/puzzle/1/").content.decode()
    assert "Solved." in client.get("/puzzle/1/", {"text": first.solution}).content.decode()
    texts = (first.rules.format(move, first.position) for move in first.position.legal_moves())
    other = next(text for text in texts if text != first.solution)
    assert "Legal, but not the solution." in client.get("/puzzle/1/", {"text": other}).content.decode()
    assert client.get("/puzzle/1/", {"text": "nonsense"}).status_code == 422
    assert client.get("/puzzle/1/board.svg").content.startswith(b"<svg")
    assert client.get(f"/puzzle/{len(all_puzzles()) + 1}/").status_code == 404
    assert client.get("/api/v1/puzzle/1/steps/").json()["count"] >= 8
