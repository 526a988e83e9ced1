"""What players say about their life outside the game: time zone, sleep, days off, holidays, leave, and how long their
moves are held. The only writer of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from zoneinfo import available_timezones

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext, ngettext

from games.clock.calendars import DAY, Calendar, CalendarError, LeaveRule, PauseRules
from games.exceptions import AbsenceError
from games.models import Game, Player, Seat
from games.moderation import quotas
from games.signals import leave_changed, leave_planned
from games.timekeeping import turn_clock
from ground.prepared.queries import Asked

LONGEST_HOLD = 24 * 60  # minutes between a move's acceptance and its publication
FURTHEST = 366 * DAY  # ahead that leave can be booked
_FIRST_ZONE = timedelta(hours=14)  # by which the zone in which days begin first is ahead of UTC


@dataclass(frozen=True)
class LeavePlan:
    """Leave that could be booked: its days, what the years' banks have left after it, and where it will not count."""

    days: tuple[date, ...]
    left: dict[int, int]
    warnings: tuple[str, ...]


def calendar_of(player: Player) -> Calendar:
    """The player's calendar as it is now. Turns that have begun keep theirs."""
    return Calendar.load(player.calendar, zone=player.time_zone)


@transaction.atomic
def change_settings(
    *,
    player_id: int,
    language: str | None = None,
    time_zone: str | None = None,
    hold_minutes: int | None = None,
    announced_minutes: int | None = None,
    passes_words_on: bool | None = None,
    confirm_moves: bool | None = None,
) -> Player:
    """The player's language and time zone, which turns that have begun do not follow, how long moves are held from the
    next one on, all of them and those read beside other words, whether these words reach the other players, and whether
    the board asks before it sends a move; None leaves it as it is. Raises AbsenceError."""
    player = _lock(player_id)
    if language is not None:
        if language not in dict(settings.LANGUAGES):
            raise AbsenceError(
                gettext("Choose one of these languages: {codes}.").format(codes=", ".join(dict(settings.LANGUAGES)))
            )
        player.language = language
    if time_zone is not None:
        if time_zone not in available_timezones():
            raise AbsenceError(gettext("Give the time zone by its IANA name, such as Europe/Berlin."))
        player.time_zone = time_zone
    if any(minutes is not None and not 0 <= minutes <= LONGEST_HOLD for minutes in (hold_minutes, announced_minutes)):
        raise AbsenceError(
            gettext("Moves can be held for 0 to {longest_hold} minutes.").format(longest_hold=LONGEST_HOLD)
        )
    given = {
        "hold_minutes": hold_minutes, "announced_minutes": announced_minutes, "passes_words_on": passes_words_on,
        "confirm_moves": confirm_moves,
    }  # fmt: skip
    for name, value in given.items():
        if value is not None:
            setattr(player, name, value)
    player.save(update_fields=["language", "time_zone", *given])
    turn_clock.look_again_at_turns_of(player.pk)
    return player


def change_calendar(
    *,
    player_id: int,
    sleep: tuple[time, time] | None,
    days_off: Sequence[int],
    holidays: Sequence[date],
    automatic_leave: bool,
    now: datetime,
) -> Player:
    """When the player is not there, from the next turn of each game on. Raises AbsenceError beyond the limits.

    Holidays that have begun anywhere count for their year, also those that are not among ``holidays`` any more; turns
    that have begun lose those to come that are not.
    """
    with transaction.atomic():
        player = _lock(player_id)
        known = calendar_of(player)
        begun = {day for day in known.holidays if day <= (now + _FIRST_ZONE).date()}
        try:
            days = tuple(sorted({*holidays, *begun}))
            calendar = replace(known, sleep=sleep, days_off=tuple(days_off), holidays=days)
        except CalendarError as error:
            raise AbsenceError(_with_holidays_begun(str(error), begun - set(holidays))) from error
        player.automatic_leave = automatic_leave
        _store(player, calendar)
        turn_clock.look_again_at_turns_of(player.pk)
    if set(known.holidays) - set(calendar.holidays):
        _renew_turns(player, turn_clock.drop_holidays)
    return player


def _with_holidays_begun(problem: str, begun: set[date]) -> str:
    """Why a calendar cannot be, with the holidays that cannot be taken back."""
    if not begun:
        return problem
    return gettext("{problem} Holidays that have begun count: {map}.").format(
        problem=problem, map=", ".join(map(str, sorted(begun)))
    )


def plan_leave(*, player: Player, first: date, last: date, now: datetime) -> LeavePlan:
    """What booking these days of leave, the last one included, would mean. Writes nothing. Raises AbsenceError."""
    calendar = calendar_of(player)
    today = calendar.local_day(now)
    if last < first:
        raise AbsenceError(gettext("The last day of leave cannot be before the first."))
    if first <= today:
        raise AbsenceError(gettext("Leave is booked ahead: its first day can be tomorrow."))
    if last > today + FURTHEST:
        raise AbsenceError(gettext("Leave can be booked up to a year ahead."))
    known = {*calendar.leave, *calendar.taken}
    span = [first + number * DAY for number in range((last - first).days + 1)]
    days = tuple(day for day in span if day not in known)
    if not days:
        raise AbsenceError(gettext("You have booked these days already."))
    left = {year: leave_left(calendar, year) - sum(day.year == year for day in days) for year in _years(days)}
    for year, rest in left.items():
        if rest < 0:
            has = leave_left(calendar, year)
            raise AbsenceError(
                gettext("You have {days} of leave left in {year}, and this would be {days_2}.").format(
                    days=_days(has), year=year, days_2=_days(has - rest)
                )
            )
    return LeavePlan(days, left, (*_where_it_does_not_count(player, days), *_warnings_of_events(player, days)))


@transaction.atomic
def book_leave(*, player_id: int, first: date, last: date, now: datetime) -> LeavePlan:
    """Book leave ahead: on these days no clock of the player runs where the game allows it.

    Raises AbsenceError and QuotaReached.
    """
    player = _lock_with_games(player_id)
    plan = plan_leave(player=player, first=first, last=last, now=now)
    calendar = calendar_of(player)
    quotas.spend(quotas.LEAVE, player, at=now)
    _store(player, replace(calendar, leave=(*calendar.leave, *plan.days)))
    leave_changed.send(Player, player=player, days=plan.days, booked=True, at=now)
    _renew_turns(player)
    return plan


@transaction.atomic
def cancel_leave(*, player_id: int, first: date, last: date, now: datetime) -> list[date]:
    """Give back booked days that have not begun, and have stopped no clock, and say which.

    Raises AbsenceError if there are none; QuotaReached.
    """
    player = _lock_with_games(player_id)
    calendar = calendar_of(player)
    today = calendar.local_day(now)
    used = _leave_used_by(player)  # a day may have begun in the zone in which the player then was
    gone = sorted(day for day in calendar.leave if first <= day <= last and day > today and day not in used)
    if not gone:
        raise AbsenceError(gettext("There is no leave to cancel: days that have begun are used."))
    quotas.spend(quotas.LEAVE, player, at=now)
    _store(player, replace(calendar, leave=tuple(day for day in calendar.leave if day not in gone)))
    leave_changed.send(Player, player=player, days=gone, booked=False, at=now)
    _renew_turns(player)
    return gone


def leave_left(calendar: Calendar, year: int) -> int:
    """How many days of a year's leave are still to be had."""
    return int(settings.LEAVE_DAYS_PER_YEAR) - calendar.leave_days(year)


def take_leave(game: Game, until: datetime) -> bool:
    """A locked game's time is over before ``until``: let its player's leave hold it, if that is what the player wants.

    Days that the turn had not heard of are taken over first; then, day by day, the day on which time is over becomes
    one of leave. Says whether there is time at ``until`` now.
    """
    turn = game.turn
    if turn.deadline is None or turn.player_id is None:
        return False
    player = Player.objects.select_for_update(no_key=True).get(pk=turn.player_id)
    turn_clock.renew_leave(game, player)
    while turn.deadline is not None and turn.deadline < until and player.automatic_leave:
        if not _take_a_day(game, player, until):
            break
    turn.save(update_fields=["calendar", "deadline", "due_at"])
    return turn.deadline is None or turn.deadline >= until


def _take_a_day(game: Game, player: Player, at: datetime) -> bool:
    """Make the day on which time is over a day of leave. False if there is none left, or the game does not count it."""
    calendar, before = calendar_of(player), game.turn.deadline
    day = turn_clock.calendar_of(game).local_day(before or at)
    if day in (*calendar.leave, *calendar.taken) or leave_left(calendar, day.year) < 1:
        return False
    old = player.calendar
    player.calendar = replace(calendar, taken=(*calendar.taken, day)).dump()
    turn_clock.renew_leave(game, player)
    if game.turn.deadline == before:  # forbidden here, or all that counts is used up
        player.calendar = old
        return False
    player.save(update_fields=["calendar"])
    leave_changed.send(Player, player=player, days=[day], booked=True, at=at)
    return True


def _lock(player_id: int) -> Player:
    return Player.objects.select_for_update(no_key=True).get(pk=player_id)


def _lock_with_games(player_id: int) -> Player:
    """The player, after their running games: so two who do both never wait in a circle."""
    games = Game.objects.filter(turn__isnull=False, seats__player=player_id).order_by("pk")
    list(games.select_for_update(of=("self",)).values_list("pk"))
    return _lock(player_id)


def _store(player: Player, calendar: Calendar) -> None:
    full = calendar.dump()
    full.pop("zone")
    player.calendar = full
    player.save(update_fields=["calendar", "automatic_leave"])


def _leave_used_by(player: Player) -> set[date]:
    """The days of leave that have stopped the clock of a player in a turn that is over, in the games that run."""
    seats = Seat.objects.filter(player=player, points=None, game__turn__isnull=False)
    spent = seats.values_list("number", "game__leave_spent")
    return {date.fromisoformat(day) for number, days in spent for day in days.get(str(number), ())}


def _renew_turns(player: Player, renew: Callable[[Game, Player], None] = turn_clock.renew_leave) -> None:
    """Update the running turns of a player. One that begins at this moment is updated before its flag falls."""
    for game_id in running_games_of(player).values_list("pk", flat=True):
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=game_id)
            if not game.is_over and game.turn.player_id == player.pk:
                renew(game, player)
                game.turn.save(update_fields=["calendar", "deadline", "due_at"])


def _where_it_does_not_count(player: Player, days: Sequence[date]) -> list[str]:
    described = []
    for game in running_games_of(player).exclude(pause_rules={}):
        rules = PauseRules.load(game.pause_rules)
        what = gettext("game {number}").format(number=game.pk) + (f" ({game.title_in_words})" if game.title else "")
        if rules.leave == LeaveRule.FORBIDDEN:
            described.append(gettext("In {what} leave does not count: your clock runs on.").format(what=what))
        elif rules.leave == LeaveRule.CAPPED:
            seat = game.seats.get(player=player)
            spent = len(game.leave_spent.get(str(seat.number), ()))
            if len(days) > rules.leave_days - spent:
                described.append(
                    gettext("In {what} only {days} of leave still count for you.").format(
                        what=what, days=_days(rules.leave_days - spent)
                    )
                )
    return described


def _warnings_of_events(player: Player, days: Sequence[date]) -> list[str]:
    answers = leave_planned.send(Player, player=player, days=days)
    return [sentence for _, sentences in answers for sentence in sentences or ()]


def _years(days: Sequence[date]) -> list[int]:
    return sorted({day.year for day in days})


def _days(number: int) -> str:
    return ngettext("{count} day", "{count} days", number).format(count=number)


def running_games_of(player: Player | Asked) -> QuerySet[Game]:
    """The games of a player that are not over, the newest first: points are counted at the end."""
    found = Game.objects.filter(turn__isnull=False, seats__player=player, seats__points=None).select_related("turn")
    return found.prefetch_related("seats__player").order_by("-pk")
