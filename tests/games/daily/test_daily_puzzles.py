"""Puzzles of the day: a sample is proven again, and the page of each day judges what is played."""

from __future__ import annotations

from datetime import timedelta
from html import escape
from random import Random

import pytest
from django.test import Client

from games.daily.puzzles import FIRST_DAY, DailyPuzzle, all_puzzles, is_shown, puzzle_of
from games.rules import RULES

PROVEN_AGAIN = 4


def proven_again() -> list[DailyPuzzle]:
    return Random(0).sample(all_puzzles(), PROVEN_AGAIN)


def test_positions_are_different_and_begin_with_a_choice() -> None:
    puzzles = all_puzzles()
    assert len({(puzzle.slug, puzzle.line) for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.slug for puzzle in puzzles} <= set(RULES)
    for puzzle in puzzles:
        texts = [puzzle.rules.format(move, puzzle.position) for move in puzzle.position.legal_moves()]
        assert puzzle.solution in texts
        assert len(texts) >= 8


@pytest.mark.parametrize("puzzle", proven_again(), ids=lambda puzzle: puzzle.number)
def test_solution_is_the_only_one(puzzle: DailyPuzzle) -> None:
    assert puzzle.is_proven()


@pytest.mark.slow
def test_every_solution_of_btt_is_the_only_one() -> None:
    unproven = [puzzle.number for puzzle in all_puzzles() if puzzle.slug == "btt" and not puzzle.is_proven()]
    assert unproven == []


def test_each_day_has_its_puzzle_and_none_is_shown_before() -> None:
    puzzles = all_puzzles()
    assert [puzzle_of(FIRST_DAY + timedelta(days)).number for days in range(3)] == [1, 2, 3]
    assert puzzle_of(FIRST_DAY + timedelta(len(puzzles))).number == 1
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
    assert client.get(f"/puzzle/{len(all_puzzles()) + 1}/").status_code == 404
    assert client.get("/api/v1/puzzle/1/steps/").json()["count"] >= 8
