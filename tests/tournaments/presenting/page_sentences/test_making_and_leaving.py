"""What the list of events says, the pages on which one is made, and the page on which one is left."""

from __future__ import annotations

from datetime import UTC, datetime

from tournaments.presenting.page_sentences import drafts, events, leaving

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def test_list_says_how_many_have_entered() -> None:
    assert events.entered(1) == "1 player"
    assert events.entered(3) == "3 players"
    assert events.entered(1, 9) == "1 of 9 players"


def test_list_says_how_many_have_been_asked_to_stay() -> None:
    assert events.asked_to_stay(0) == ""
    assert events.asked_to_stay(1) == "1 player of the previous season has been asked to stay"
    assert events.asked_to_stay(4) == "4 players of the previous season have been asked to stay"


def test_planned_event_says_when_it_starts_and_which_players_may_enter() -> None:
    assert drafts.start(None) == "when you start it"
    assert drafts.start(NOON) == "by itself on Monday 2 March 2026, 12:00 UTC, if enough players have entered"
    assert drafts.players(9, "everybody may enter") == "at most 9; everybody may enter"
    assert drafts.players(9, "everybody may enter", "up to 1600") == (
        "at most 9; everybody may enter, with a rating up to 1600"
    )


def test_planned_event_says_how_ties_are_broken() -> None:
    assert drafts.ties([]) == ""
    assert drafts.ties(["Direct encounter", "Buchholz"]) == "Ties are broken by: Direct encounter, then Buchholz."


def test_player_who_leaves_reads_whether_there_is_a_way_back() -> None:
    for_good = leaving.what_it_means("<cleo>", is_ladder=False, leave_address="/leave/")
    assert for_good == (
        'You cannot undo this. If you only need time, book <a href="/leave/">leave</a>, or ask &lt;cleo&gt;, '
        "who directs the event."
    )
    assert "enter again" in leaving.what_it_means("cleo", is_ladder=True, leave_address="/leave/")
