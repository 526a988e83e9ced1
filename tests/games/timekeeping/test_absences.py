"""Life outside the game: what it does to running and coming turns, what leave costs, where it does not count."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

import pytest
from django.dispatch import receiver
from django.test import Client

from games.clock.calendars import LeaveRule, PauseRules
from games.clock.controls import TimeControl
from games.clock.pauses import Reason
from games.exceptions import AbsenceError
from games.models import CurrentTurn, Game, Player
from games.play import directing
from games.play.planning import set_plan
from games.signals import leave_changed, leave_planned
from games.timekeeping import leave, turn_clock
from tests.games.conftest import NOON, Start, after, all_read, play, player, warn
from tests.games.timekeeping.test_flags import overdue

pytestmark = pytest.mark.django_db

MARCH = [date(2026, 3, day) for day in range(1, 32)]
TUESDAY, WEDNESDAY, THURSDAY, FRIDAY = MARCH[2:6]  # NOON is on Monday, 2 March
DAY = timedelta(days=1)


def live(name: str, *, zone: str = "UTC", **values: Any) -> Player:
    """The player of that name leads this life from now on."""
    found = Player.objects.get_or_create(username=name)[0]
    Player.objects.filter(pk=found.pk).update(time_zone=zone)
    given = {"sleep": None, "days_off": [], "holidays": [], "automatic_leave": False, "now": NOON} | values
    return leave.change_calendar(player_id=found.pk, **given)


def book(name: str, first: date, last: date, now: datetime = NOON) -> leave.LeavePlan:
    return leave.book_leave(player_id=player(name).pk, first=first, last=last, now=now)


def fresh(game: Game) -> Game:
    game.refresh_from_db()
    return game


# Sleep and days off ---------------------------------------------------------------------------------------------------


def test_turn_begins_with_the_life_of_the_player_who_is_to_act(start: Start) -> None:
    live("anna", zone="Europe/Berlin", sleep=(time(23), time(7)), days_off=(5, 6))
    game = start("anna", "bert")
    assert game.deadline == datetime(2026, 3, 6, 20, tzinfo=UTC)  # 72 hours: 10, then 16 a day
    play(game, "anna", "null d3", 1)
    assert game.deadline == after(1 + 72)  # bert never sleeps


def test_mover_is_charged_only_what_ran(start: Start) -> None:
    live("anna", sleep=(time(22), time(6)))
    game = start("anna", "bert", control=TimeControl(base=5 * DAY, increment=timedelta(0), cap=5 * DAY))
    play(game, "anna", "null d3", 24)
    assert game.clocks[0] == (5 * 24 - 16) * 3_600_000


def test_change_counts_from_the_next_turn_on(start: Start) -> None:
    game = start("anna", "bert")
    live("anna", sleep=(time(22), time(6)))
    assert fresh(game).deadline == after(72)
    play(game, "anna", "null d3", 1)
    play(game, "bert", "root e2", 2)
    assert game.deadline == after(2 + 72 + 5 * 8)


# Leave ----------------------------------------------------------------------------------------------------------------


def test_leave_booked_ahead_stops_the_running_turn_and_gives_a_grace_on_coming_back(start: Start) -> None:
    game = start("anna", "bert")
    plan = book("anna", TUESDAY, WEDNESDAY)
    assert (plan.days, plan.left, plan.warnings) == ((TUESDAY, WEDNESDAY), {2026: 28}, ())
    assert fresh(game).deadline == after(72 + 48)
    assert [rest.reason for rest in turn_clock.stands_at(game, after(24))] == [Reason.LEAVE]
    assert turn_clock.runs_again_at(game, after(24)) == after(60)


def test_leave_counts_for_turns_that_begin_later_and_not_for_others_seats(start: Start) -> None:
    game = start("anna", "bert")
    book("bert", TUESDAY, TUESDAY)
    assert fresh(game).deadline == after(72)
    play(game, "anna", "null d3", 1)
    assert game.deadline == after(73 + 24)


def test_cancelled_leave_runs_again_but_days_that_have_begun_are_used(start: Start) -> None:
    game = start("anna", "bert")
    book("anna", TUESDAY, FRIDAY)
    gone = leave.cancel_leave(player_id=player("anna").pk, first=MARCH[0], last=MARCH[-1], now=after(24 + 20))
    assert gone == [THURSDAY, FRIDAY]
    assert fresh(game).deadline == after(72 + 48)
    with pytest.raises(AbsenceError, match="days that have begun are used"):
        leave.cancel_leave(player_id=player("anna").pk, first=TUESDAY, last=FRIDAY, now=after(24 + 20))


@pytest.mark.parametrize(
    ("first", "last", "described"),
    [
        (WEDNESDAY, TUESDAY, "cannot be before"),
        (MARCH[1], TUESDAY, "first day can be tomorrow"),
        (date(2027, 3, 1), date(2027, 3, 10), "up to a year"),
        (MARCH[2], date(2026, 4, 2), "You have 30 days of leave left in 2026, and this would be 31 days"),
    ],
)
def test_leave_that_cannot_be_had_is_refused(start: Start, first: date, last: date, described: str) -> None:
    start("anna", "bert")
    with pytest.raises(AbsenceError, match=described):
        book("anna", first, last)
    with pytest.raises(AbsenceError, match="at most 10 hours"):
        live("anna", sleep=(time(20), time(8)))


def test_bank_is_that_of_the_calendar_year(start: Start) -> None:
    start("anna", "bert")
    new_years_eve = datetime(2026, 12, 20, 12, tzinfo=UTC)
    plan = book("anna", date(2026, 12, 30), date(2027, 1, 3), new_years_eve)
    assert plan.left == {2026: 28, 2027: 27}
    again = book("anna", date(2026, 12, 29), date(2027, 1, 4), new_years_eve)
    assert (again.days, again.left) == ((date(2026, 12, 29), date(2027, 1, 4)), {2026: 27, 2027: 26})
    with pytest.raises(AbsenceError, match="booked these days already"):
        book("anna", date(2026, 12, 30), date(2027, 1, 3), new_years_eve)


def ruled(start: Start, rules: PauseRules, **values: Any) -> Game:
    return start("anna", "bert", pause_rules=rules, **values)


def test_game_that_forbids_leave_runs_on_and_says_so_when_booking(start: Start) -> None:
    game = ruled(start, PauseRules(LeaveRule.FORBIDDEN), title="Spring, round 1")
    plan = book("anna", TUESDAY, WEDNESDAY)
    assert fresh(game).deadline == after(72)
    assert plan.warnings == (f"In game {game.pk} (Spring, round 1) leave does not count: your clock runs on.",)


def test_game_that_caps_leave_counts_so_many_days_of_each_seat(start: Start) -> None:
    game = ruled(start, PauseRules(LeaveRule.CAPPED, leave_days=2))
    plan = book("anna", TUESDAY, THURSDAY)
    assert plan.warnings == (f"In game {game.pk} only 2 days of leave still count for you.",)
    assert fresh(game).deadline == after(72 + 48)
    play(game, "anna", "null d3", 36)  # Tuesday is used, Wednesday has begun
    play(game, "bert", "root e2", 37)
    assert game.leave_spent == {"0": ["2026-03-03", "2026-03-04"]}
    assert game.deadline == after(36 + 24 + 72)


def test_those_above_are_asked_before_leave_is_booked_and_told_of_it(start: Start) -> None:
    start("anna", "bert")
    heard: list[Any] = []

    @receiver(leave_planned)
    def league(days: Sequence[date], **_: Any) -> list[str]:
        return [f"The league will not wait on {days[0]:%-d %B}."]

    @receiver(leave_changed)
    def listen(player: Player, days: Sequence[date], booked: bool, **_: Any) -> None:
        heard.append((player.username, list(days), booked))

    try:
        assert book("anna", TUESDAY, WEDNESDAY).warnings == ("The league will not wait on 3 March.",)
        leave.cancel_leave(player_id=player("anna").pk, first=WEDNESDAY, last=WEDNESDAY, now=NOON)
    finally:
        leave_planned.disconnect(league)
        leave_changed.disconnect(listen)
    assert heard == [("anna", [TUESDAY, WEDNESDAY], True), ("anna", [WEDNESDAY], False)]


# Leave that is taken by itself ----------------------------------------------------------------------------------------


def test_automatic_leave_takes_the_day_on_which_time_is_over(start: Start) -> None:
    live("anna", automatic_leave=True)
    game = start("anna", "bert")
    warn(game)
    assert overdue(after(73)) == []
    assert fresh(game).deadline == after(72 + 24)
    assert leave.calendar_of(player("anna")).taken == (THURSDAY,)
    assert overdue(after(97)) == []
    assert leave.calendar_of(player("anna")).taken == (THURSDAY, FRIDAY)


def test_day_that_a_late_move_took_holds_for_the_turn_that_begins_on_it(start: Start) -> None:
    live("bert", automatic_leave=True)
    game = start("anna", "bert", rules="treeblox")
    play(game, "anna", "L 1,1,1", 0)
    values = {"game_id": game.pk, "player_id": player("anna").pk, "source": "page", "at": after(1)}
    set_plan(**values, text="if * then B 3,1,1")
    all_read(after(72.2))
    play(game, "bert", "L 2,3,1", 73)
    assert (game.ply, game.to_act) == (3, 1), "anna's plan has replied at once"
    assert leave.calendar_of(player("bert")).taken == (THURSDAY,)
    assert game.deadline == after(84 + 72), "on Friday at midnight bert's clock begins to run"


def test_one_day_of_automatic_leave_counts_in_all_games_of_the_player(start: Start) -> None:
    live("anna", automatic_leave=True)
    games = [start("anna", "bert") for _ in range(3)]
    assert overdue(after(73)) == []
    assert {fresh(game).deadline for game in games} == {after(96)}
    assert leave.leave_left(leave.calendar_of(player("anna")), 2026) == 29


def test_flag_falls_when_the_bank_is_empty_or_the_game_forbids_leave(start: Start, settings: Any) -> None:
    settings.LEAVE_DAYS_PER_YEAR = 1
    live("anna", automatic_leave=True)
    forbidding = ruled(start, PauseRules(LeaveRule.FORBIDDEN))
    game = start("anna", "bert")
    warn(game)
    warn(forbidding)
    assert overdue(after(73)) == [forbidding.pk]
    assert leave.calendar_of(player("anna")).taken == (THURSDAY,)
    assert overdue(after(97)) == [game.pk]


def test_leave_booked_while_a_turn_began_is_heard_of_before_the_flag_falls(start: Start) -> None:
    game = start("anna", "bert")
    book("anna", TUESDAY, TUESDAY)
    as_a_move_in_between_left_it = {"calendar": {"zone": "UTC"}, "deadline": after(72)}
    CurrentTurn.objects.filter(game=game).update(**as_a_move_in_between_left_it)
    warn(game)
    assert overdue(after(73)) == []
    assert fresh(game).deadline == after(96)


# What a staller could do ----------------------------------------------------------------------------------------------


def test_holidays_that_have_begun_cannot_be_exchanged_for_others(start: Start) -> None:
    start("anna", "bert")
    live("anna", holidays=MARCH[:20])
    with pytest.raises(
        AbsenceError, match=r"At most 20 holidays a year\. Holidays that have begun count: 2026-03-01, "
    ):
        live("anna", holidays=[date(2026, 4, day) for day in range(1, 21)], now=NOON + 20 * DAY)
    live("anna", holidays=[date(2026, 4, 1)], now=NOON + 9 * DAY)
    assert leave.calendar_of(player("anna")).holidays == (*MARCH[:12], date(2026, 4, 1)), "the 12th began in Kiribati"


def test_turn_that_has_begun_loses_the_holidays_to_come_that_are_given_up(start: Start) -> None:
    live("anna", holidays=[WEDNESDAY, THURSDAY])
    game = start("anna", "bert")
    assert game.deadline == NOON + 5 * DAY
    live("anna", holidays=[], now=NOON)
    assert fresh(game).deadline == NOON + 3 * DAY


def test_leave_that_has_stopped_a_clock_is_not_given_back_where_the_day_has_not_begun(start: Start) -> None:
    live("anna", zone="Pacific/Kiritimati")
    game = start("anna", "bert")
    book("anna", WEDNESDAY, WEDNESDAY)
    play(game, "anna", "null d3", 45)  # on Wednesday at 9
    Player.objects.filter(username="anna").update(time_zone="Pacific/Niue")  # where it is still Tuesday
    with pytest.raises(AbsenceError, match="days that have begun are used"):
        leave.cancel_leave(
            player_id=player("anna").pk, first=WEDNESDAY, last=WEDNESDAY, now=datetime(2026, 3, 4, 9, 30, tzinfo=UTC)
        )


def test_page_of_a_game_shows_the_latest_end_that_was_shown_before_it_began(start: Start, client: Client) -> None:
    game = start("anna", "bert")
    ends = turn_clock.slowest_ends(game.game_rules, game.time_control, game.started_at, 2, game.options)
    assert turn_clock.latest_end_of(game) == ends.rested
    page = client.get(f"/games/{game.pk}/").content.decode()
    assert f"Must end by {ends.rested.day} {ends.rested:%B %Y}." in page


def test_latest_end_moves_by_what_directors_do(start: Start) -> None:
    game = start("anna", "bert")
    before = turn_clock.latest_end_of(game)
    values = {"game_id": game.pk, "actor_id": None, "reason": "A flood."}
    directing.pause_game(**values, at=NOON + DAY)
    assert turn_clock.latest_end_of(fresh(game)) is None
    directing.resume_game(**values, at=NOON + 5 * DAY)
    after_pause = turn_clock.latest_end_of(fresh(game))
    directing.add_time(**values, seat=0, span=2 * DAY, at=NOON + 5 * DAY)
    after_gift = turn_clock.latest_end_of(fresh(game))
    assert before is not None
    assert after_pause is not None
    assert after_gift is not None
    assert after_pause >= before + 4 * DAY
    assert after_gift >= after_pause + 2 * DAY
