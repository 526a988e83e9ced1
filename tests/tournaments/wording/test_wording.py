"""What an event says about its rules: true for its form, and in good English."""

from __future__ import annotations

import pytest

from tournaments.event_rules.layouts import Layout
from tournaments.setup.planning import ruleset_for
from tournaments.wording.decisions import (
    counts_in_words,
    length_in_words,
    play_in_words,
    points_in_words,
    tie_breaks_in_words,
)

VOID = "none of these counts, for anybody"


def play(layout: Layout, game: str = "btt") -> str:
    return " ".join(play_in_words(ruleset_for(layout, game), layout))


@pytest.mark.parametrize(
    ("layout", "described"),
    [
        (Layout(), f"less than half of their games over, {VOID}"),
        (Layout(form="league", pool_size=5), f"less than half of their games over, {VOID}"),
        (Layout(seats=4), "the others play on, and whoever left is placed last there"),
        (Layout(form="match"), "what was played stands, and all other games are lost"),
        (Layout(form="swiss"), "Players who leave are not paired again"),
        (Layout(form="knockout"), "If your opponent has left, you advance without a game"),
    ],
)
def test_every_form_says_what_becomes_of_games_when_somebody_leaves(layout: Layout, described: str) -> None:
    assert described in play(layout)
    assert (VOID in described) == (VOID in play(layout))


def test_games_on_a_ladder_are_never_void_and_give_no_points() -> None:
    ladder = Layout(form="ladder")
    assert VOID not in play(ladder)
    assert counts_in_words(ruleset_for(ladder, "btt"), ladder) == []


@pytest.mark.parametrize(
    ("size", "described"),
    [
        (3, "the first goes up and the last two go down"),
        (5, "the first goes up, the next two stay and the last two go down"),
        (9, "the first two go up, the next three stay and the last four go down"),
    ],
)
def test_one_goes_up_and_two_go_up(size: int, described: str) -> None:
    assert f"in a division of {size}, {described}." in play(Layout(form="league", pool_size=size))


def test_one_day_is_no_days() -> None:
    assert "A new season begins 1 day after" in play(Layout(form="league", pool_size=3, season_days=1))
    assert length_in_words(Layout(form="swiss", rounds=1, round_days=1), 8).startswith("1 round of 1 day, put off")


def test_swiss_of_one_round_promises_no_second_one() -> None:
    layout = Layout(form="swiss", rounds=1, round_days=60)
    assert play(layout).startswith("One round, in which everybody plays one game.")
    assert "second round" not in play(layout)
    assert length_in_words(layout, 8) == "1 round of 60 days, put off by 7 days at most: 67 days."
    assert length_in_words(Layout(form="swiss", round_days=60), 8).startswith("3 rounds of 60 days, each put off")


def test_swiss_exception_of_a_tie_break_is_told_in_swiss_events_only() -> None:
    described = {form: dict(row[::2] for row in _tie_breaks(form)) for form in ("swiss", "round-robin")}
    assert "In a Swiss event" in described["swiss"]["DE"]
    assert "Swiss" not in described["round-robin"]["DE"]


def _tie_breaks(form: str) -> list[tuple[str, str, str]]:
    return tie_breaks_in_words(ruleset_for(Layout(form=form), "btt"))


@pytest.mark.parametrize(
    ("amount", "described"),
    [("0", "0 points"), ("½", "½ point"), ("1", "1 point"), ("1½", "1½ points"), ("⅓", "⅓ point")],
)
def test_up_to_one_point_is_a_point(amount: str, described: str) -> None:
    assert points_in_words(amount) == described
