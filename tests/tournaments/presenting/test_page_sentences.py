"""What pages of events, tables, players and ratings say: plural forms, cases, names that are escaped."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest
from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import console, event, match, ratings, standings
from tournaments.web import crosstables
from tournaments.web.page_rows import drafts, fixtures, log, record
from tournaments.what_if import pages as what_if

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
LATER = datetime(2026, 3, 3, 14, 0, tzinfo=UTC)
MOMENT = '<time datetime="2026-03-02T12:00:00+00:00">2 March 2026, 12:00</time>'
LINK = SafeString('<a href="/rules/twigs/">Twigs</a>')
ANNA, BEN = SafeString('<a href="/anna/">anna</a>'), SafeString("ben")
SHARED = record.place(2, 9, is_ladder=False, is_shared=True, points="2½")

SENTENCES = [
    # The console of a director
    (console.open_games_summary(1), "1 open game."),
    (console.open_games_summary(2), "2 open games."),
    (console.late_rounds_summary(0), ""),
    (console.late_rounds_summary(1), "1 round is past its deadline."),
    (console.late_rounds_summary(3), "3 rounds are past their deadlines."),
    (console.round_of_game("round 2"), "round 2"),
    (console.round_of_game("round 2", "Division 1.1"), "Division 1.1, round 2"),
    (console.turn("anna"), "waits for <b>anna</b>"),
    (console.turn("anna", deadline=LATER), "waits for <b>anna</b>, until 3 Mar 2026, 14:00"),
    (console.turn("anna", is_paused=True, deadline=LATER), "waits for <b>anna</b>, paused"),
    (console.turn(""), "waits for nobody"),
    (console.turn("", deadline=LATER), "waits for nobody, until 3 Mar 2026, 14:00"),
    (console.turn("", is_paused=True), "waits for nobody, paused"),
    (console.turn("<i>anna</i>"), "waits for <b>&lt;i&gt;anna&lt;/i&gt;</b>"),
    (console.directors("cleo", [], []), "cleo directs the event."),
    (console.directors("cleo", ["anna", "ben"], []), "cleo directs the event. Assistants: anna and ben."),
    (
        console.directors("cleo", ["anna"], ["dan"]),
        "cleo directs the event. Assistants: anna. Arbiters: dan.",
    ),
    # The page of an event
    (event.leaders(["anna"], is_ladder=True, is_decided=False, is_event_over=False), "At the top: anna"),
    (event.leaders(["anna"], is_ladder=False, is_decided=True, is_event_over=True), "Won by: anna"),
    (
        event.leaders(["anna"], is_ladder=False, is_decided=False, is_event_over=True),
        "First when the event ended: anna",
    ),
    (
        event.leaders(["anna", "ben", "dora"], is_ladder=False, is_decided=False, is_event_over=False),
        "First now: anna, ben and dora",
    ),
    (event.shared_first_place(5), "5 share the first place"),
    (event.game_with_options(LINK, {}, 2), LINK),
    (event.game_with_options(LINK, {"board": "<b>"}, 4), f"{LINK}, board: &lt;b&gt;, 4 at a table"),
    (event.rating_band(None, None), ""),
    (event.rating_band(1400, None), "from 1400"),
    (event.rating_band(None, 1600), "up to 1600"),
    (event.rating_band(1400, 1600), "from 1400 to 1600"),
    (event.one_deadline(NOON, is_extended=False), "All rounds end 2 March 2026, 12:00."),
    (event.one_deadline(NOON, is_extended=True), "All rounds end 2 March 2026, 12:00 (extended once)."),
    (event.tie_break("DE", "direct encounter", "Points < all."), "<b>Direct encounter</b> (DE). Points &lt; all."),
    (event.how_places_are_found(is_knockout=False, is_ladder=False), ""),
    (event.players_heading(5), "Players (5)"),
    (event.players_heading(5, 9), "Players (5 of 9)"),
    (
        event.part_of_all(200, 250, standings=""),
        "These are the first 200 of 250 players; all are listed when the event starts.",
    ),
    (event.place_in_league(2, 1, 7), "division 2.1, number 7"),
    (event.page_title("Spring", "standings"), "Spring: standings"),
    (event.page_title("Spring", "standings", "Division 1.1"), "Spring: standings, Division 1.1"),
    (event.heading("Standings"), "Standings"),
    (event.heading("Standings", "Division 1.1"), "Division 1.1: Standings"),
    (event.kind_of_event("Twigs", "league"), "Twigs, league"),
    (event.kind_of_event("Twigs", "league", 2), "Twigs, league, season 2"),
    (event.paused(NOON), "paused since 2 March 2026, 12:00"),
    (event.paused(), "paused"),
    # Rounds, matches and the log
    (
        fixtures.byes([fixtures.bye(ANNA, "half-point bye"), fixtures.bye(BEN, "<bye>")]),
        f"Without an opponent: {ANNA} (half-point bye), ben (&lt;bye&gt;)",
    ),
    (fixtures.until(NOON), f"Until {MOMENT}"),
    (
        fixtures.pairing(2, "/pairing/7/", NOON, "Blossom <5>", 5),
        '<a href="/pairing/7/">Pairing 2</a>, 2 Mar 2026, 12:00, by <code>Blossom &lt;5&gt;</code>, in 5 ms',
    ),
    (fixtures.section(2, "anna"), "2: anna"),
    (match.place_in_event("round 2"), "round 2"),
    (match.place_in_event("round 2", "<b>"), "&lt;b&gt;, round 2"),
    (match.place_in_event("round 2", "Group 1", NOON), f"Group 1, round 2, until {MOMENT}"),
    (crosstables.cell("1½", "finished"), "1½"),
    (crosstables.cell("", "running"), "open"),
    (crosstables.cell("", "void"), "void"),
    (log.reason("anna has moved", "cleo"), "Reason: anna has moved (cleo)"),
    (log.reason("the deadline is over", ""), "Reason: the deadline is over"),
    (log.reason("", "cleo"), "cleo"),
    # The list of events, and an event that is being made
    (event.entered(1), "1 player"),
    (event.entered(3), "3 players"),
    (event.entered(1, 9), "1 of 9 players"),
    (event.asked_to_stay(0), ""),
    (event.asked_to_stay(1), "1 player of the previous season has been asked to stay"),
    (event.asked_to_stay(4), "4 players of the previous season have been asked to stay"),
    (
        event.what_it_means("<cleo>", is_ladder=False, leave_address="/leave/"),
        'You cannot undo this. If you only need time, book <a href="/leave/">leave</a>, or ask &lt;cleo&gt;, '
        "who directs the event.",
    ),
    (drafts.start(None), "when you start it"),
    (drafts.start(NOON), "automatically on Monday 2 March 2026, 12:00 UTC, if enough players have entered"),
    (drafts.players(9, "everybody may enter"), "at most 9; everybody may enter"),
    (drafts.players(9, "all", "up to 1600"), "at most 9; all, with a rating up to 1600"),
    (drafts.ties([]), ""),
    (drafts.ties(["Direct encounter", "Buchholz"]), "Ties are broken by: Direct encounter, then Buchholz."),
    # Ratings
    (ratings.results(1), "1 result"),
    (ratings.results(12), "12 results"),
    (ratings.opponents(1), "1 opponent"),
    (ratings.opponents(25), "All 25 opponents"),
    (ratings.whole_list(1), "The list"),
    (ratings.whole_list(25), "All 25 players"),
    (ratings.state_of_list(None, is_recounted=False), []),
    (ratings.state_of_list(date(2026, 3, 2), is_recounted=True)[0], "calculated through 2 March 2026"),
    (ratings.present("1620", "± 70", 12, 3), "<b>1620</b> ± 70, after 12 results, place 3"),
    (ratings.present("1620?", "± 170", 1, None), "<b>1620?</b> ± 170, after 1 result"),
    (
        ratings.change_of_day("1500", "± 70", "1512", "± 68", "+12"),
        "In the morning 1500 ± 70, at night <b>1512</b> ± 68, a change of +12.",
    ),
    (ratings.games_of_result([ANNA], ""), ANNA),
    (ratings.games_of_result([ANNA, BEN], ""), f"match: {ANNA}, ben"),
    (ratings.games_of_result([ANNA, BEN], "anna 5 : 4 ben"), f"match, anna 5 : 4 ben: {ANNA}, ben"),
    (
        ratings.between_two("<i>", 1, 0, 0),
        "&lt;i&gt; has won <b>1</b>, drawn <b>0</b> and lost <b>0</b> of 1 finished game.",
    ),
    (ratings.between_two("a", 1, 2, 3), "a has won <b>1</b>, drawn <b>2</b> and lost <b>3</b> of 6 finished games."),
    # Tables
    (standings.heading(is_ladder=True, is_final=True), "Final rungs"),
    (standings.heading(is_ladder=True, is_final=False), "Rungs of the ladder"),
    (standings.heading(is_ladder=False, is_final=True), "Final standings"),
    (standings.heading(is_ladder=False, is_final=False), "Standings"),
    (standings.computed(1, NOON), "After 1 finished game, calculated 2 March 2026, 12:00:00."),
    (standings.computed(6, NOON), "After 6 finished games, calculated 2 March 2026, 12:00:00."),
    (standings.waiting(0), ""),
    (standings.waiting(1), "1 more is being counted: look again in a moment."),
    (standings.waiting(2), "2 more are being counted: look again in a moment."),
    (standings.summary("anna", []), "anna"),
    (standings.summary("anna", ["first for certain", "goes up"]), "anna: first for certain, goes up"),
    (standings.moved(3, 1), "higher than now"),
    (standings.moved(1, 3), "lower than now"),
    (standings.moved(2, 2), ""),
    (standings.changed_place(3, 3), "3 as before"),
    (standings.changed_place(3, 1), '3 → <b>1</b> <span aria-label="up">↑</span>'),
    (standings.changed_place(1, 3), '1 → <b>3</b> <span aria-label="down">↓</span>'),
    (standings.changed_points("1", "1"), "1 as before"),
    (standings.changed_points("1", "1½"), "1 → <b>1½</b>"),
    (what_if.leaves_hint("anna", "ben"), "leaves of anna and ben, such as 9:5"),
    (what_if.places_hint(["anna", "ben", "dora"]), "places of anna, ben and dora, such as 1-2-3"),
    (what_if.results_of_two("anna", "ben"), (("1", "anna wins"), ("=", "drawn"), ("0", "ben wins"))),
    (what_if.nothing_open("anna"), "No game of anna is open."),
    (what_if.nothing_open(""), "No game is open."),
    (
        record.tie_break("Buchholz", [], "1½", [ANNA, record.with_note(SafeString("½"), "<bye>")], is_next=False),
        f"Buchholz <b>1½</b>: {ANNA}, ½ (&lt;bye&gt;)",
    ),
    (
        record.tie_break("Direct encounter", ["anna", "<b>"], "1", [], is_next=False),
        "Direct encounter among anna, &lt;b&gt; <b>1</b>: no match counts",
    ),
    ([record.result(points) for points in ("", "1", "0", "½")], ["\N{EN DASH}", "won", "lost", "drawn"]),
    (record.still_possible("", ""), ""),
    (SHARED, "Shared place <b>2</b> of 9 with <b>2½ points</b>"),
    (record.place(2, 9, is_ladder=True, is_shared=False), "Rung <b>2</b> of 9"),
    (record.place(1, 9, is_ladder=False, is_shared=False), "Place <b>1</b> of 9"),
    (record.outlook("", [], is_final=False), ""),
    (record.outlook("goes up", [], is_final=True), "Goes up."),
    (record.outlook("goes up", ["first for certain"], is_final=False), "As it stands, goes up. First for certain."),
]


@pytest.mark.parametrize(("said", "sentence"), SENTENCES)
def test_page_says(said: object, sentence: object) -> None:
    assert said == sentence


LONG = [  # too long to be written out: words that stand in them
    (console.no_open_game(is_ladder=False), "within a minute"),
    (console.no_open_game(is_ladder=True), "challenge each other"),
    (event.how_places_are_found(is_knockout=True, is_ladder=False), "round"),
    (event.how_places_are_found(is_knockout=False, is_ladder=True), "rung"),
    (
        event.part_of_all(200, 250, standings="/events/spring/standings/"),
        '<a href="/events/spring/standings/">standings</a>',
    ),
    (event.what_it_means("cleo", is_ladder=True, leave_address="/leave/"), "enter again"),
    (ratings.state_of_list(date(2026, 3, 2), is_recounted=True)[1], "calculated again"),
    (record.tie_break("direct encounter", ["anna"], "0", [], is_next=True), "Then direct encounter among"),
    (record.still_possible("2½", "3"), "2½ points. By points alone, only place 3 is possible."),
    (record.still_possible("1", "1 to 4"), "1 point. By points alone, places 1 to 4 are possible."),
    (standings.table_files(csv="/a", json="/b", results="/c", trf="/d"), '<a href="/d">TRF16</a>'),
    *(
        (crosstables.how_to_read(counts_leaves=leaves, several_games=several), words)
        for leaves, several, words in (
            (True, True, "the leaves for and against"),
            (False, True, "the games for and against"),
            (False, False, "each of the others."),
            (False, False, "What is not over yet has no points."),
        )
    ),
]


@pytest.mark.parametrize(("said", "words"), LONG)
def test_page_says_among_other_things(said: str, words: str) -> None:
    assert words in said


def test_files_of_a_table_have_the_tournament_report_only_where_it_fits() -> None:
    assert "TRF16" not in standings.table_files(csv="/a", json="/b", results="/c", trf="")


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
        is_by_invitation=invited, club="", entry="open", is_running=running, has_rating_band=band
    )


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
