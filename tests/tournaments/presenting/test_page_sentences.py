"""What pages of events, tables, players and ratings say: plural forms, cases, names that are escaped."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import console, event, ratings, standings
from tournaments.web.page_rows import drafts, fixtures, record
from tournaments.what_if import pages as what_if

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 3, 3, 14, 0, tzinfo=UTC)
LINK = SafeString('<a href="/rules/twigs/">Twigs</a>')
ANNA, BEN = SafeString('<a href="/anna/">anna</a>'), SafeString("ben")

SENTENCES = [
    (console.late_rounds_summary(0), ""),
    (console.late_rounds_summary(3), "3 rounds are past their deadlines."),
    (console.turn("<i>anna</i>", deadline=LATER), "waits for <b>&lt;i&gt;anna&lt;/i&gt;</b>, until 3 Mar 2026, 14:00"),
    (console.directors("cleo", ["anna"], ["dan"]), "cleo directs the event. Assistants: anna. Arbiters: dan."),
    (event.leaders(["anna"], is_ladder=True, is_decided=False, is_event_over=False), "At the top: anna"),
    (event.leaders(["a"], is_ladder=False, is_decided=False, is_event_over=True), "First when the event ended: a"),
    (event.leaders(["a", "b", "c"], is_ladder=False, is_decided=False, is_event_over=False), "First now: a, b and c"),
    (event.game_with_options(LINK, {"board": "<b>"}, 4), f"{LINK}, board: &lt;b&gt;, 4 at a table"),
    (event.rating_band(None, None), ""),
    (event.rating_band(None, 1600), "up to 1600"),
    (event.rating_band(1400, 1600), "from 1400 to 1600"),
    (event.one_deadline(NOON, is_extended=True), "All rounds end 2 March 2026, 12:00 (extended once)."),
    (event.tie_break("DE", "direct encounter", "Points < all."), "<b>Direct encounter</b> (DE). Points &lt; all."),
    (fixtures.byes([fixtures.bye(ANNA, "half-point bye"), fixtures.bye(BEN, "<bye>")]),
     f"Without an opponent: {ANNA} (half-point bye), ben (&lt;bye&gt;)"),
    (fixtures.pairing(2, "/pairing/7/", NOON, "Blossom <5>", 5),
     '<a href="/pairing/7/">Pairing 2</a>, 2 Mar 2026, 12:00, by <code>Blossom &lt;5&gt;</code>, in 5 ms'),
    (event.what_it_means("<cleo>", is_ladder=False, leave_address="/leave/"),
     'You cannot undo this. If you only need time, book <a href="/leave/">leave</a>, or ask &lt;cleo&gt;, '
     "who directs the event."),
    (drafts.start(NOON), "automatically on Monday 2 March 2026, 12:00 UTC, if enough players have entered"),
    (ratings.present("1620?", "± 170", 1, None), "<b>1620?</b> ± 170, after 1 result"),
    (ratings.between_two("<i>", 1, 0, 0),
     "&lt;i&gt; has won <b>1</b>, drawn <b>0</b> and lost <b>0</b> of 1 finished game."),
    (standings.waiting(0), ""),
    (standings.moved(3, 1), "higher than now"),
    (standings.moved(1, 3), "lower than now"),
    (standings.changed_place(3, 3), "3 as before"),
    (standings.changed_place(3, 1), '3 → <b>1</b> <span aria-label="up">↑</span>'),
    (standings.changed_place(1, 3), '1 → <b>3</b> <span aria-label="down">↓</span>'),
    (standings.changed_points("1", "1½"), "1 → <b>1½</b>"),
    (what_if.results_of_two("anna", "ben"), (("1", "anna wins"), ("=", "drawn"), ("0", "ben wins"))),
    (record.tie_break("Buchholz", [], "1½", [ANNA, record.with_note(SafeString("½"), "<bye>")], is_next=False),
     f"Buchholz <b>1½</b>: {ANNA}, ½ (&lt;bye&gt;)"),
    (record.tie_break("Direct encounter", ["anna", "<b>"], "1", [], is_next=False),
     "Direct encounter among anna, &lt;b&gt; <b>1</b>: no match counts"),
    ([record.result(points) for points in ("", "1", "0", "½")], ["\N{EN DASH}", "won", "lost", "drawn"]),
    (record.place(2, 9, is_ladder=False, is_shared=True, points="2½"),
     "Shared place <b>2</b> of 9 with <b>2½ points</b>"),
    (record.outlook("goes up", ["first for certain"], is_final=False), "As it stands, goes up. First for certain."),
]  # fmt: skip


@pytest.mark.parametrize(("said", "sentence"), SENTENCES)
def test_page_says(said: object, sentence: object) -> None:
    assert said == sentence


def test_files_of_a_table_have_the_tournament_report_only_where_it_fits() -> None:
    assert "TRF16" not in standings.table_files(csv="/a", json="/b", results="/c", trf="")


@pytest.mark.parametrize(
    ("invited", "running", "band", "words"),
    [
        (True, True, True, "Only players whom you invite may enter."),
        (False, True, True, "as long as the event takes players"),
        (False, False, True, "whose rating fits"),
    ],
)
def test_director_reads_which_players_may_enter(invited: bool, running: bool, band: bool, words: str) -> None:
    said = console.may_enter(is_by_invitation=invited, club="", entry="open", is_running=running, has_rating_band=band)
    assert words in said


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
