"""What pages of games, proposals, leave, records and puzzles say: plural forms, cases, words that are escaped."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from django.utils.safestring import SafeString

from games.clock.longest_end import SlowestEnds
from games.presenting.page_sentences import game, leave, proposal, records, status
from games.presenting.page_sentences.latest_end import latest_end
from games.puzzles import pages as puzzles
from ground.lists import code_list, dotted
from ground.wording import and_list

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
THIRD, FIFTH = date(2026, 3, 3), date(2026, 3, 5)
RULES = SafeString('<a href="/rules/twigs/">Twigs</a>')
TEXT, JSON, THEIRS = SafeString("text"), SafeString("JSON"), SafeString("AP")
NOT_HERE = "It was not played here, so it does not count."
ASKED = [("ben", "accepted"), ("dora", "waiting")]
YEARS = {2026: 1, 2027: 28}

SENTENCES = [
    # The page of a game
    (game.game_with_options(RULES, {}), RULES),
    (game.game_with_options(RULES, {"board": "<b>"}), f"{RULES}, board: &lt;b&gt;"),
    (game.imported("seeds.example", "7"), f"Imported from a record of seeds.example, game 7. {NOT_HERE}"),
    (game.imported("seeds.example", ""), f"Imported from a record of seeds.example. {NOT_HERE}"),
    (game.imported("", "7"), f"Imported from a record, game 7. {NOT_HERE}"),
    (game.imported("", ""), f"Imported from a record. {NOT_HERE}"),
    (game.left_seat("resignation", is_running=True), "left (resignation); the house bot plays on"),
    (game.left_seat("resignation", is_running=False), "left (resignation)"),
    ([game.points(count) for count in (0, 1, 2)], ["0 points", "1 point", "2 points"]),
    (game.files(TEXT, JSON, None), "The record as text or JSON"),
    (game.files(TEXT, JSON, THEIRS), "The record as text, JSON or AP"),
    (status.your_turn(is_asked=False), "<b>It is your turn.</b>"),
    (status.others_turn("anna", is_asked=False, has_left=False, is_bot=False), "<b>anna</b> is to move."),
    (
        status.others_turn("anna", is_asked=True, has_left=False, is_bot=False),
        "<b>anna</b> has to answer before the turn can go on.",
    ),
    (
        status.others_turn("anna", is_asked=False, has_left=True, is_bot=False),
        "The seat of <b>anna</b> is to move; the house bot plays it.",
    ),
    (
        status.others_turn("anna", is_asked=False, has_left=False, is_bot=True),
        "<b>anna</b> is to move; it is a house bot.",
    ),
    (status.clock_runs_again(NOON), "It will run again Tuesday 3 March, 12:00 UTC."),
    (status.clock_runs_again(None), "It is not known yet when it will run again."),
    (status.result([], 3), "It has no result."),
    (status.result(["anna"], 3), "anna has won."),
    (status.result(["anna", "ben", "dora"], 3), "It is a draw."),
    (status.result(["anna", "ben"], 3), "anna and ben share the first place."),
    (status.offer("draw", ["anna"]), "anna offers a draw."),
    (status.offer("draw", ["anna", "ben"]), "anna and ben offer a draw."),
    (status.offer("undo", ["anna"]), "anna wants to take back the last move of anna and what came after it."),
    (
        status.offer("undo", ["anna", "ben"]),
        "anna and ben want to take back the last move of anna and what came after it.",
    ),
    (status.offer("abandon", ["anna"]), "anna offers to abandon the game without a result."),
    (status.offer("abandon", ["anna", "ben"]), "anna and ben offer to abandon the game without a result."),
    (status.how_it_ended("resignation", "anna"), "anna resigned"),
    (status.how_it_ended("time", "anna"), "anna lost on time"),
    (status.how_it_ended("draw", "anna"), "draw"),
    (status.how_it_ended("time", ""), "time"),
    (status.clock_jump(NOON, -90.0, None), "3 Mar 2026, 12:00: by -90.0 seconds"),
    # Lists
    (game.running(17), "move 17"),
    (game.finished("anna resigned", NOON), "anna resigned, 3 Mar 2026"),
    (
        [game.waiting_heading(count) for count in (0, 1, 2)],
        ["No game waits for you", "1 game waits for you", "2 games wait for you"],
    ),
    ([and_list([*"abc"[:count]]) for count in range(4)], ["", "a", "a and b", "a, b and c"]),
    (dotted(["rated", "", "<b>"]), "rated · &lt;b&gt;"),
    (code_list([]), "<code></code>"),
    # Proposals
    (proposal.players(3, [], 0), "3"),
    (proposal.players(3, [], 2), "3: 2 seats free"),
    (proposal.players(3, ASKED[:1], 0), "3: ben (accepted)"),
    (proposal.players(3, ASKED, 1), "3: ben (accepted), dora (waiting); 1 seat free"),
    (proposal.seat_of("chosen", "anna", 2), "anna takes seat 2"),
    (proposal.own_seat("chosen", 2), "you take seat 2"),
    (proposal.seat_of("alternating", "anna", None), "Seats rotate from your last game together"),
    (proposal.own_seat("alternating", None), "Seats rotate from your last game together"),
    (proposal.seat_of("drawn", "anna", None), "Random seats"),
    (proposal.own_seat("drawn", None), "Random seats"),
    (proposal.challenged(["ben", "dora"]), "ben, dora"),
    (proposal.challenged([]), "nobody by name: the seats are open to all"),
    # Leave
    (leave.planned("on 3 March 2026", 1), "Leave <b>on 3 March 2026</b>: 1 day."),
    (leave.planned("from 3 to 5 March 2026", 3), "Leave <b>from 3 to 5 March 2026</b>: 3 days."),
    (leave.left_then(YEARS), ["Of 2026 you have 1 day left then.", "Of 2027 you have 28 days left then."]),
    (leave.booked(THIRD, THIRD), "Tue 3 March 2026"),
    (leave.booked(THIRD, FIFTH), "Tue 3 March 2026 to Thu 5 March 2026"),
    (leave.left(YEARS, is_automatic=False), "Left: 1 day in 2026, 28 days in 2027. None is taken automatically."),
    # Records and puzzles
    (records.shown_or_sealed("0af3", is_sealed=False), "0af3"),
    (records.faces([2, 0, 1], 1.0), "1: 2, 2: 0, 3: 1 (1.0 each)"),
    (
        records.origin("seeds.example", "7", THIRD, {"board": "7 by 7"}),
        "seeds.example, game 7 · 3 Mar 2026 · board: 7 by 7",
    ),
    (records.origin("", "", None, {}), ""),
    (records.fits_the_rules(0, is_proved=False), "Every move fits the rules."),
    (puzzles.you_solved_it("points", 31), "You have solved it, with 31 points at best:"),
    (puzzles.you_solved_it("", None), "You have solved it:"),
    (puzzles.own_result(2, "points", 31), "You: 31 points"),
    (puzzles.own_result(1, "", None), "You: 1 solution"),
    (puzzles.summary(1, 40, "points"), "Score to beat: 40 points. Solved by 1 player."),
    (puzzles.summary(2, None, ""), "Solved by 2 players."),
    (puzzles.summary(0, None, ""), "Nobody has solved it yet."),
    (puzzles.most_possible(40, is_reached=True), "No figure can have more."),
    (puzzles.most_possible(40, is_reached=False), "No figure can have more than 40."),
    (puzzles.most_possible(None, is_reached=False), ""),
    ([puzzles.show_anyway(count) for count in (1, 2)], ["Show it anyway", "Show them anyway"]),
]


@pytest.mark.parametrize(("said", "sentence"), SENTENCES)
def test_page_says(said: object, sentence: object) -> None:
    assert said == sentence


ENDS = SlowestEnds(
    usual=datetime(2026, 4, 1, tzinfo=UTC),
    latest=datetime(2026, 5, 1, tzinfo=UTC),
    rested=datetime(2026, 6, 1, tzinfo=UTC),
    usual_turns=20,
    most_turns=40,
)
CERTAIN = replace(ENDS, usual_turns=40)
DECIDED = latest_end(replace(ENDS, is_decided=True))
STEP = game.past_board_after(3, 9, step="L <1>", at=NOON, player="anna", colour="dark")

LONG = [  # too long to be written out: words that stand in them
    (STEP, "The board after move 3 of 9: anna (dark) <code>L &lt;1&gt;</code>, <time "),
    (STEP, "Tue 3 Mar 2026, 12:00"),
    (
        game.past_board_after(3, 9, step="roll 4", at=NOON, player="", colour=""),
        "The board after move 3 of 9: <code>roll 4</code>",
    ),
    (game.look_ahead(["a1", "<b>"]), "<code>a1; &lt;b&gt;</code>"),
    (game.read_as_step(2, "x<", []), "as step 2: <code>x&lt;</code>. No step"),
    (game.read_as_step(1, "x", ["b2", "c3"]), "; after it stood <code>b2; c3</code>. No step"),
    (status.your_turn(is_asked=True), "answer is needed"),
    (status.clock_jump(NOON, 90.0, NOON), "; taken to be right since 3 Mar 2026, 12:00"),
    (proposal.what_follows_from_the_secret(has_dice=True), "decides the seats and the dice"),
    (leave.left(YEARS, is_automatic=True), "A day is taken automatically"),
    (leave.taken_automatically([THIRD, FIFTH]), "out of time: 3 March, 5 March."),
    (records.rechecked(0, has_lot=False), "the secret fits its seal."),
    (records.rechecked(0, has_lot=True), "fits its seal, and the lot for the seats follows from it."),
    (records.rechecked(1, has_lot=False), "fits its seal, and the only throw follows from it."),
    (records.rechecked(5, has_lot=False), "fits its seal, and all 5 throws follow from it."),
    (records.rechecked(1, has_lot=True), "the lot for the seats follows from it, and so does the only throw."),
    (records.rechecked(5, has_lot=True), "the lot for the seats follows from it, and so do all 5 throws."),
    (records.fits_the_rules(3, is_proved=False), "it has no secret"),
    (records.fits_the_rules(3, is_proved=True), "all 3 throws follow from the secret"),
    (records.fits_the_rules(1, is_proved=True), "the only throw follows from the secret"),
    (records.our_keys(1), "This is the public key:"),
    (records.our_keys(2), "These are the public keys, the present one first:"),
    (puzzles.gives_away(1), "The figure gives it away."),
    (puzzles.gives_away(2), "The figures give it away."),
    (latest_end(ENDS), "Wednesday 1 April 2026 for a usual game of about 20 turns"),
    (latest_end(ENDS), "1 June 2026 at the very latest, after 40 turns"),
    (latest_end(ENDS), "undos and pauses"),
    (latest_end(CERTAIN), "1 May 2026 without undos and pauses."),
    (
        latest_end(replace(CERTAIN, rested=ENDS.latest)),
        "Friday 1 May 2026 at the very latest, if every turn takes all its time.",
    ),
    (DECIDED, "Monday 1 June 2026 at the latest: a game that is still running then is decided"),
    (DECIDED, "Only outages and a director's decisions can extend it. Most games end far sooner."),
]


@pytest.mark.parametrize(("said", "words"), LONG)
def test_page_says_among_other_things(said: str, words: str) -> None:
    assert words in said


def test_what_does_not_apply_is_not_said() -> None:
    assert "0af3" not in records.shown_or_sealed("0af3", is_sealed=True)
    assert "dice" not in proposal.what_follows_from_the_secret(has_dice=False)
    assert "pauses" not in latest_end(replace(ENDS, rested=ENDS.latest))
