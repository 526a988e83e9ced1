"""What the pages of a table say: stored, supposed, explained, and of one player."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import standings
from tournaments.web.page_rows import record
from tournaments.what_if import pages as what_if

NOON = datetime(2026, 3, 2, 12, 0, 25, tzinfo=UTC)


@pytest.mark.parametrize(
    ("ladder", "final", "words"),
    [
        (True, True, "Final rungs"),
        (True, False, "Rungs of the ladder"),
        (False, True, "Final standings"),
        (False, False, "Standings"),
    ],
)
def test_table_is_called_final_when_it_is(ladder: bool, final: bool, words: str) -> None:
    assert standings.heading(is_ladder=ladder, is_final=final) == words


def test_table_says_from_how_many_games_it_follows() -> None:
    assert standings.computed(1, NOON) == "After 1 finished game, calculated 2 March 2026, 12:00:25."
    assert standings.computed(6, NOON) == "After 6 finished games, calculated 2 March 2026, 12:00:25."
    assert standings.waiting(0) == ""
    assert standings.waiting(1) == "1 more is being counted: look again in a moment."
    assert standings.waiting(2) == "2 more are being counted: look again in a moment."


@pytest.mark.parametrize(
    ("group", "higher", "final", "beginning", "end"),
    [
        (True, False, True, "▲ goes on to the finals.", "finals."),
        (True, False, False, "▲ goes on to the finals.", "As it stands now."),
        (False, True, True, "▲ goes up. ▼ goes down, unless a place above is free.", "the best first."),
        (False, False, False, "▼ goes down, unless a place above is free.", "As it stands now."),
    ],
)
def test_signs_are_explained(group: bool, higher: bool, final: bool, beginning: str, end: str) -> None:
    note = standings.zones_note(is_group=group, has_higher_tier=higher, is_final=final)
    assert note.startswith(beginning)
    assert note.endswith(end)


def test_player_of_a_table_is_shown_with_what_is_certain() -> None:
    assert standings.summary("anna", []) == "anna"
    assert standings.summary("anna", ["first for certain", "goes up"]) == "anna: first for certain, goes up"


def test_files_of_a_table_have_the_tournament_report_only_where_it_fits() -> None:
    with_trf = standings.table_files(csv="/a", json="/b", results="/c", trf="/d")
    assert '<a href="/d">TRF16</a>' in with_trf
    assert "TRF16" not in standings.table_files(csv="/a", json="/b", results="/c", trf="")


def test_supposed_places_say_which_way_they_have_moved() -> None:
    assert standings.moved(3, 1) == "higher than now"
    assert standings.moved(1, 3) == "lower than now"
    assert standings.moved(2, 2) == ""


def test_field_for_a_supposed_result_says_what_to_write() -> None:
    assert what_if.leaves_hint("anna", "ben") == "leaves of anna and ben, such as 9:5"
    assert what_if.places_hint(["anna", "ben", "dora"]) == "places of anna, ben and dora, such as 1-2-3"
    assert what_if.results_of_two("anna", "ben") == (("1", "anna wins"), ("=", "drawn"), ("0", "ben wins"))
    assert what_if.nothing_open("anna") == "No game of anna is open."
    assert what_if.nothing_open("") == "No game is open."


def test_tie_break_names_its_parts() -> None:
    parts = [SafeString('<a href="/1/">1 against ben</a>'), record.with_note(SafeString("½"), "round 3, bye")]
    assert record.tie_break("Buchholz", [], "1½", parts, is_next=False) == (
        'Buchholz <b>1½</b>: <a href="/1/">1 against ben</a>, ½ (round 3, bye)'
    )
    assert record.tie_break("Direct encounter", ["anna", "ben"], "1", [], is_next=False) == (
        "Direct encounter among anna, ben <b>1</b>: no match counts"
    )
    assert record.tie_break("direct encounter", ["anna"], "0", [], is_next=True).startswith(
        "Then direct encounter among"
    )


def test_names_and_notes_of_a_tie_break_are_escaped() -> None:
    words = record.tie_break(
        "Buchholz", ["<b>anna</b>"], "1", [record.with_note(SafeString("1"), "<i>")], is_next=False
    )
    assert "&lt;b&gt;anna&lt;/b&gt;" in words
    assert "1 (&lt;i&gt;)" in words


@pytest.mark.parametrize(("points", "words"), [("", "\N{EN DASH}"), ("1", "won"), ("0", "lost"), ("½", "drawn")])
def test_result_of_a_round_without_points_is_a_word(points: str, words: str) -> None:
    assert record.result(points) == words


def test_still_possible_places_are_one_or_several() -> None:
    assert record.still_possible("", "") == ""
    assert record.still_possible("2½", "3").endswith("2½ points. By points alone, only place 3 is possible.")
    assert record.still_possible("1", "1 to 4").endswith("1 point. By points alone, places 1 to 4 are possible.")


def test_record_says_place_points_and_results() -> None:
    place = record.place(2, 9, is_ladder=False, is_shared=True, points="2½")
    assert place == "Shared place <b>2</b> of 9 with <b>2½ points</b>"
    assert record.place(2, 9, is_ladder=True, is_shared=False) == "Rung <b>2</b> of 9"
    assert record.place(1, 9, is_ladder=False, is_shared=False) == "Place <b>1</b> of 9"


def test_record_says_where_the_place_leads_to() -> None:
    assert record.outlook("", [], is_final=False) == ""
    assert record.outlook("goes up", [], is_final=True) == "Goes up."
    assert record.outlook("goes up", ["first for certain"], is_final=False) == (
        "As it stands, goes up. First for certain."
    )


def test_changes_show_both_numbers_and_the_direction() -> None:
    assert standings.changed_place(3, 3) == "3 as before"
    assert standings.changed_place(3, 1) == '3 → <b>1</b> <span aria-label="up">↑</span>'
    assert standings.changed_place(1, 3) == '1 → <b>3</b> <span aria-label="down">↓</span>'
    assert standings.changed_points("1", "1") == "1 as before"
    assert standings.changed_points("1", "1½") == "1 → <b>1½</b>"
