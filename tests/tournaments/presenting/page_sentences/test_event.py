"""What the page of an event says, and the list of its players."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import event, headings, players

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
    assert event.one_deadline(NOON, is_extended=False) == "All rounds go on until 2 March 2026, 12:00."
    assert event.one_deadline(NOON, is_extended=True) == "All rounds go on until 2 March 2026, 12:00 (extended once)."


def test_tie_break_begins_with_a_capital_and_is_escaped() -> None:
    words = event.tie_break("DE", "direct encounter", "Points < those of others.")
    assert words == "<b>Direct encounter</b> (DE). Points &lt; those of others."


def test_only_knockouts_and_ladders_say_what_a_place_is() -> None:
    assert "round" in event.how_places_are_found(is_knockout=True, is_ladder=False)
    assert "rung" in event.how_places_are_found(is_knockout=False, is_ladder=True)
    assert event.how_places_are_found(is_knockout=False, is_ladder=False) == ""


def test_heading_of_the_players_says_how_many_there_is_room_for() -> None:
    assert players.players_heading(5) == "Players (5)"
    assert players.players_heading(5, 9) == "Players (5 of 9)"


def test_part_of_the_players_leads_to_all_of_them() -> None:
    before = players.part_of_all(200, 250, standings="")
    assert before == "These are the first 200 of 250 players; all are listed when the event starts."
    assert '<a href="/events/spring/standings/">standings</a>' in players.part_of_all(
        200, 250, standings="/events/spring/standings/"
    )


def test_place_of_a_player_depends_on_the_form_of_the_event() -> None:
    assert players.place_in_league(2, 1, 7) == "division 2.1, number 7"
    assert players.place_in_group(3, 7) == "group 3, number 7"
    assert players.place_in_finals(7) == "number 7, finals"
    assert players.pairing_number(7) == "number 7"


@pytest.mark.parametrize("status", ["asked", "standby", "waiting"])
def test_every_list_of_those_who_do_not_play_has_a_title(status: str) -> None:
    assert players.not_yet_playing(status).endswith(":")


def test_titles_name_the_division_where_there_are_several() -> None:
    assert headings.page_title("Spring", "standings") == "Spring: standings"
    assert headings.page_title("Spring", "standings", "Division 1.1") == "Spring: standings, Division 1.1"
    assert headings.heading("Standings") == "Standings"
    assert headings.heading("Standings", "Division 1.1") == "Division 1.1: Standings"


def test_season_is_named_where_there_are_several() -> None:
    assert headings.kind_of_event("Twigs", "league") == "Twigs, league"
    assert headings.kind_of_event("Twigs", "league", 2) == "Twigs, league, season 2"
    assert headings.paused(NOON) == "paused since 2 March 2026, 12:00"
    assert headings.paused() == "paused"
