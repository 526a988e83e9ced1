"""The clock of a game's current turn: when it stands, when its time is over, what it is charged.

A turn keeps the calendar with which it began; only leave may be added to it. So nobody gains time by going to bed
earlier in the middle of a turn, and every turn ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import F, QuerySet
from django.db.models.functions import Least

from games.clock import longest_end
from games.clock.calendars import USUAL_PAUSES, Calendar, PauseRules
from games.clock.controls import TimeControl
from games.clock.longest_end import SlowestEnds
from games.clock.pauses import NEVER, Pause, Reason, deadline, in_order, pauses_at, resumes_at, running_time, used_up_at
from games.models import CurrentTurn, Game, GameEvent, Player, Submission
from games.rules.base import Options, Rules
from games.signals import end_planned
from ground.prepared.queries import Asked, Prepared

MILLISECOND = timedelta(milliseconds=1)
SWEEPS = timedelta(hours=1)  # more than passes between a deadline and the sweep that finds it, while all is well
LONGEST_WAIT = timedelta(days=1)  # of a turn for answers of its player to what we asked
_FROM_OUTSIDE = {Reason.OUTAGE, Reason.PAUSE, Reason.QUESTION}
HOLDING_ALL = {*_FROM_OUTSIDE, Reason.NOTICE}  # what moves a hard end, too


def slowest_ends(
    rules: Rules[Any, Any],
    control: TimeControl,
    started: datetime,
    seats: int,
    options: Options,
    pause_rules: PauseRules = USUAL_PAUSES,
    *,
    added: timedelta = timedelta(0),
    substitutes: int = 0,
) -> SlowestEnds:
    """The slowest ends of a game under the leave and the notices that players have here.

    ``added`` is the time that directors have given to all its clocks together, ``substitutes`` how many players have
    taken over a seat, each with leave of their own.
    """
    return longest_end.slowest_ends(
        rules, control, started, seats, options, pause_rules,
        bank=settings.LEAVE_DAYS_PER_YEAR,
        grace=timedelta(hours=settings.LEAVE_GRACE_HOURS),
        notice=timedelta(hours=settings.FLAG_NOTICE_HOURS, seconds=settings.FLAG_GRACE_SECONDS) + SWEEPS,
        added=added,
        substitutes=substitutes,
    )  # fmt: skip


def latest_end_of(game: Game) -> datetime | None:
    """When a running game is over at the latest, whatever its players do: as was shown before it began, and moved by
    outages and what directors did since, and not after the end of its round. None while a pause has no known end.
    """
    added, substitutes = _given_by_directors(game)
    ends = slowest_ends(
        game.game_rules, game.time_control, game.started_at, len(game.clocks), game.options,
        PauseRules.load(game.pause_rules), added=added, substitutes=substitutes,
    )  # fmt: skip
    holds = [hold for hold in holds_of(game) if hold.reason in _FROM_OUTSIDE]
    graces = sum((hold.grace for hold in holds), timedelta(0))
    moved = deadline(ends.rested - game.started_at, game.started_at, holds)
    if not moved:
        return None
    asked = end_planned.send(Game, game=game) if game.place_in_event else []
    decided: list[Any] = [moment for _, moment in asked if moment]
    latest: datetime = min([moved + graces, *decided])
    return latest


_GIVEN = Prepared(
    lambda: GameEvent.objects.filter(
        game=Asked("game"), kind__in=(GameEvent.Kind.TIME_ADDED, GameEvent.Kind.SUBSTITUTED)
    )
)


def _given_by_directors(game: Game) -> tuple[timedelta, int]:
    """The time that was added to all clocks of a game together, and how many substitutes have come."""
    added, substitutes = timedelta(0), 0
    for event in _GIVEN.ask(game=game.pk):
        if event.kind == GameEvent.Kind.SUBSTITUTED:
            substitutes += 1
        else:
            added += timedelta(seconds=int(event.text)) * (len(game.clocks) if event.seat is None else 1)
    return added, substitutes


def start_turn(game: Game, player: Player, allotted: timedelta, at: datetime) -> None:
    """The clock of the seat to act starts at ``at`` with the time ``allotted``."""
    turn = game.turn
    turn.player, turn.started_at, turn.time, turn.warned = player, at, allotted // MILLISECOND, []
    turn.calendar = _respected(game, Calendar.load(player.calendar, zone=player.time_zone), at).dump()
    renew_deadline(game)


def start_turn_of_house(game: Game, at: datetime) -> None:
    """The house is to act from ``at`` on, and no clock runs."""
    turn = game.turn
    turn.player, turn.started_at, turn.time, turn.warned, turn.calendar = None, at, None, [], {}
    renew_deadline(game)


def renew_deadline(game: Game) -> None:
    """What the deadline follows from has changed; every sweep looks at the turn again."""
    turn = game.turn
    turn.deadline = time_over_at(game)
    is_awaited = turn.deadline is not None or turn.held_until is not None or turn.player is None
    first = min(filter(None, (turn.started_at, turn.deadline, turn.held_until)))
    turn.due_at = first if is_awaited else None


def save_clock(game: Game) -> None:
    """Store what ``hold`` has changed."""
    game.save(update_fields=["holds"])
    game.turn.save(update_fields=["deadline", "due_at"])


def look_again_at_turns_of(player_id: int) -> None:
    """Something has changed by which a player is reminded: every sweep looks at all turns of theirs again."""
    look_again_at(CurrentTurn.objects.filter(player=player_id))


def look_again_at(turns: QuerySet[CurrentTurn]) -> None:
    """Every sweep looks at these turns again, but for those that wait for nothing."""
    turns.filter(due_at__isnull=False).update(due_at=Least(F("due_at"), F("started_at")))


def hold_move(turn: CurrentTurn, held: Submission, until: datetime) -> None:
    """A move of the turn waits to be published then."""
    turn.held, turn.held_until = held, until
    turn.due_at = min(turn.due_at or until, until)


def let_go_of_held(turn: CurrentTurn) -> None:
    """No move waits to be published."""
    turn.held = turn.held_until = None


def calendar_of(game: Game) -> Calendar:
    """What the game respects, this turn, of the life of the player to act."""
    return Calendar.load(game.turn.calendar)


def holds_of(game: Game) -> list[Pause]:
    """Pauses, outages and notices of the whole game, in order."""
    return sorted(map(Pause.load, game.holds), key=lambda hold: hold.start)


def pauses_of(game: Game, *more: Pause) -> Iterator[Pause]:
    """When the clock of the turn is stopped, from its start on, in order and perhaps without end."""
    grace = timedelta(hours=settings.LEAVE_GRACE_HOURS)
    return in_order(calendar_of(game).pause_spans(game.turn.started_at, grace), holds_of(game), more)


def time_over_at(game: Game, *more: Pause) -> datetime | None:
    """The deadline of the turn, with ``more`` rests than are written down; None while none is known."""
    turn = game.turn
    if turn.time is None:
        return None
    found = deadline(turn.time * MILLISECOND, turn.started_at, pauses_of(game, *more))
    if found is None or not has_hard_end(game):
        return found
    ends = hard_end(game, *more)
    return min(found, ends) if ends else None


def has_hard_end(game: Game) -> bool:
    """Whether every turn is over at some instant, whatever time is left."""
    ends = game.time_control.ends
    return ends is not None and ends > game.started_at


def hard_end(game: Game, *more: Pause) -> datetime | None:
    """The hard end, moved by what holds all; None without one, and while none is known."""
    ends = game.time_control.ends
    if ends is None or not has_hard_end(game):
        return None
    holds = [hold for hold in in_order(holds_of(game), more) if hold.reason in HOLDING_ALL]
    return deadline(ends - game.started_at, game.started_at, holds)


def used_until(game: Game, at: datetime, *more: Pause) -> timedelta:
    """How much of its time the turn has used at an instant, with ``more`` rests than are written down."""
    return running_time(game.turn.started_at, at, pauses_of(game, *more))


def used_at(game: Game, used: timedelta) -> datetime | None:
    """When the turn has used so much of its time; None while a pause without a known end comes before."""
    return used_up_at(used, game.turn.started_at, pauses_of(game))


def stands_at(game: Game, at: datetime) -> list[Pause]:
    """Why the clock of the turn is stopped at an instant; empty if it runs or there is none."""
    return [] if game.is_over or game.turn.time is None else pauses_at(at, pauses_of(game))


def runs_again_at(game: Game, at: datetime) -> datetime | None:
    """When a stopped clock runs again; None if that is not known yet."""
    again = resumes_at(at, pauses_of(game))
    return None if again == NEVER else again


def has_notice(game: Game) -> bool:
    """Whether a notice stands on the site in this turn, where no warning had reached its player."""
    return any(h.reason == Reason.NOTICE and h.start >= game.turn.started_at for h in holds_of(game))


def waited_for(game: Game, at: datetime) -> tuple[datetime, datetime]:
    """Up to when the clock of this turn has waited for answers of its player, and until when it may: a day from the
    first time on, which is ``at`` if there was none.
    """
    held = [h for h in holds_of(game) if h.reason == Reason.QUESTION and h.start >= game.turn.started_at]
    since = held[0].start if held else at
    return max((h.end for h in held), default=game.turn.started_at), since + LONGEST_WAIT


def end_question(game: Game, at: datetime) -> None:
    """The clock that waits for the answer to a question of ours runs again; at least the grace is left."""
    held = [replace(h, end=max(h.start, min(h.end, at))) if h.reason == Reason.QUESTION else h for h in holds_of(game)]
    game.holds = [hold.dump() for hold in held]
    renew_deadline(game)


def hold(game: Game, rest: Pause) -> bool:
    """Let the clocks of a game stand once more. Says whether that is new: the same rest twice is one."""
    if rest.dump() in game.holds:
        return False
    game.holds = [*game.holds, rest.dump()]
    renew_deadline(game)
    return True


def is_paused(game: Game) -> bool:
    """Whether a director has paused the game and not let it go on yet."""
    return any(_is_open_pause(hold) for hold in holds_of(game))


def pause(game: Game, at: datetime) -> None:
    """No clock of the game runs from ``at`` on, until ``end_pause``."""
    hold(game, Pause(at, NEVER, Reason.PAUSE))


def end_pause(game: Game, at: datetime) -> None:
    """The clocks of a paused game run again. After a long pause each has some hours at least, as after an outage."""
    held = [replace(h, end=max(h.start, at)) if _is_open_pause(h) else h for h in holds_of(game)]
    game.holds = [(replace(h, grace=_grace_after(h)) if h.reason == Reason.PAUSE else h).dump() for h in held]
    renew_deadline(game)


def _is_open_pause(rest: Pause) -> bool:
    return rest.reason == Reason.PAUSE and rest.end == NEVER


def _grace_after(rest: Pause) -> timedelta:
    is_long = rest.end - rest.start >= timedelta(minutes=settings.OUTAGE_LONG_MINUTES)
    return timedelta(hours=settings.OUTAGE_FLOOR_HOURS if is_long else 0)


def start_anew(game: Game, since: datetime, now: datetime) -> None:
    """A clock was wrong: a turn that began later than ``since``, by it, begins now. Pauses and the like that began
    later than ``now`` begin now, and what ends later has ended."""
    turn = game.turn
    if turn.started_at > since:
        turn.started_at = now
    holds = [hold if hold.start <= now else replace(hold, start=now) for hold in holds_of(game)]
    ended = [hold if hold.end in (NEVER, min(hold.end, now)) else replace(hold, end=now) for hold in holds]
    game.holds = [hold.dump() for hold in ended if hold.start < hold.end]
    turn.held_until = min(turn.held_until, now) if turn.held_until else None
    renew_deadline(game)


def renew_leave(game: Game, player: Player) -> None:
    """Take over the leave that the player has booked or taken since the turn began."""
    known, now = calendar_of(game), Calendar.load(player.calendar, zone=player.time_zone)
    full = replace(known, leave=now.leave, taken=now.taken)
    game.turn.calendar = _respected(game, full, game.turn.started_at).dump()
    renew_deadline(game)


def drop_holidays(game: Game, player: Player) -> None:
    """Holidays that the player does not keep any more stop the turn that has begun no more, either."""
    known, now = calendar_of(game), Calendar.load(player.calendar, zone=player.time_zone)
    kept = tuple(day for day in known.holidays if day in now.holidays)
    game.turn.calendar = replace(known, holidays=kept).dump()
    renew_deadline(game)


def leave_used(game: Game, at: datetime) -> list[date]:
    """The days of leave on which the turn's clock stood up to ``at``."""
    calendar = calendar_of(game)
    first, last = calendar.local_day(game.turn.started_at), calendar.local_day(at)
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
    return PauseRules.load(game.pause_rules).apply(calendar, since, _spent(game))
