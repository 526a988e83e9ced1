"""What the pages on leave, dice, records, puzzles and outages say."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from games.presenting.page_sentences import leave, records, status
from games.puzzles import pages as puzzles

THIRD, FIFTH = date(2026, 3, 3), date(2026, 3, 5)
NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)


def test_leave_counts_its_days() -> None:
    assert leave.planned("on 3 March 2026", 1) == "Leave <b>on 3 March 2026</b>: 1 day."
    assert leave.planned("from 3 to 5 March 2026", 3).endswith(": 3 days.")
    assert leave.left_then({2026: 1, 2027: 28}) == [
        "Of 2026 you have 1 day left then.",
        "Of 2027 you have 28 days left then.",
    ]


def test_booked_leave_is_a_day_or_a_span() -> None:
    assert leave.booked(THIRD, THIRD) == "Tue 3 March 2026"
    assert leave.booked(THIRD, FIFTH) == "Tue 3 March 2026 to Thu 5 March 2026"


def test_leave_that_is_left_says_whether_it_is_taken_automatically() -> None:
    days = {2026: 1, 2027: 28}
    assert leave.left(days, is_automatic=False) == "Left: 1 day in 2026, 28 days in 2027. None is taken automatically."
    assert "A day is taken automatically" in leave.left(days, is_automatic=True)
    assert leave.taken_automatically([THIRD, FIFTH]).endswith("out of time: 3 March, 5 March.")


@pytest.mark.parametrize(
    ("throws", "has_lot", "end"),
    [
        (0, False, "the secret fits its seal."),
        (0, True, "fits its seal, and the lot for the seats follows from it."),
        (1, False, "fits its seal, and the only throw follows from it."),
        (5, False, "fits its seal, and all 5 throws follow from it."),
        (1, True, "the lot for the seats follows from it, and so does the only throw."),
        (5, True, "the lot for the seats follows from it, and so do all 5 throws."),
    ],
)
def test_recheck_says_what_follows_from_the_secret(throws: int, has_lot: bool, end: str) -> None:
    assert records.rechecked(throws, has_lot=has_lot).endswith(end)


def test_secret_is_shown_once_it_is_published() -> None:
    assert records.shown_or_sealed("0af3", is_sealed=False) == "0af3"
    assert "0af3" not in records.shown_or_sealed("0af3", is_sealed=True)


def test_faces_of_a_die_are_counted() -> None:
    assert records.faces([2, 0, 1], 1.0) == "1: 2, 2: 0, 3: 1 (1.0 each)"


def test_record_says_where_and_when_it_was_played() -> None:
    assert records.origin("seeds.example", "7", THIRD, {"board": "7 by 7"}) == (
        "seeds.example, game 7 · 3 Mar 2026 · board: 7 by 7"
    )
    assert records.origin("", "", None, {}) == ""


def test_replayed_record_says_whether_its_dice_are_proved() -> None:
    assert records.fits_the_rules(0, is_proved=False) == "Every move fits the rules."
    assert "it has no secret" in records.fits_the_rules(3, is_proved=False)
    assert "all 3 throws follow from the secret" in records.fits_the_rules(3, is_proved=True)
    assert "the only throw follows from the secret" in records.fits_the_rules(1, is_proved=True)


def test_public_keys_are_counted() -> None:
    assert records.our_keys(1).endswith("This is the public key:")
    assert records.our_keys(2).endswith("These are the public keys, the present one first:")


def test_puzzle_with_scores_shows_the_best_one() -> None:
    assert puzzles.you_solved_it("points", 31) == "You have solved it, with 31 points at best:"
    assert puzzles.own_result(2, "points", 31) == "You: 31 points"
    assert puzzles.summary(1, 40, "points") == "Score to beat: 40 points. Solved by 1 player."


def test_puzzle_without_scores_counts_solutions() -> None:
    assert puzzles.you_solved_it("", None) == "You have solved it:"
    assert puzzles.own_result(1, "", None) == "You: 1 solution"
    assert puzzles.summary(2, None, "") == "Solved by 2 players."
    assert puzzles.summary(0, None, "") == "Nobody has solved it yet."


def test_highest_score_is_named_as_far_as_it_is_known() -> None:
    assert puzzles.most_possible(40, is_reached=True) == "No figure can have more."
    assert puzzles.most_possible(40, is_reached=False) == "No figure can have more than 40."
    assert puzzles.most_possible(None, is_reached=False) == ""


def test_figures_give_a_puzzle_away() -> None:
    assert puzzles.gives_away(1).endswith("The figure gives it away.")
    assert puzzles.gives_away(2).endswith("The figures give it away.")
    assert [puzzles.show_anyway(count) for count in (1, 2)] == ["Show it anyway", "Show them anyway"]


def test_moved_clock_says_since_when_it_is_trusted_again() -> None:
    assert status.clock_jump(NOON, -90.0, None) == "3 Mar 2026, 12:00: by -90.0 seconds"
    assert status.clock_jump(NOON, 90.0, NOON).endswith("; taken to be right since 3 Mar 2026, 12:00")
