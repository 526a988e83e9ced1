"""What the director's console says."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from tournaments.presenting.page_sentences import console

UNTIL = datetime(2026, 3, 3, 14, 0, tzinfo=UTC)


@pytest.mark.parametrize(("count", "sentence"), [(1, "1 open game."), (2, "2 open games.")])
def test_open_games_are_counted(count: int, sentence: str) -> None:
    assert console.open_games_summary(count) == sentence


@pytest.mark.parametrize(
    ("count", "sentence"),
    [(0, ""), (1, "1 round is past its deadline."), (3, "3 rounds are past their deadlines.")],
)
def test_late_rounds_are_counted(count: int, sentence: str) -> None:
    assert console.late_rounds_summary(count) == sentence


def test_without_open_games_the_director_reads_what_happens_next() -> None:
    assert "within a minute" in console.no_open_game(is_ladder=False)
    assert "challenge each other" in console.no_open_game(is_ladder=True)


def test_open_game_says_its_division_round_and_deadline_as_far_as_there_are_any() -> None:
    assert console.round_of_game("round 2") == "round 2"
    assert console.round_of_game("round 2", "Division 1.1") == "Division 1.1, round 2"
    assert console.round_of_game("round 2", "", UNTIL) == "round 2, until 3 Mar 2026, 14:00"
    assert console.round_of_game("round 2", "Group 3", UNTIL) == "Group 3, round 2, until 3 Mar 2026, 14:00"


@pytest.mark.parametrize(
    ("player", "is_paused", "deadline", "words"),
    [
        ("anna", False, None, "waits for <b>anna</b>"),
        ("anna", False, UNTIL, "waits for <b>anna</b>, until 3 Mar 2026, 14:00"),
        ("anna", True, UNTIL, "waits for <b>anna</b>, paused"),
        ("", False, None, "waits for nobody"),
        ("", False, UNTIL, "waits for nobody, until 3 Mar 2026, 14:00"),
        ("", True, None, "waits for nobody, paused"),
    ],
)
def test_open_game_says_for_whom_it_waits(player: str, is_paused: bool, deadline: datetime | None, words: str) -> None:
    assert console.turn(player, is_paused=is_paused, deadline=deadline) == words


def test_name_of_a_player_is_escaped() -> None:
    assert console.turn("<i>anna</i>") == "waits for <b>&lt;i&gt;anna&lt;/i&gt;</b>"


@pytest.mark.parametrize(
    ("invited", "running", "band", "words"),
    [
        (True, True, True, "Only players whom you invite may enter."),
        (False, True, True, "as long as the event takes players"),
        (False, False, True, "whose rating fits"),
        (False, False, False, "Everybody may enter."),
    ],
)
def test_director_reads_which_players_may_enter(invited: bool, running: bool, band: bool, words: str) -> None:
    assert words in console.may_enter(
        is_by_invitation=invited, club="", is_for_people=False, is_running=running, has_rating_band=band
    )


def test_directors_are_named_with_their_assistants_and_arbiters() -> None:
    assert console.directors("cleo", [], []) == "cleo directs the event."
    assert console.directors("cleo", ["anna", "ben"], []) == "cleo directs the event. Assistants: anna and ben."
    assert console.directors("cleo", ["anna"], ["dan"]) == "cleo directs the event. Assistants: anna. Arbiters: dan."


def test_empty_list_of_players_says_why() -> None:
    assert console.no_player_found(is_search=True) == "No player of this event has that name."
    assert console.no_player_found(is_search=False) == "Nobody has entered yet."
