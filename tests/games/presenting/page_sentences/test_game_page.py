"""What the pages of games say, of those that are proposed, and when a game ends at the latest."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from games.clock.longest_end import SlowestEnds
from games.presenting.page_sentences import game, proposal, status
from games.presenting.page_sentences.latest_end import latest_end
from ground.lists import code_list, dotted
from ground.wording import and_list

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
RULES = SafeString('<a href="/rules/twigs/">Twigs</a>')


def test_game_is_shown_with_its_options() -> None:
    assert game.game_with_options(RULES, {}) == RULES
    assert game.game_with_options(RULES, {"board": "7 by 7"}) == f"{RULES}, board: 7 by 7"
    assert "&lt;b&gt;" in game.game_with_options(RULES, {"size": "<b>"})


@pytest.mark.parametrize(
    ("site", "number", "origin"),
    [
        ("seeds.example", "7", "Imported from a record of seeds.example, game 7."),
        ("seeds.example", "", "Imported from a record of seeds.example."),
        ("", "7", "Imported from a record, game 7."),
        ("", "", "Imported from a record."),
    ],
)
def test_imported_game_says_where_it_is_from_as_far_as_that_is_known(site: str, number: str, origin: str) -> None:
    assert game.imported(site, number) == f"{origin} It was not played here, so it does not count."


def test_board_of_the_past_names_the_step_that_led_to_it() -> None:
    words = game.past_board_after(3, 9, step="L <1>", at=NOON, player="anna", colour="dark")
    assert words.startswith("The board after move 3 of 9: anna (dark) <code>L &lt;1&gt;</code>, <time ")
    assert "Tue 3 Mar 2026, 12:00" in words


def test_board_after_a_throw_of_dice_names_no_player() -> None:
    words = game.past_board_after(3, 9, step="roll 4", at=NOON, player="", colour="")
    assert words.startswith("The board after move 3 of 9: <code>roll 4</code>")


def test_look_ahead_escapes_what_the_player_wrote() -> None:
    assert "<code>a1; &lt;b&gt;</code>" in game.look_ahead(["a1", "<b>"])


def test_seat_that_was_left_is_played_on_only_while_the_game_runs() -> None:
    assert game.left_seat("resignation", is_running=True) == "left (resignation); the house bot plays on"
    assert game.left_seat("resignation", is_running=False) == "left (resignation)"


def test_points_have_a_singular() -> None:
    assert [game.points(count) for count in (0, 1, 2)] == ["0 points", "1 point", "2 points"]


def test_only_a_game_with_a_result_has_a_file_for_abstract_play() -> None:
    text, json = SafeString("text"), SafeString("JSON")
    assert game.files(text, json, None) == "The record as text or JSON"
    assert game.files(text, json, SafeString("AP")) == "The record as text, JSON or AP"


def test_viewer_is_asked_to_move_or_to_answer() -> None:
    assert status.your_turn(is_asked=False) == "<b>It is your turn.</b>"
    assert "answer is needed" in status.your_turn(is_asked=True)


@pytest.mark.parametrize(
    ("is_asked", "has_left", "is_bot", "words"),
    [
        (False, False, False, "<b>anna</b> is to move."),
        (True, False, False, "<b>anna</b> has to answer before the turn can go on."),
        (False, True, False, "The seat of <b>anna</b> is to move; the house bot plays it."),
        (False, False, True, "<b>anna</b> is to move; it is a house bot."),
    ],
)
def test_player_to_move_is_named(is_asked: bool, has_left: bool, is_bot: bool, words: str) -> None:
    assert status.others_turn("anna", is_asked=is_asked, has_left=has_left, is_bot=is_bot) == words


def test_stopped_clock_says_when_it_runs_again() -> None:
    assert status.clock_runs_again(NOON) == "It will run again Tuesday 3 March, 12:00 UTC."
    assert status.clock_runs_again(None) == "It is not known yet when it will run again."


@pytest.mark.parametrize(
    ("winners", "words"),
    [
        ([], "It has no result."),
        (["anna"], "anna has won."),
        (["anna", "ben", "dora"], "It is a draw."),
        (["anna", "ben"], "anna and ben share the first place."),
    ],
)
def test_result_names_the_winners(winners: list[str], words: str) -> None:
    assert status.result(winners, 3) == words


@pytest.mark.parametrize(
    ("what", "one", "two"),
    [
        ("draw", "anna offers a draw.", "anna and ben offer a draw."),
        (
            "undo",
            "anna wants to take back the last move of anna and what came after it.",
            "anna and ben want to take back the last move of anna and what came after it.",
        ),
        (
            "abandon",
            "anna offers to abandon the game without a result.",
            "anna and ben offer to abandon the game without a result.",
        ),
    ],
)
def test_offer_names_everybody_who_makes_it(what: str, one: str, two: str) -> None:
    assert status.offer(what, ["anna"]) == one
    assert status.offer(what, ["anna", "ben"]) == two


def test_game_of_two_names_the_player_who_resigned_or_lost_on_time() -> None:
    assert status.how_it_ended("resignation", "anna") == "anna resigned"
    assert status.how_it_ended("time", "anna") == "anna lost on time"
    assert status.how_it_ended("draw", "anna") == "draw"
    assert status.how_it_ended("time", "") == "time"


def test_list_of_games_says_how_far_each_is() -> None:
    assert game.running(17, None) == "move 17"
    assert game.running(17, NOON) == "move 17, due 3 Mar"
    assert game.finished("anna resigned", NOON) == "anna resigned, 3 Mar 2026"


def test_home_page_counts_the_games_that_wait() -> None:
    assert [game.waiting_heading(count) for count in (0, 1, 2)] == [
        "No game waits for you",
        "1 game waits for you",
        "2 games wait for you",
    ]


def test_refused_step_is_shown_with_what_stood_after_it() -> None:
    assert "as step 2: <code>x&lt;</code>. No step" in game.read_as_step(2, "x<", [])
    assert "; after it stood <code>b2; c3</code>. No step" in game.read_as_step(1, "x", ["b2", "c3"])


def test_lists_read_as_english() -> None:
    assert [and_list(names) for names in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == ["", "a", "a and b", "a, b and c"]
    assert dotted(["rated", "", "<b>"]) == "rated · &lt;b&gt;"
    assert code_list([]) == "<code></code>"


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
    for seating, words in (("alternating", "Seats rotate from your last game together"), ("drawn", "Random seats")):
        assert proposal.seat_of(seating, "anna", None) == proposal.own_seat(seating, None) == words


def test_secret_decides_the_dice_only_where_there_are_dice() -> None:
    assert "decides the seats and the dice" in proposal.what_follows_from_the_secret(has_dice=True)
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
