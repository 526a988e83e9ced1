"""How long a game takes if nobody ever hurries. Twigs for two has 24 turns; Roots usually has 48, at most 404 turns and
800 answers out of turn."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from games.clock.calendars import LeaveRule, PauseRules
from games.clock.controls import TimeControl
from games.clock.longest_end import SlowestEnds, slowest_ends
from games.rules import RULES
from tests.games.conftest import NOON

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAILY = replace(TimeControl.days_per_turn(1), answer=6 * HOUR)
YEARLY = replace(TimeControl.days_per_turn(366), answer=6 * HOUR)
NO_PAUSES = PauseRules(LeaveRule.FORBIDDEN, pauses=False, undo=False)
NOTICES = 2 * 3 * 5 * HOUR  # three for each of two


def ends(
    slug: str = "twigs", rules: PauseRules = NO_PAUSES, control: TimeControl = DAILY, *, bank: int = 0, **more: Any
) -> SlowestEnds:
    game = RULES[slug]
    options = game.check_options(2, {})
    more = {"grace": timedelta(0), "notice": 5 * HOUR} | more
    return slowest_ends(game, control, NOON, 2, options, rules, bank=bank, **more)


def test_a_game_of_a_fixed_number_of_turns_has_a_certain_end_but_for_missing_warnings() -> None:
    assert ends() == SlowestEnds(NOON + 24 * DAY, NOON + 24 * DAY, NOON + 24 * DAY + NOTICES, 24, 24)
    assert ends().is_certain
    assert not ends().is_decided


def test_in_other_games_the_latest_end_counts_every_turn_and_every_answer_that_there_can_be() -> None:
    latest = NOON + 404 * DAY + 800 * 6 * HOUR
    assert ends("roots") == SlowestEnds(NOON + 48 * DAY, latest, latest + NOTICES, 48, 404)
    assert not ends("roots").is_certain


def test_each_undo_can_cost_a_turn_of_every_seat_and_the_one_that_had_begun_with_their_answers() -> None:
    undos = replace(NO_PAUSES, undo=True)
    assert ends(rules=undos).rested == ends().rested + 3 * 3 * DAY
    assert ends("roots", undos).rested == ends("roots").rested + 3 * 3 * DAY + 3 * 3 * 2 * 6 * HOUR
    assert ends(rules=undos).latest == ends().latest


def test_a_substitute_has_a_new_bank_and_notices_of_their_own() -> None:
    for base, increment, turns in ((DAY, 2 * DAY, 46 * DAY), (3 * DAY, DAY, 28 * DAY)):
        control = TimeControl(base=base, increment=increment, cap=5 * DAY)
        assert ends(control=control).latest == NOON + turns
        found = ends(control=control, substitutes=1)
        assert found.latest == NOON + turns
        assert found.rested == NOON + turns + max(base, increment) + 3 * NOTICES / 2


def test_time_that_a_director_has_added_counts() -> None:
    assert ends(added=3 * DAY).rested == ends().rested + 3 * DAY


def test_a_hard_end_is_passed_by_missing_warnings_only() -> None:
    hard = NOON + 10 * DAY
    found = ends(control=replace(DAILY, ends=hard))
    assert (found.usual, found.latest, found.rested) == (hard, hard, hard + NOTICES)
    assert ends(control=replace(DAILY, ends=NOON + 100 * DAY)) == ends()


def test_leave_of_every_seat_and_substitute_is_taken_each_year_with_its_grace() -> None:
    """A day of leave stops the clock for at most 26 hours; a game of less than a year can touch two."""
    rules = replace(NO_PAUSES, leave=LeaveRule.ALLOWED)
    leave = 2 * 3 * (26 + 24) * HOUR
    assert ends(rules=rules, bank=3, grace=DAY).rested == ends().rested + 2 * leave
    assert ends(rules=rules, bank=3, grace=DAY, substitutes=1).rested == ends(substitutes=1).rested + 3 * leave


def test_no_turn_meets_the_leave_of_more_than_two_years() -> None:
    """Twigs has 24 turns and 6 that missing warnings make; Roots with undo has 1,237 turns and answers, asked again or
    not."""
    rules = replace(NO_PAUSES, leave=LeaveRule.ALLOWED)
    assert ends("twigs", rules, YEARLY, bank=100).rested == (
        ends("twigs", control=YEARLY).rested + 30 * 2 * 100 * 26 * HOUR
    )
    assert ends("twigs", rules, YEARLY, bank=100, substitutes=1).rested == (
        ends("twigs", control=YEARLY, substitutes=1).rested + 34 * 2 * 100 * 26 * HOUR
    )
    undos = replace(NO_PAUSES, undo=True)
    assert ends("roots", replace(rules, undo=True), YEARLY, bank=300).rested == (
        ends("roots", undos, YEARLY).rested + 1_237 * 2 * 300 * 26 * HOUR
    )


def test_a_game_that_is_decided_as_it_stands_ends_no_later_than_that() -> None:
    found = ends("roots")
    moment = NOON + 60 * DAY
    assert found.decided_by(moment) == SlowestEnds(found.usual, moment, moment, 48, 404, is_decided=True)
    assert found.decided_by(NOON + DAY) == SlowestEnds(NOON + DAY, NOON + DAY, NOON + DAY, 48, 404, is_decided=True)
    between = found.latest + HOUR
    assert found.decided_by(between) == replace(found, rested=between, is_decided=True)
    assert found.decided_by(found.rested) == found
