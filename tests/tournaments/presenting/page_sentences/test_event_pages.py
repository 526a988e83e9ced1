"""What the console of a director and the pages of an event, of its players, rounds, matches, brackets and log say."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import console, event, match
from tournaments.web import crosstables
from tournaments.web.page_rows import fixtures, log

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


NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LINK = SafeString('<a href="/rules/twigs/">Twigs</a>')


@pytest.mark.parametrize(
    ("ladder", "decided", "over", "words"),
    [
        (True, False, False, "At the top: anna"),
        (False, True, True, "Won by: anna"),
        (False, False, True, "First when the event ended: anna"),
        (False, False, False, "First now: anna"),
    ],
)
def test_division_says_what_being_first_means(ladder: bool, decided: bool, over: bool, words: str) -> None:
    assert event.leaders(["anna"], is_ladder=ladder, is_decided=decided, is_event_over=over) == words


def test_several_leaders_are_joined() -> None:
    words = event.leaders(["anna", "ben", "dora"], is_ladder=False, is_decided=False, is_event_over=False)
    assert words == "First now: anna, ben and dora"
    assert event.shared_first_place(5) == "5 share the first place"


def test_game_is_shown_with_its_options_and_the_size_of_its_tables() -> None:
    assert event.game_with_options(LINK, {}, 2) == LINK
    assert event.game_with_options(LINK, {"board": "7 by 7"}, 4) == f"{LINK}, board: 7 by 7, 4 at a table"
    assert "&lt;b&gt;" in event.game_with_options(LINK, {"size": "<b>"}, 2)


@pytest.mark.parametrize(
    ("low", "high", "words"),
    [(None, None, ""), (1400, None, "from 1400"), (None, 1600, "up to 1600"), (1400, 1600, "from 1400 to 1600")],
)
def test_rating_band_names_its_ends(low: int | None, high: int | None, words: str) -> None:
    assert event.rating_band(low, high) == words


def test_deadline_of_all_rounds_says_when_it_has_been_extended() -> None:
    assert event.one_deadline(NOON, is_extended=False) == "All rounds end 2 March 2026, 12:00."
    assert event.one_deadline(NOON, is_extended=True) == "All rounds end 2 March 2026, 12:00 (extended once)."


def test_tie_break_begins_with_a_capital_and_is_escaped() -> None:
    words = event.tie_break("DE", "direct encounter", "Points < those of others.")
    assert words == "<b>Direct encounter</b> (DE). Points &lt; those of others."


def test_only_knockouts_and_ladders_say_what_a_place_is() -> None:
    assert "round" in event.how_places_are_found(is_knockout=True, is_ladder=False)
    assert "rung" in event.how_places_are_found(is_knockout=False, is_ladder=True)
    assert event.how_places_are_found(is_knockout=False, is_ladder=False) == ""


def test_heading_of_the_players_says_how_many_there_is_room_for() -> None:
    assert event.players_heading(5) == "Players (5)"
    assert event.players_heading(5, 9) == "Players (5 of 9)"


def test_part_of_the_players_leads_to_all_of_them() -> None:
    before = event.part_of_all(200, 250, standings="")
    assert before == "These are the first 200 of 250 players; all are listed when the event starts."
    assert '<a href="/events/spring/standings/">standings</a>' in event.part_of_all(
        200, 250, standings="/events/spring/standings/"
    )


def test_place_of_a_player_depends_on_the_form_of_the_event() -> None:
    assert event.place_in_league(2, 1, 7) == "division 2.1, number 7"


@pytest.mark.parametrize("status", ["asked", "standby", "waiting"])
def test_every_list_of_those_who_do_not_play_has_a_title(status: str) -> None:
    assert event.not_yet_playing(status).endswith(":")


def test_titles_name_the_division_where_there_are_several() -> None:
    assert event.page_title("Spring", "standings") == "Spring: standings"
    assert event.page_title("Spring", "standings", "Division 1.1") == "Spring: standings, Division 1.1"
    assert event.heading("Standings") == "Standings"
    assert event.heading("Standings", "Division 1.1") == "Division 1.1: Standings"


def test_season_is_named_where_there_are_several() -> None:
    assert event.kind_of_event("Twigs", "league") == "Twigs, league"
    assert event.kind_of_event("Twigs", "league", 2) == "Twigs, league, season 2"
    assert event.paused(NOON) == "paused since 2 March 2026, 12:00"
    assert event.paused() == "paused"


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


@pytest.mark.parametrize(
    ("leaves", "several", "words"),
    [
        (True, True, "the leaves for and against"),
        (False, True, "the games for and against"),
        (False, False, "each of the others."),
    ],
)
def test_crosstable_says_how_to_read_it(leaves: bool, several: bool, words: str) -> None:
    sentences = crosstables.how_to_read(counts_leaves=leaves, several_games=several)
    assert words in sentences
    assert sentences.endswith("What is not over yet has no points.")


def test_cell_of_a_crosstable_has_points_only_for_what_is_over() -> None:
    assert crosstables.cell("1½", "finished") == "1½"
    assert crosstables.cell("", "running") == "open"
    assert crosstables.cell("", "void") == "void"


def test_section_of_a_bracket_is_called_by_its_best_seed() -> None:
    assert fixtures.section(2, "anna") == "2: anna"


def test_entry_of_the_log_gives_its_reason_and_its_author_as_far_as_they_are_known() -> None:
    assert log.reason("anna has moved", "cleo") == "Reason: anna has moved (cleo)"
    assert log.reason("the deadline is over", "") == "Reason: the deadline is over"
    assert log.reason("", "cleo") == "cleo"
