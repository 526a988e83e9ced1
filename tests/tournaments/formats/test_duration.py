"""How long an event can last by its deadlines: every form has one to begin with."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from games.rules import RULES
from tournaments.event_rules.layouts import FORM_TITLES, Form, Layout
from tournaments.formats.duration import course_of
from tournaments.pairing.knockout import double_plan, knockout_plan
from tournaments.presenting.desk.checklist import BOUND
from tournaments.setup.planning import ruleset_for
from tournaments.setup.templates import ROUNDS, SEASON, seats_for, usual_layout, usual_most


@pytest.mark.parametrize("form", FORM_TITLES)
def test_every_form_begins_with_a_deadline(form: str) -> None:
    assert usual_layout(form, "btt", 2).first_days == ROUNDS.get(Form(form), SEASON)


@pytest.mark.parametrize(
    ("form", "players", "rounds", "days"),
    [
        (Form.ROUND_ROBIN, 9, 1, 98),
        (Form.LEAGUE, 60, 1, 98),
        (Form.MATCH, 2, 1, 98),
        (Form.SWISS, 64, 5, 5 * 37),
        (Form.KNOCKOUT, 16, 4, 8 * 47),  # every match played again
        (Form.DOUBLE, 8, 7, 14 * 27),
        (Form.GROUPS, 16, 4, 7 * 47),  # four groups, then three rounds among eight
        (Form.TEAMS, 6, 5, 5 * 35 + 15),  # and three days for the line-ups of each
    ],
)
def test_a_course_counts_every_round_and_what_can_put_it_off(form: str, players: int, rounds: int, days: int) -> None:
    course = course_of(usual_layout(form, "btt", 2), players)
    assert course is not None
    assert (course.rounds, course.most_days) == (rounds, days)


def usual_layouts(form: Form) -> Iterator[tuple[Layout, str]]:
    """The layout with which an event of the form begins, for every game and number of seats."""
    for rules in RULES:
        for seats in seats_for(form, list(RULES[rules].seats)):
            yield usual_layout(form, rules, seats), rules


@pytest.mark.parametrize("form", [form for form in Form if form != Form.LADDER])
def test_rounds_of_a_usual_event_are_over_within_half_a_year_unless_matches_are_played_again(form: Form) -> None:
    for layout, rules in usual_layouts(form):
        course = course_of(layout, usual_most(layout, rules), ruleset_for(layout, rules).games_per_fixture)
        assert course is not None
        assert course.days_without_replays <= BOUND.days


def test_a_ladder_ends_when_its_director_says_so() -> None:
    assert course_of(usual_layout(Form.LADDER, "btt", 2), 20) is None


def test_games_one_after_another_have_a_deadline_each() -> None:
    course = course_of(Layout(form="match", in_turn=True, round_days=20), 2, games=4)
    assert course is not None
    assert course.most_days == 4 * 27


@pytest.mark.parametrize("players", range(3, 18))
def test_brackets_have_as_many_rounds_as_their_plans_at_most(players: int) -> None:
    for form, plan in ((Form.KNOCKOUT, knockout_plan(players)), (Form.DOUBLE, double_plan(players))):
        course = course_of(replace(usual_layout(form, "btt", 2), third_place=False), players)
        assert course is not None
        assert course.rounds >= len(plan)
