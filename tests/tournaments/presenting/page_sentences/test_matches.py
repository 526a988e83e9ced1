"""What the pages of rounds, matches, brackets and crosstables say, and the log."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import bracket, crosstable, fixtures, log, match

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
MOMENT = '<time datetime="2026-03-02T12:00:00+00:00">2 March 2026, 12:00</time>'


def test_byes_link_each_player_and_say_what_the_bye_counts_as() -> None:
    anna = fixtures.bye(SafeString('<a href="/anna/">anna</a>'), "half-point bye")
    ben = fixtures.bye(SafeString("ben"), "<bye>")
    assert fixtures.byes([anna, ben]) == (
        'Without an opponent: <a href="/anna/">anna</a> (half-point bye), ben (&lt;bye&gt;)'
    )


def test_round_says_until_when_it_goes() -> None:
    assert fixtures.until(NOON) == f"Until {MOMENT}"


def test_pairing_can_be_looked_up() -> None:
    words = fixtures.pairing(2, "/pairing/7/", NOON, "Blossom <5>", 5)
    assert words == '<a href="/pairing/7/">Pairing 2</a>, 2 Mar 2026, 12:00, by <code>Blossom &lt;5&gt;</code>, in 5 ms'


def test_match_says_to_which_round_of_which_division_it_belongs() -> None:
    assert match.place_in_event("round 2") == "round 2"
    assert match.place_in_event("round 2", "Group 1") == "Group 1, round 2"
    assert match.place_in_event("round 2", "Group 1", NOON) == f"Group 1, round 2, until {MOMENT}"
    assert match.place_in_event("round 2", "<b>") == "&lt;b&gt;, round 2"


def test_game_of_a_match_says_what_stands_on_the_board() -> None:
    board = match.on_board([("anna", 3), ("ben", 4)])
    assert match.running_game(board) == "still running: anna 3, ben 4 on the board"
    assert match.finished_game("ben lost on time", board) == "ben lost on time (anna 3, ben 4 on the board)"
    assert match.finished_game("played to the end") == "played to the end"


@pytest.mark.parametrize(
    ("leaves", "several", "words"),
    [
        (True, True, "the leaves for and against"),
        (False, True, "the games for and against"),
        (False, False, "each of the others."),
    ],
)
def test_crosstable_says_how_to_read_it(leaves: bool, several: bool, words: str) -> None:
    sentences = crosstable.how_to_read(counts_leaves=leaves, several_games=several)
    assert words in sentences
    assert sentences.endswith("What is not over yet has no points.")


def test_cell_of_a_crosstable_has_points_only_for_what_is_over() -> None:
    assert crosstable.cell("1½", "finished") == "1½"
    assert crosstable.cell("", "running") == "open"
    assert crosstable.cell("", "void") == "void"


def test_section_of_a_bracket_is_called_by_its_best_seed() -> None:
    assert bracket.section(2, "anna") == "2: anna"


def test_entry_of_the_log_gives_its_reason_and_its_author_as_far_as_they_are_known() -> None:
    assert log.reason("anna has moved", "cleo") == "Reason: anna has moved (cleo)"
    assert log.reason("the deadline is over", "") == "Reason: the deadline is over"
    assert log.reason("", "cleo") == "cleo"
    assert log.receipt(7, "0123456789abcdef0123") == "7 · 0123456789abcdef…"
