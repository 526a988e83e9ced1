"""What is said of games that are proposed, and when they end at the latest."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from games.clock.longest_end import SlowestEnds
from games.presenting.page_sentences import proposal
from games.presenting.page_sentences.latest_end import latest_end

ENDS = SlowestEnds(
    usual=datetime(2026, 4, 1, tzinfo=UTC),
    latest=datetime(2026, 5, 1, tzinfo=UTC),
    rested=datetime(2026, 6, 1, tzinfo=UTC),
    usual_turns=20,
    most_turns=40,
)


@pytest.mark.parametrize(
    ("asked", "free", "words"),
    [
        ([], 0, "3"),
        ([], 2, "3: 2 seats free"),
        ([("ben", "accepted")], 0, "3: ben (accepted)"),
        ([("ben", "accepted"), ("dora", "waiting")], 1, "3: ben (accepted), dora (waiting); 1 seat free"),
    ],
)
def test_players_of_a_proposal_are_named_with_their_answers(
    asked: list[tuple[str, str]], free: int, words: str
) -> None:
    assert proposal.players(3, asked, free) == words


def test_chosen_seat_is_said_from_the_readers_side() -> None:
    assert proposal.seat_of("chosen", "anna", 2) == "anna takes seat 2"
    assert proposal.own_seat("chosen", 2) == "you take seat 2"


def test_other_ways_to_give_seats_read_the_same_for_everybody() -> None:
    for seating, words in (("alternating", "moved on by one from your last game together"), ("drawn", "drawn by lot")):
        assert proposal.seat_of(seating, "anna", None) == proposal.own_seat(seating, None) == words


def test_secret_decides_the_dice_only_where_there_are_dice() -> None:
    assert "the seats and the dice will follow" in proposal.what_follows_from_the_secret(has_dice=True)
    assert "dice" not in proposal.what_follows_from_the_secret(has_dice=False)


def test_proposal_without_names_is_open_to_all() -> None:
    assert proposal.challenged(["ben", "dora"]) == "ben, dora"
    assert proposal.challenged([]) == "nobody by name: the seats are open to all"


def test_latest_end_tells_a_usual_game_from_the_longest_one() -> None:
    words = latest_end(ENDS)
    assert words.startswith("Wednesday 1 April 2026 for a usual game of about 20 turns")
    assert "1 June 2026 at the very latest, after 40 turns" in words
    assert "undos and pauses" in words


def test_latest_end_speaks_of_rests_only_where_they_make_a_game_longer() -> None:
    assert "pauses" not in latest_end(replace(ENDS, rested=ENDS.latest))


def test_latest_end_of_a_game_with_a_fixed_number_of_turns_is_one_day() -> None:
    certain = replace(ENDS, usual_turns=40)
    assert "1 May 2026 without undos and pauses." in latest_end(certain)
    words = latest_end(replace(certain, rested=ENDS.latest))
    assert words.startswith("Friday 1 May 2026 at the very latest, if every turn takes all its time.")


def test_latest_end_that_is_decided_on_the_board_says_so() -> None:
    words = latest_end(replace(ENDS, is_decided=True))
    assert words.startswith("Monday 1 June 2026 at the latest: a game that is still running then is decided")
    assert words.endswith("Only outages and a director's decisions can extend it. Most games end far sooner.")
