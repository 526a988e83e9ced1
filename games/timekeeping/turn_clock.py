"""The clock of the seat to act, as a game's row has it: when it stands, when its time is over, what it is charged.

A turn keeps the calendar with which it began; only leave may be added to it. So nobody gains time by going to bed
earlier in the middle of a turn, and every turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings

from games.clock import longest_end
from games.clock.calendars import USUAL_RESTS, Calendar, RestRules
from games.clock.controls import TimeControl
from games.clock.longest_end import SlowestEnds
from games.clock.pauses import NEVER, Reason, Rest, deadline, goes_on_at, in_order, rests_at, running_time
from games.models import Game, Player
from games.rules.base import Options, Rules

MILLISECOND = timedelta(milliseconds=1)
HOLDING_ALL = {Reason.OUTAGE, Reason.PAUSE, Reason.NOTICE}  # what moves a hard end, too: no player can bring it about


def slowest_ends(
    rules: Rules[Any, Any],
    control: TimeControl,
    started: datetime,
    seats: int,
    options: Options,
    rest_rules: RestRules = USUAL_RESTS,
) -> SlowestEnds:
    """The slowest ends of a game under the leave that players have here."""
    grace = timedelta(hours=settings.LEAVE_GRACE_HOURS)
    bank = settings.LEAVE_DAYS_PER_YEAR
    return longest_end.slowest_ends(rules, control, started, seats, options, rest_rules, bank=bank, grace=grace)


def start_turn(game: Game, player: Player, allotted: timedelta, at: datetime) -> None:
    """The clock of the seat to act starts at ``at`` with the time ``allotted``."""
    game.turn_time = allotted // MILLISECOND
    game.turn_started_at = at
    game.calendar = _respected(game, Calendar.load(player.calendar, zone=player.time_zone), at).dump()
    game.warned = []
    game.deadline = time_over_at(game)


def stop_turn(game: Game, at: datetime | None) -> None:
    """No clock runs; ``at`` is when a house bot's turn began, None once nobody is to act."""
    game.turn_time, game.turn_started_at, game.deadline = None, at, None
    game.calendar, game.warned = {}, []


def calendar_of(game: Game) -> Calendar:
    """What the game respects, this turn, of the life of who is to act."""
    return Calendar.load(game.calendar)


def holds_of(game: Game) -> list[Rest]:
    """Pauses, outages and notices of the whole game, in order."""
    return sorted(map(Rest.load, game.holds), key=lambda hold: hold.start)


def rests_of(game: Game, *more: Rest) -> Iterator[Rest]:
    """When the clock of the turn stands, from its start on, in order and perhaps without end."""
    if game.turn_started_at is None:
        return iter(())
    grace = timedelta(hours=settings.LEAVE_GRACE_HOURS)
    return in_order(calendar_of(game).rests(game.turn_started_at, grace), holds_of(game), more)


def time_over_at(game: Game, *more: Rest) -> datetime | None:
    """The deadline of the turn, with ``more`` rests than are written down; None while none is known."""
    if game.turn_started_at is None or game.turn_time is None:
        return None
    found = deadline(game.turn_time * MILLISECOND, game.turn_started_at, rests_of(game, *more))
    if found is None or not has_hard_end(game):
        return found
    ends = hard_end(game, *more)
    return min(found, ends) if ends else None


def has_hard_end(game: Game) -> bool:
    """Whether every turn is over at some instant, whatever time is left."""
    ends = game.time_control.ends
    return ends is not None and ends > game.started_at


def hard_end(game: Game, *more: Rest) -> datetime | None:
    """The hard end, moved by what holds all; None without one, and while none is known."""
    ends = game.time_control.ends
    if ends is None or not has_hard_end(game):
        return None
    holds = [hold for hold in in_order(holds_of(game), more) if hold.reason in HOLDING_ALL]
    return deadline(ends - game.started_at, game.started_at, holds)


def used_until(game: Game, at: datetime, *more: Rest) -> timedelta:
    """How much of its time the turn has used at an instant, with ``more`` rests than are written down."""
    if game.turn_started_at is None:
        return timedelta(0)
    return running_time(game.turn_started_at, at, rests_of(game, *more))


def stands_at(game: Game, at: datetime) -> list[Rest]:
    """Why the clock of the turn stands at an instant; empty if it runs or there is none."""
    return rests_at(at, rests_of(game)) if game.turn_time is not None else []


def runs_again_at(game: Game, at: datetime) -> datetime | None:
    """When a clock that stands runs again; None if nobody knows."""
    again = goes_on_at(at, rests_of(game))
    return None if again == NEVER else again


def has_notice(game: Game) -> bool:
    """Whether a notice stands on the site in this turn, where no warning had reached its player."""
    began = game.turn_started_at
    return began is not None and any(h.reason == Reason.NOTICE and h.start >= began for h in holds_of(game))


def hold(game: Game, rest: Rest) -> bool:
    """Let the clocks of a game stand once more. Says whether that is new: the same rest twice is one."""
    if rest.dump() in game.holds:
        return False
    game.holds = [*game.holds, rest.dump()]
    game.deadline = time_over_at(game)
    return True


def is_paused(game: Game) -> bool:
    """Whether a director has paused the game and not let it go on yet."""
    return any(_is_open_pause(hold) for hold in holds_of(game))


def pause(game: Game, at: datetime) -> None:
    """No clock of the game runs from ``at`` on, until ``end_pause``."""
    hold(game, Rest(at, NEVER, Reason.PAUSE))


def end_pause(game: Game, at: datetime) -> None:
    """The clocks of a paused game run again. After a long pause each has some hours at least, as after an outage."""
    held = [replace(h, end=max(h.start, at)) if _is_open_pause(h) else h for h in holds_of(game)]
    game.holds = [(replace(h, grace=_grace_after(h)) if h.reason == Reason.PAUSE else h).dump() for h in held]
    game.deadline = time_over_at(game)


def _is_open_pause(rest: Rest) -> bool:
    return rest.reason == Reason.PAUSE and rest.end == NEVER


def _grace_after(rest: Rest) -> timedelta:
    is_long = rest.end - rest.start >= timedelta(minutes=settings.OUTAGE_LONG_MINUTES)
    return timedelta(hours=settings.OUTAGE_FLOOR_HOURS if is_long else 0)


def start_anew(game: Game, since: datetime, now: datetime) -> None:
    """A clock was wrong: a turn that began later than ``since``, by it, begins now. Pauses and the like that began
    later than ``now`` begin now, and what ends later has ended."""
    if game.turn_started_at is not None and game.turn_started_at > since:
        game.turn_started_at = now
    holds = [hold if hold.start <= now else replace(hold, start=now) for hold in holds_of(game)]
    ended = [hold if hold.end in (NEVER, min(hold.end, now)) else replace(hold, end=now) for hold in holds]
    game.holds = [hold.dump() for hold in ended if hold.start < hold.end]
    game.held_until = min(game.held_until, now) if game.held_until else None
    game.deadline = time_over_at(game)


def renew_leave(game: Game, player: Player) -> None:
    """Take over the leave that the player has booked or taken since the turn began."""
    if game.turn_started_at is None:
        return
    known, now = calendar_of(game), Calendar.load(player.calendar, zone=player.time_zone)
    full = replace(known, leave=now.leave, taken=now.taken)
    game.calendar = _respected(game, full, game.turn_started_at).dump()
    game.deadline = time_over_at(game)


def leave_used(game: Game, at: datetime) -> list[date]:
    """The days of leave on which the turn's clock stood up to ``at``."""
    if game.turn_started_at is None:
        return []
    calendar = calendar_of(game)
    first, last = calendar.local_day(game.turn_started_at), calendar.local_day(at)
    return sorted(day for day in {*calendar.leave, *calendar.taken} if first <= day <= last)


def spend_leave(game: Game, at: datetime) -> None:
    """Write down for the seat to act what leave its turn has used, where the game counts it."""
    if game.to_act is None or not (used := leave_used(game, at)):
        return
    spent = {*_spent(game), *used}
    game.leave_spent = {**game.leave_spent, str(game.to_act): sorted(day.isoformat() for day in spent)}


def _spent(game: Game) -> list[date]:
    return [date.fromisoformat(day) for day in game.leave_spent.get(str(game.to_act), ())]


def _respected(game: Game, calendar: Calendar, since: datetime) -> Calendar:
    return RestRules.load(game.rest_rules).apply(calendar, since, _spent(game))
