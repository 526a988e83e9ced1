"""When clocks are stopped: deadlines and charges over random lives, against a simulation that looks every minute."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta

import pytest
from hypothesis import example, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from games.clock.calendars import Calendar, CalendarError, LeaveRule, PauseRules, zone_named
from games.clock.controls import TimeControl
from games.clock.pauses import NEVER, Pause, Reason, deadline, in_order, pauses_at, resumes_at, running_time, used_up_at
from tests.games.conftest import NOON

DAY, HOUR, MINUTE = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1)
NIGHT = (time(23), time(7))
WEEKEND = (5, 6)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def due(calendar: Calendar, hours: float, since: str, *holds: Pause) -> datetime | None:
    start = utc(since)
    return deadline(
        timedelta(hours=hours), start, in_order(calendar.pause_spans(start), sorted(holds, key=lambda h: h.start))
    )


# Single lives ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("calendar", "hours", "since", "until"),
    [
        (Calendar(), 24, "2026-03-02T12:00", "2026-03-03T12:00"),
        (
            Calendar(leave=(date(2026, 3, 5),)),
            24,
            "2026-03-04T00:00",
            "2026-03-06T00:00",
        ),  # begins as the last second ends
        (Calendar(leave=(date(2026, 3, 6),)), 24, "2026-03-04T00:00", "2026-03-05T00:00"),  # begins too late
        (Calendar(sleep=NIGHT), 16, "2026-03-02T12:00", "2026-03-03T12:00"),
        (Calendar(sleep=NIGHT), 1, "2026-03-02T02:00", "2026-03-02T08:00"),  # begun while asleep
        (Calendar(sleep=NIGHT), 11, "2026-03-02T12:00", "2026-03-03T07:00"),  # the last second ends at bedtime
        (Calendar(days_off=WEEKEND), 24, "2026-03-06T12:00", "2026-03-09T12:00"),
        (Calendar(days_off=WEEKEND), 12, "2026-03-06T12:00", "2026-03-09T00:00"),
        (Calendar(holidays=(date(2026, 3, 3),)), 24, "2026-03-02T12:00", "2026-03-04T12:00"),
        (Calendar(leave=(date(2028, 2, 29),)), 24, "2028-02-28T12:00", "2028-03-01T12:00"),  # leap day
        (Calendar(zone="Asia/Kolkata", days_off=WEEKEND), 6.5, "2026-03-06T12:00", "2026-03-08T18:30"),
        # Clocks go forward: a day of 23 hours, in Berlin on 29 March and in Sydney on 4 October.
        (Calendar(zone="Europe/Berlin", days_off=WEEKEND), 24, "2026-03-27T12:00", "2026-03-30T11:00"),
        (Calendar(zone="Australia/Sydney", days_off=WEEKEND), 24, "2026-10-02T12:00", "2026-10-05T11:00"),
        (Calendar(zone="Europe/Berlin", sleep=NIGHT), 16, "2026-03-28T12:00", "2026-03-29T11:00"),
        # Clocks go back: a day of 25 hours.
        (Calendar(zone="Europe/Berlin", days_off=WEEKEND), 24, "2026-10-23T12:00", "2026-10-26T13:00"),
        (Calendar(zone="Australia/Sydney", days_off=WEEKEND), 24, "2026-04-03T12:00", "2026-04-06T13:00"),
        (Calendar(zone="America/Sao_Paulo", sleep=NIGHT), 16, "2018-11-03T12:00", "2018-11-04T11:00"),  # at midnight
    ],
)
def test_deadline_of_a_life(calendar: Calendar, hours: float, since: str, until: str) -> None:
    assert due(calendar, hours, since) == utc(until)


@pytest.mark.parametrize("sleep", [(time(2, 15), time(2, 45)), (time(2, 30), time(3)), (time(1, 30), time(2, 30))])
def test_sleep_in_the_hour_that_does_not_exist_never_turns_time_back(sleep: tuple[time, time]) -> None:
    calendar = Calendar(zone="Europe/Berlin", sleep=sleep)
    start = utc("2026-03-28T20:00")
    until = deadline(10 * HOUR, start, calendar.pause_spans(start))
    assert until is not None
    assert start + 10 * HOUR <= until <= start + 11 * HOUR


def test_leave_that_ends_on_the_deadlines_second_gives_its_grace() -> None:
    calendar = Calendar(leave=(date(2026, 3, 4),))
    start = utc("2026-03-04T10:00")
    assert deadline(timedelta(0), start, calendar.pause_spans(start)) == utc("2026-03-05T00:00")
    assert deadline(timedelta(0), start, calendar.pause_spans(start, grace=DAY)) == utc("2026-03-06T00:00")
    assert deadline(30 * HOUR, start, calendar.pause_spans(start, grace=DAY)) == utc("2026-03-06T06:00")


def test_leave_that_ends_as_the_turn_begins_gives_no_grace() -> None:
    leave = Pause(NOON - DAY, NOON, Reason.LEAVE, DAY)
    assert deadline(HOUR, NOON, [leave]) == NOON + HOUR
    assert deadline(HOUR, NOON - MINUTE, [leave]) == NOON + DAY


def test_pause_without_an_end_has_no_deadline_unless_time_is_over_before() -> None:
    pause = Pause(utc("2026-03-03T00:00"), NEVER, Reason.PAUSE)
    assert due(Calendar(), 24, "2026-03-02T12:00", pause) is None
    assert due(Calendar(), 11, "2026-03-02T12:00", pause) == utc("2026-03-02T23:00")


def test_outage_across_the_deadline_is_given_back() -> None:
    outage = Pause(utc("2026-03-03T11:00"), utc("2026-03-03T15:00"), Reason.OUTAGE)
    assert due(Calendar(), 24, "2026-03-02T12:00", outage) == utc("2026-03-03T16:00")
    assert due(Calendar(), 24, "2026-03-02T12:00", outage, outage) == utc("2026-03-03T16:00")  # named twice, once given


def test_clock_is_stopped_for_several_reasons_at_once() -> None:
    calendar = Calendar(sleep=NIGHT, days_off=WEEKEND, leave=(date(2026, 3, 7),))
    outage = Pause(utc("2026-03-07T01:00"), utc("2026-03-07T03:00"), Reason.OUTAGE)
    at = utc("2026-03-07T02:00")
    pause_spans = list(in_order(take(calendar, at, 5), [outage]))
    assert {rest.reason for rest in pauses_at(at, pause_spans)} == set(Reason) - {
        Reason.HOLIDAY,
        Reason.PAUSE,
        Reason.NOTICE,
        Reason.QUESTION,
    }
    assert resumes_at(at, pause_spans) == utc("2026-03-09T07:00")
    assert pauses_at(utc("2026-03-06T12:00"), pause_spans) == []
    assert resumes_at(utc("2026-03-06T12:00"), pause_spans) == utc("2026-03-06T12:00")


def test_clock_is_stopped_from_the_first_moment_of_a_rest_up_to_its_end() -> None:
    rest, following = Pause(NOON, NOON + HOUR, Reason.PAUSE), Pause(NOON + HOUR, NOON + 2 * HOUR, Reason.OUTAGE)
    assert (pauses_at(NOON, [rest]), resumes_at(NOON, [rest])) == ([rest], NOON + HOUR)
    assert (pauses_at(NOON + HOUR, [rest]), resumes_at(NOON + HOUR, [rest])) == ([], NOON + HOUR)
    assert resumes_at(NOON, [rest, following]) == NOON + 2 * HOUR
    assert resumes_at(NOON + HOUR, [following]) == NOON + 2 * HOUR, "a rest holds the clock from its first instant"


def take(calendar: Calendar, since: datetime, days: int) -> list[Pause]:
    found = []
    for rest in calendar.pause_spans(since):
        if rest.start > since + days * DAY:
            break
        found.append(rest)
    return found


def test_zone_that_nobody_knows_is_utc() -> None:
    assert zone_named("Atlantis/Capital").key == zone_named("../etc").key == zone_named("").key == "UTC"


# Random lives ---------------------------------------------------------------------------------------------------------

ZONES = ["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu", "Pacific/Auckland"]
# Around both changes of the clocks in both hemispheres, and a leap day.
STARTS = [utc(day) for day in ("2026-03-25", "2026-03-07", "2026-10-22", "2026-10-01", "2026-04-02", "2028-02-26")]
moments = st.builds(lambda start, minutes: start + minutes * MINUTE, st.sampled_from(STARTS), st.integers(0, 6000))
# Bedtimes and mornings away from the hours that come twice or never.
sleeps = st.one_of(
    st.none(),
    st.builds(
        lambda start, length: (
            time(start // 60 % 24, start % 60),
            time((start + length) // 60 % 24, (start + length) % 60),
        ),
        st.integers(21 * 60, 23 * 60),
        st.integers(7 * 60, 10 * 60),
    ),
)
days = st.lists(
    st.builds(lambda start, plus: start.date() + plus * DAY, st.sampled_from(STARTS), st.integers(0, 9)),
    max_size=6,
    unique=True,
).map(tuple)
calendars = st.builds(
    Calendar,
    zone=st.sampled_from(ZONES),
    sleep=sleeps,
    days_off=st.sampled_from([(), (5, 6), (4, 5), (6,), (0, 3)]),
    holidays=days,
    leave=days,
    taken=days,
)
holds = st.lists(
    st.builds(
        lambda start, length: Pause(start, start + length * MINUTE, Reason.OUTAGE), moments, st.integers(0, 1000)
    ),
    max_size=3,
).map(lambda found: sorted(found, key=lambda hold: hold.start))
spans = st.integers(0, 48 * 60).map(lambda minutes: minutes * MINUTE)


def stands(calendar: Calendar, holds: list[Pause], at: datetime) -> bool:
    """What a person would say who looks at the calendar on the wall and the clock beside it."""
    local = at.astimezone(zone_named(calendar.zone))
    if local.weekday() in calendar.days_off:
        return True
    if local.date() in {*calendar.holidays, *calendar.leave, *calendar.taken}:
        return True
    if calendar.sleep:
        bed, morning = calendar.sleep
        now = local.time()
        if bed <= now < morning if bed < morning else now >= bed or now < morning:
            return True
    return any(hold.start <= at < hold.end for hold in holds)


def simulated(remaining: timedelta, at: datetime, calendar: Calendar, holds: list[Pause]) -> datetime:
    """Look every minute: the first at which the clock would run and has nothing left."""
    while True:
        if not stands(calendar, holds, at):
            if not remaining:
                return at
            remaining -= MINUTE
        at += MINUTE


@hypothesis_settings(max_examples=60)
@given(calendars, holds, moments, spans)
@example(Calendar(zone="Europe/Berlin", sleep=NIGHT, days_off=WEEKEND), [], utc("2026-03-27T12:34"), 30 * HOUR)
@example(Calendar(zone="Australia/Lord_Howe", sleep=NIGHT), [], utc("2026-04-03T12:34"), 40 * HOUR)
def test_deadline_is_that_of_a_simulation_minute_by_minute(
    calendar: Calendar, holds: list[Pause], since: datetime, span: timedelta
) -> None:
    assert deadline(span, since, in_order(calendar.pause_spans(since), holds)) == simulated(
        span, since, calendar, holds
    )


@given(calendars, holds, moments, spans, st.integers(-3000, 3000))
def test_charge_and_deadline_agree(
    calendar: Calendar, holds: list[Pause], since: datetime, span: timedelta, minutes: int
) -> None:
    """More time is never over earlier, charging in two parts is charging at once, and no flag falls in a rest."""

    def rests(start: datetime) -> Iterator[Pause]:
        return in_order(calendar.pause_spans(start), holds)

    until = deadline(span, since, rests(since))
    assert until is not None
    assert since + span <= until
    assert pauses_at(until, rests(since)) == []
    move = max(since, until + minutes * MINUTE)
    charged = running_time(since, move, rests(since))
    assert running_time(since, until, rests(since)) == span
    assert charged <= span if move <= until else charged > span, "in time exactly as long as no more was charged"
    first, last = sorted((until, move))
    assert running_time(since, first, rests(since)) + running_time(first, last, rests(first)) == max(span, charged)
    kept = [*holds, Pause(NOON, NEVER, Reason.PAUSE)]
    assert [Pause.load(rest.dump()) for rest in kept] == kept
    assert take(Calendar.load(calendar.dump()), STARTS[0], 30) == take(calendar, STARTS[0], 30)


@given(calendars, holds, moments, spans)
def test_share_of_a_turn_is_used_up_at_the_first_instant_at_which_the_clock_has_run_so_long(
    calendar: Calendar, holds: list[Pause], since: datetime, used: timedelta
) -> None:
    at = used_up_at(used, since, in_order(calendar.pause_spans(since), holds))
    assert at is not None
    assert running_time(since, at, in_order(calendar.pause_spans(since), holds)) == used
    before = running_time(since, at - timedelta(microseconds=1), in_order(calendar.pause_spans(since), holds))
    assert before < used or at == since


def test_share_that_a_pause_without_an_end_holds_back_is_used_up_nobody_knows_when() -> None:
    pause = Pause(NOON + HOUR, NEVER, Reason.PAUSE)
    assert used_up_at(HOUR, NOON, [pause]) == NOON + HOUR
    assert used_up_at(2 * HOUR, NOON, [pause]) is None


@given(calendars, holds, moments, spans)
def test_outage_known_twice_is_credited_once_and_never_takes_time(
    calendar: Calendar, holds: list[Pause], since: datetime, span: timedelta
) -> None:
    plain = deadline(span, since, calendar.pause_spans(since))
    once = deadline(span, since, in_order(calendar.pause_spans(since), holds))
    twice = deadline(span, since, in_order(calendar.pause_spans(since), holds, holds))
    assert plain is not None
    assert once is not None
    assert plain <= once == twice


# What a game respects -------------------------------------------------------------------------------------------------

all_rules = st.sampled_from(
    [
        PauseRules(),
        PauseRules(LeaveRule.CAPPED, 3),
        PauseRules(LeaveRule.FORBIDDEN),
        PauseRules(LeaveRule.FORBIDDEN, pauses=False),
        PauseRules(pauses=False),
    ]
)
controls = st.sampled_from(
    [
        TimeControl.days_per_turn(1),
        TimeControl.days_per_turn(3),
        TimeControl(base=10 * DAY, increment=DAY, cap=14 * DAY),
        TimeControl(base=2 * DAY, increment=timedelta(0), cap=2 * DAY),
        TimeControl(base=HOUR, increment=HOUR / 2, cap=2 * HOUR),
    ]
)


@given(
    controls, all_rules, st.lists(calendars, min_size=2, max_size=4), moments, st.lists(st.floats(0, 1), max_size=20)
)
def test_every_game_is_over_by_the_slowest_end_under_any_mix_of_rests(
    control: TimeControl, rules: PauseRules, lives: list[Calendar], started: datetime, shares: list[float]
) -> None:
    """Seats use any share of their time, up to all, and rest as they like: the end told before is never passed."""
    lives = [replace(life, taken=()) for life in lives]
    clocks = [control.base] * len(lives)
    now = started
    for turn, share in enumerate([*shares, 1.0]):
        seat = turn % len(lives)
        calendar = rules.apply(lives[seat], now)
        until = deadline(clocks[seat] * share, now, calendar.pause_spans(now, grace=DAY))
        assert until is not None
        used = running_time(now, until, calendar.pause_spans(now))
        clocks[seat] = control.after_turn(clocks[seat], used)
        now = until
    turns, seats = len(shares) + 1, len(lives)
    assert now <= started + rules.longest(control.most_time(turns, seats), turns, seats, bank=6, grace=DAY)


@given(controls, st.integers(1, 12), st.integers(2, 4), st.sampled_from(STARTS))
def test_worst_life_of_all_is_within_the_slowest_end(
    control: TimeControl, turns: int, seats: int, started: datetime
) -> None:
    """Every turn begins on the evening before two days off, and all the leave there is comes on working days."""
    now = started
    clocks, banks = [control.base] * seats, [5] * seats
    for turn in range(turns):
        seat = turn % seats
        weekday = (now + 2 * HOUR).weekday()
        leave: list[date] = []
        day = now.date() + 3 * DAY
        while banks[seat] and len(leave) < 5:
            banks[seat] -= 1
            leave.append(day)
            day += DAY
        evening = now.replace(minute=0) - HOUR
        bed = (evening.time(), (evening + 10 * HOUR).time())
        life = Calendar(sleep=bed, days_off=((weekday + 1) % 7, weekday), leave=tuple(leave))
        until = deadline(clocks[seat], now, life.pause_spans(now, grace=DAY))
        assert until is not None
        clocks[seat] = control.after_turn(clocks[seat], clocks[seat])
        now = until
    assert now <= started + PauseRules().longest(control.most_time(turns, seats), turns, seats, bank=5, grace=DAY)


def test_life_may_go_to_its_limits_and_no_further() -> None:
    life = Calendar(sleep=(time(21), time(7)), days_off=(0, 6, 6))
    assert life.sleep_hours == 10 * HOUR
    assert Calendar(sleep=(time(1, 30), time(2))).sleep_hours == 30 * MINUTE
    assert Calendar().sleep_hours == timedelta(0)
    twenty = [date(year, 5, day) for year in (2026, 2027) for day in range(1, 21)]
    assert Calendar(holidays=(*twenty, *twenty)).holidays[:40] == tuple(twenty), "twenty in each year, named twice"
    for values, described in (
        ({"sleep": (time(20), time(7))}, "at most 10 hours"),
        ({"sleep": (time(7), time(7))}, "at most 10 hours"),
        ({"days_off": (4, 5, 6)}, "two days"),
        ({"days_off": (7,)}, "two days"),
        ({"holidays": tuple(date(2026, 5, day) for day in range(1, 22))}, "20 holidays a year"),
    ):
        with pytest.raises(CalendarError, match=described):
            Calendar(**values)  # type: ignore[arg-type]
    assert PauseRules(LeaveRule.CAPPED, 366).leave_days == 366
    for days in (0, 367):
        with pytest.raises(CalendarError, match="from 1 to 366"):
            PauseRules(LeaveRule.CAPPED, days)


def test_calendar_is_kept_without_what_is_not_there_and_in_order() -> None:
    first, second = date(2026, 3, 3), date(2026, 3, 4)
    life = Calendar("Europe/Berlin", (time(22, 5), time(7)), (6, 5, 6), (second, first), (second, first), (first,))
    assert life.dump() == {
        "zone": "Europe/Berlin",
        "sleep": ["22:05", "07:00"],
        "days_off": [5, 6],
        "holidays": ["2026-03-03", "2026-03-04"],
        "leave": ["2026-03-03", "2026-03-04"],
        "taken": ["2026-03-03"],
    }
    assert Calendar.load(life.dump()) == Calendar(
        "Europe/Berlin", (time(22, 5), time(7)), (5, 6), (first, second), (first, second), (first,)
    )
    assert Calendar().dump() == {"zone": "UTC"}
    assert Calendar.load({}) == Calendar()
    assert Calendar.load({"zone": "Europe/Berlin"}, "Asia/Kolkata").zone == "Asia/Kolkata"


def test_days_of_leave_count_once_in_their_year() -> None:
    life = Calendar(leave=(date(2026, 12, 31), date(2027, 1, 1)), taken=(date(2027, 1, 1), date(2027, 1, 2)))
    assert (life.leave_days(2026), life.leave_days(2027), life.leave_days(2028)) == (1, 2, 0)


def test_rests_come_in_order_and_end_where_no_more_are_known() -> None:
    day = date(2026, 3, 3)
    assert list(Calendar().pause_spans(NOON)) == []
    for life, reason in [
        (Calendar(holidays=(day,)), Reason.HOLIDAY),
        (Calendar(leave=(day,)), Reason.LEAVE),
        (Calendar(taken=(day,)), Reason.LEAVE),
    ]:
        assert list(life.pause_spans(NOON)) == [Pause(utc("2026-03-03T00:00"), utc("2026-03-04T00:00"), reason)]
    [away] = Calendar(leave=(day,)).pause_spans(NOON, DAY)
    assert away.grace == DAY
    [away] = Calendar(holidays=(day,)).pause_spans(NOON, DAY)
    assert away.grace == timedelta(0)
    nights = Calendar(sleep=NIGHT).pause_spans(NOON)
    assert [next(nights).start for _ in range(3)] == [
        utc("2026-03-01T23:00"),
        utc("2026-03-02T23:00"),
        utc("2026-03-03T23:00"),
    ]
    at_noon = Calendar(sleep=(time(12), time(13))).pause_spans(NOON)
    assert next(at_noon) == Pause(utc("2026-03-01T12:00"), utc("2026-03-01T13:00"), Reason.SLEEP)


def test_turn_keeps_the_leave_from_its_first_day_on() -> None:
    yesterday, today, tomorrow = (NOON.date() + days * DAY for days in (-1, 0, 1))
    life = Calendar(leave=(yesterday, today), taken=(yesterday, tomorrow))
    left = PauseRules().apply(life, NOON)
    assert (left.leave, left.taken) == ((today,), (tomorrow,))
    capped = PauseRules(LeaveRule.CAPPED, 1)
    left = capped.apply(life, NOON)
    assert (left.leave, left.taken) == ((today,), ())
    left = capped.apply(life, NOON, (yesterday,))
    assert (left.leave, left.taken) == ((), ())
    left = capped.apply(life, NOON, (tomorrow, today))
    assert (left.leave, left.taken) == ((today,), (tomorrow,)), "spent before the cap was reached"
    left = PauseRules(LeaveRule.FORBIDDEN).apply(life, NOON)
    assert (left.leave, left.taken) == ((), ())
    busy = replace(life, sleep=NIGHT, days_off=WEEKEND, holidays=(tomorrow,))
    left = PauseRules(pauses=False).apply(busy, NOON)
    assert (left.sleep, left.days_off, left.holidays, left.leave) == (None, (), (), (today,))


@pytest.mark.parametrize(
    ("data", "described"),
    [
        ({}, "The clock stops in sleep hours and on days off. Leave stops it, too."),
        ({"undo": False}, "in sleep hours and on days off. Leave stops it, too. Moves cannot be taken back."),
        ({"leave": "capped", "leave_days": 2}, "on days off. Leave stops it for at most 2 days of each player."),
        ({"leave": "capped", "leave_days": 1}, "on days off. Leave stops it for at most 1 day of each player."),
        ({"leave": "forbidden", "pauses": False},
         "The clock runs day and night, also on days off and holidays. Leave does not stop it."),
        ({"pauses": False}, "The clock runs day and night, also on days off and holidays. Only leave stops it."),
    ],
)  # fmt: skip
def test_policy_in_words_and_as_it_is_kept(data: dict[str, object], described: str) -> None:
    rules = PauseRules.load(data)
    assert rules.describe().endswith(described)
    assert rules.dump() == data
    assert PauseRules(leave_days=3).dump() == {}, "days count only where leave is capped"


@pytest.mark.parametrize(
    ("rules", "span"),
    [
        # One turn of a day for each of two: nothing stops the clock.
        (PauseRules(LeaveRule.FORBIDDEN, pauses=False), 2 * DAY),
        # A day of leave stops it for at most 26 hours, with a day of grace for 50; a turn may touch two years.
        (PauseRules(pauses=False), 2 * DAY + 2 * 2 * 3 * 50 * HOUR),
        (PauseRules(LeaveRule.CAPPED, 1, pauses=False), 2 * DAY + 2 * 50 * HOUR),
    ],
)
def test_longest_game_of_two_turns(rules: PauseRules, span: timedelta) -> None:
    assert rules.longest(2 * DAY, 2, 2, bank=3, grace=DAY) == span


def test_rests_stretch_the_longest_game() -> None:
    """48 hours at 70 of 168 hours awake are 115.2; a turn begins at most 60 hours before the clock runs, or, where a
    grace can end on such an evening, twice; each of 20 holidays a year costs 35.6 hours."""
    awake, holidays = 115.2 * HOUR, 2 * 2 * 20 * 35.6 * HOUR
    rules = PauseRules(LeaveRule.FORBIDDEN)
    assert rules.longest(2 * DAY, 2, 2, bank=3, grace=DAY) == awake + 2 * 60 * HOUR + holidays
    assert PauseRules().longest(2 * DAY, 2, 2, bank=3) == awake + 2 * 60 * HOUR + holidays + 2 * 2 * 3 * 35.6 * HOUR
    assert PauseRules().longest(2 * DAY, 2, 2, bank=3, grace=DAY) == (
        awake + 2 * 2 * 60 * HOUR + holidays + 2 * 2 * 3 * 59.6 * HOUR
    )


def test_game_of_years_has_the_holidays_of_each_year() -> None:
    """36,500 hours of a clock without rests are 1,520 days and 20 hours: it can touch six years, with leave seven."""
    running = 36_500 * HOUR
    leave = 6 * 3 * 2 * 26 * HOUR
    assert PauseRules(pauses=False).longest(running, 10**6, 2, bank=3) == running + leave
