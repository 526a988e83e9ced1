"""Exercises: each can be solved, says what is wrong with other legal steps, and leaves the rest to the rules."""

from __future__ import annotations

from random import Random

import pytest

from games.lessons import LESSONS
from games.lessons.base import Place, Result, attempt_at
from games.rules import RULES

PLACES = [lesson.at(number) for lesson in LESSONS.values() for number in range(1, len(lesson.exercises) + 1)]
TRIED = 40  # legal steps of each exercise

each_exercise = pytest.mark.parametrize("place", PLACES, ids=lambda place: f"{place.lesson.slug}-{place.number}")


def sentence_of(place: Place, text: str) -> tuple[Result, str]:
    verdict = place.judge(text)
    return verdict.result, verdict.sentence


def test_every_game_has_a_lesson_of_eight_to_twelve_exercises() -> None:
    assert list(LESSONS) == list(RULES)
    assert all(any(exercise.contrast for exercise in lesson.exercises) for lesson in LESSONS.values())
    assert all(place.exercise.hints and len(str(place.exercise.story)) < 330 for place in PLACES)
    assert {
        slug: len(lesson.exercises) for slug, lesson in LESSONS.items() if not 8 <= len(lesson.exercises) <= 12
    } == {}


@each_exercise
def test_solution_solves_it(place: Place) -> None:
    assert sentence_of(place, place.exercise.solution) == (Result.SOLVED, str(place.exercise.answer))


@each_exercise
def test_legal_steps_that_miss_the_goal_get_a_sentence(place: Place) -> None:
    position, rules, exercise = place.position, place.rules, place.exercise
    known = {str(exercise.otherwise), *(str(sentence) for _, sentence in exercise.wrong)}
    moves = list(position.legal_moves())
    for move in Random(0).sample(moves, min(TRIED, len(moves))):
        result, sentence = sentence_of(place, rules.format(move, position))
        assert result is not Result.REFUSED
        assert result is Result.SOLVED or sentence in known


@each_exercise
def test_what_is_against_the_rules_is_refused_in_their_words(place: Place) -> None:
    assert place.judge("nonsense").result is Result.REFUSED
    assert place.judge("").result is Result.REFUSED
    if (contrast := place.exercise.contrast) is not None:
        assert attempt_at(place.rules, place.position, contrast.legal).steps
        refused = place.judge(contrast.illegal)
        assert (refused.result, refused.attempt) == (Result.REFUSED, None)
        assert len(refused.sentence) > 20
