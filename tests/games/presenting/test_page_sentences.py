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
from ground.lists import dotted
from ground.wording import and_list

NOON = datetime(2026, 3, 3, 12, 0, tzinfo=UTC)
RULES = SafeString('<a href="/rules/twigs/">Twigs</a>')
NOT_HERE = "It was not played here, so it does not count."
YEARS = {2026: 1, 2027: 28}

SENTENCES = [
    (game.game_with_options(RULES, {"board": "<b>"}), f"{RULES}, board: &lt;b&gt;"),
    (game.imported("seeds.example", "7"), f"Imported from a record of seeds.example, game 7. {NOT_HERE}"),
    (game.imported("", "7"), f"Imported from a record, game 7. {NOT_HERE}"),
    (game.left_seat("resignation", is_running=False), "left (resignation)"),
    ([game.points(count) for count in (0, 1, 2)], ["0 points", "1 point", "2 points"]),
    (game.files(SafeString("text"), SafeString("JSON"), None), "The record as text or JSON"),
    (
        status.others_turn("anna", is_asked=False, has_left=True, is_bot=False),
        "The seat of <b>anna</b> is to move; the house bot plays it.",
    ),
    (
        status.others_turn("anna", is_asked=False, has_left=False, is_bot=True),
        "<b>anna</b> is to move; it is a house bot.",
    ),
    (status.result([], 3), "It has no result."),
    (status.result(["anna", "ben", "dora"], 3), "It is a draw."),
    (status.result(["anna", "ben"], 3), "anna and ben share the first place."),
    (status.offer("draw", ["anna", "ben"]), "anna and ben offer a draw."),
    (
        status.offer("undo", ["anna", "ben"]),
        "anna and ben want to take back the last move of anna and what came after it.",
    ),
    (status.offer("abandon", ["anna", "ben"]), "anna and ben offer to abandon the game without a result."),
    ([status.how_it_ended(*how) for how in (("time", "anna"), ("draw", "anna"), ("time", ""))],
     ["anna lost on time", "draw", "time"]),
    ([game.waiting_heading(count)[:7] for count in (0, 1, 2)], ["No game", "1 game ", "2 games"]),
    ([and_list([*"abc"[:count]]) for count in range(4)], ["", "a", "a and b", "a, b and c"]),
    (dotted(["rated", "", "<b>"]), "rated · &lt;b&gt;"),
    (proposal.players(3, [("ben", "accepted"), ("dora", "no")], 1), "3: ben (accepted), dora (no); 1 seat free"),
    ([proposal.players(3, [], free) for free in (0, 2)], ["3", "3: 2 seats free"]),
    ([proposal.seat_of(how, "anna", 2) for how in ("chosen", "alternating", "drawn")],
     ["anna takes seat 2", "Seats rotate from your last game together", "Random seats"]),
    (leave.booked(date(2026, 3, 3), date(2026, 3, 5)), "Tue 3 March 2026 to Thu 5 March 2026"),
    (leave.left(YEARS, is_automatic=False), "Left: 1 day in 2026, 28 days in 2027. None is taken automatically."),
    (records.origin("seeds.example", "7", date(2026, 3, 3), {"board": "7 by 7"}),
     "seeds.example, game 7 · 3 Mar 2026 · board: 7 by 7"),
    (puzzles.own_result(1, "", None), "You: 1 solution"),
    (puzzles.summary(1, 40, "points"), "Score to beat: 40 points. Solved by 1 player."),
    (puzzles.most_possible(40, is_reached=False), "No figure can have more than 40."),
]  # fmt: skip


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
STEP = game.past_board_after(3, 9, step="L <1>", at=NOON, player="anna", colour="dark")

LONG = [  # too long to be written out: words that stand in them
    (STEP, "The board after move 3 of 9: anna (dark) <code>L &lt;1&gt;</code>, <time "),
    (game.read_as_step(2, "x<", []), "as step 2: <code>x&lt;</code>. No step"),
    (game.read_as_step(1, "x", ["b2", "c3"]), "; after it stood <code>b2; c3</code>. No step"),
    (records.rechecked(0, has_lot=False), "the secret fits its seal."),
    (records.rechecked(1, has_lot=True), "the lot for the seats follows from it, and so does the only throw."),
    (records.rechecked(5, has_lot=True), "the lot for the seats follows from it, and so do all 5 throws."),
    (records.fits_the_rules(3, is_proved=False), "it has no secret"),
    (latest_end(ENDS), "Wednesday 1 April 2026 for a usual game of about 20 turns"),
    (latest_end(ENDS), "1 June 2026 at the very latest, after 40 turns"),
    (latest_end(replace(CERTAIN, rested=ENDS.latest)), "Friday 1 May 2026 at the very latest, if every turn takes all"),
    (latest_end(replace(ENDS, is_decided=True)), "at the latest: a game that is still running then is decided"),
]


@pytest.mark.parametrize(("said", "words"), LONG)
def test_page_says_among_other_things(said: str, words: str) -> None:
    assert words in said


def test_what_does_not_apply_is_not_said() -> None:
    assert "0af3" not in records.shown_or_sealed("0af3", is_sealed=True)
    assert "dice" not in proposal.what_follows_from_the_secret(has_dice=False)
    assert "pauses" not in latest_end(replace(ENDS, rested=ENDS.latest))
