"""What the list of events and pages of ratings say, and the pages on which an event is made and left."""

from __future__ import annotations

from datetime import UTC, date, datetime

from django.utils.safestring import SafeString

from tournaments.presenting.page_sentences import event, ratings
from tournaments.web.page_rows import drafts

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)


def test_list_says_how_many_have_entered() -> None:
    assert event.entered(1) == "1 player"
    assert event.entered(3) == "3 players"
    assert event.entered(1, 9) == "1 of 9 players"


def test_list_says_how_many_have_been_asked_to_stay() -> None:
    assert event.asked_to_stay(0) == ""
    assert event.asked_to_stay(1) == "1 player of the previous season has been asked to stay"
    assert event.asked_to_stay(4) == "4 players of the previous season have been asked to stay"


def test_planned_event_says_when_it_starts_and_which_players_may_enter() -> None:
    assert drafts.start(None) == "when you start it"
    assert drafts.start(NOON) == "automatically on Monday 2 March 2026, 12:00 UTC, if enough players have entered"
    assert drafts.players(9, "everybody may enter") == "at most 9; everybody may enter"
    assert drafts.players(9, "everybody may enter", "up to 1600") == (
        "at most 9; everybody may enter, with a rating up to 1600"
    )


def test_planned_event_says_how_ties_are_broken() -> None:
    assert drafts.ties([]) == ""
    assert drafts.ties(["Direct encounter", "Buchholz"]) == "Ties are broken by: Direct encounter, then Buchholz."


def test_player_who_leaves_reads_whether_there_is_a_way_back() -> None:
    for_good = event.what_it_means("<cleo>", is_ladder=False, leave_address="/leave/")
    assert for_good == (
        'You cannot undo this. If you only need time, book <a href="/leave/">leave</a>, or ask &lt;cleo&gt;, '
        "who directs the event."
    )
    assert "enter again" in event.what_it_means("cleo", is_ladder=True, leave_address="/leave/")


DAY = date(2026, 3, 2)


def test_results_and_opponents_are_counted() -> None:
    assert ratings.results(1) == "1 result"
    assert ratings.results(12) == "12 results"
    assert ratings.opponents(1) == "1 opponent"
    assert ratings.opponents(25) == "All 25 opponents"
    assert ratings.whole_list(1) == "The list"
    assert ratings.whole_list(25) == "All 25 players"


def test_list_says_up_to_when_it_is_counted() -> None:
    assert ratings.state_of_list(None, is_recounted=False) == []
    through, again = ratings.state_of_list(DAY, is_recounted=True)
    assert through == "calculated through 2 March 2026"
    assert "calculated again" in again


def test_rating_of_today_has_a_place_only_if_it_is_sure() -> None:
    assert ratings.present("1620", "± 70", 12, 3) == "<b>1620</b> ± 70, after 12 results, place 3"
    assert ratings.present("1620?", "± 170", 1, None) == "<b>1620?</b> ± 170, after 1 result"


def test_day_says_what_it_made_of_the_rating() -> None:
    words = ratings.change_of_day("1500", "± 70", "1512", "± 68", "+12")
    assert words == "In the morning 1500 ± 70, at night <b>1512</b> ± 68, a change of +12."


def test_match_names_its_games() -> None:
    games = [SafeString('<a href="/games/1/">game 1</a>'), SafeString('<a href="/games/2/">game 2</a>')]
    assert ratings.games_of_result(games[:1], "") == games[0]
    assert ratings.games_of_result(games, "") == f"match: {games[0]}, {games[1]}"
    assert ratings.games_of_result(games, "anna 5 : 4 ben") == f"match, anna 5 : 4 ben: {games[0]}, {games[1]}"


def test_two_players_are_compared_with_names_escaped() -> None:
    assert ratings.between_two("anna", 1, 0, 0) == (
        "anna has won <b>1</b>, drawn <b>0</b> and lost <b>0</b> of 1 finished game."
    )
    assert ratings.between_two("<i>", 1, 2, 3).startswith("&lt;i&gt; has won")
    assert ratings.between_two("anna", 1, 2, 3).endswith("of 6 finished games.")
