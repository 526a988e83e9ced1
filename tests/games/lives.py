"""A world in which a game lives: true time and the system clock, parts of the service that come and go, people, sweeps.

Everything goes through the services. Beside them the world keeps its own books: what a turn may be charged is found
again by cutting time wherever a rest begins or ends and adding up the pieces in which none holds, which shares no code
with ``games.clock.pauses`` and ``games.play.log``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from itertools import pairwise
from random import Random
from typing import Any

from django.conf import settings

from games.archive.checks import check_game
from games.clock.calendars import Calendar, PauseRules
from games.clock.controls import TimeControl
from games.clock.heartbeats import STALE
from games.clock.pauses import NEVER, Pause, Reason
from games.exceptions import GameError, OutOfTime
from games.models import Game, GameEvent, Heartbeat, Player
from games.play import agreements, directing, held_moves, house_players, moving, planning, standing_answers, timeouts
from games.records.record import moments_of
from games.rules.base import Roll
from games.timekeeping import leave, turn_clock
from games.uptime import outages

DAY, HOUR, MINUTE, SECOND = timedelta(days=1), timedelta(hours=1), timedelta(minutes=1), timedelta(seconds=1)
MILLISECOND = timedelta(milliseconds=1)
PARTS = ("web", "worker", "beat", "mail intake")
FLAG = timedelta(seconds=settings.FLAG_GRACE_SECONDS)
Kind = GameEvent.Kind


def running(since: datetime, until: datetime, pause_spans: Sequence[Pause]) -> timedelta:
    """The time between two instants in which no rest holds, piece by piece."""
    cuts = {at for rest in pause_spans for at in (rest.start, rest.end) if since < at < until}
    marks = sorted({since, until} | cuts) if since < until else [since]
    held = [(rest.start, rest.end) for rest in pause_spans]
    pieces = ((a, b) for a, b in pairwise(marks) if not any(start <= a and b <= end for start, end in held))
    return sum((b - a for a, b in pieces), timedelta(0))


def rests_between(calendar: Calendar, since: datetime, until: datetime) -> list[Pause]:
    """The rests of a calendar that begin before an instant."""
    found = []
    for rest in calendar.pause_spans(since):
        if rest.start >= until:
            break
        found.append(rest)
    return found


@dataclass
class Turn:
    """What a game's row said of its turn before an action."""

    seq: int
    ply: int
    to_act: int | None
    began: datetime | None
    clocks: list[int]
    has_clock: bool
    calendar: Calendar
    spent: list[date]
    warned: bool
    paused: bool


@dataclass
class World:
    """One game and everything around it. ``true`` is the time that nobody can set; the system clock is ``now``."""

    game: Game
    players: list[Player]
    director: Player
    true: datetime
    random: Random
    offset: timedelta = timedelta(0)
    down: set[str] = field(default_factory=set)
    unread_since: datetime | None = None  # what arrived at the mail server from then on has not been read
    unreachable: set[int] = field(default_factory=set)  # players whom no warning reaches
    disturbed: timedelta = timedelta(0)  # outages, pauses, time added, clocks that were wrong
    paused_at: datetime | None = None
    disturbances: int = 0
    in_order: bool = True  # whether the system clock has always been right
    flags: int = 0
    shift: timedelta = timedelta(0)  # by which true time was moved when somebody believed a clock
    gaps: list[tuple[datetime, datetime]] = field(default_factory=list)  # when some part was away
    gap_began: datetime | None = None
    returning: set[str] = field(default_factory=set)

    # Time ---------------------------------------------------------------------------------------------------------

    @property
    def now(self) -> datetime:
        return self.true + self.offset

    @property
    def is_whole(self) -> bool:
        return not self.down and self.offset == timedelta(0)

    def beat(self) -> None:
        """Every part that is there has given its heartbeats up to now."""
        for name in PARTS:
            if name in self.down:
                continue
            known = Heartbeat.objects.filter(name=name).first()
            if known is not None and name not in self.returning and self.now - known.at > STALE:
                ago = 20 * SECOND
                Heartbeat.objects.filter(name=name).update(
                    at=self.now - ago, ticks=self._ticks - ago.total_seconds(), clear_until=self.now - ago
                )
            self._sign(name)
        self.returning.clear()

    def _sign(self, name: str) -> None:
        clear = min(self.now, self.unread_since or self.now) if name == "mail intake" else self.now
        outages.record_heartbeat(name=name, at=self.now, clear_until=clear, ticks=self._ticks, boot="1")

    @property
    def _ticks(self) -> float:
        return (self.true - self.shift - EPOCH).total_seconds()

    def pass_time(self, span: timedelta) -> None:
        """Let time go by, with a sweep at its end and wherever one would do something."""
        until = self.true + span
        for _ in range(200):
            self.game.refresh_from_db()
            held_until = None if self.game.is_over else self.game.turn.held_until
            stops = [held_until, self.game.deadline and self.game.deadline + FLAG + SECOND]
            coming = [at - self.offset for at in stops if at is not None and at - self.offset > self.true]
            self.true = min([until, *coming])
            self.beat()
            self.sweep()
            if self.true >= until:
                return
        raise AssertionError("Time did not go by.")

    def sweep(self) -> None:
        """What beat asks the workers to do, if both are there."""
        if self.down & {"worker", "beat"}:
            return
        self.warn()
        outages.credit_outages(now=self.now)
        self.do(self._sweep_games)

    def _sweep_games(self) -> None:
        held_moves.publish_held(now=self.now)
        timeouts.flag_overdue(now=self.now)

    def warn(self) -> None:
        """The last warning, in time, to the player who is to act."""
        game = Game.objects.get(pk=self.game.pk)
        if game.deadline is None:
            return
        if self.now >= game.deadline - HOUR and self._player_id(game) not in self.unreachable:
            timeouts.record_warning(game_id=game.pk, turn_started_at=game.turn.started_at, warning="95")

    def _player_id(self, game: Game) -> int | None:
        return None if game.to_act is None else game.seats.get(number=game.to_act).player_id

    # Actions, and the books -----------------------------------------------------------------------------------------

    def do(self, action: Callable[[], Any]) -> Any:
        """A action; then the books are held against what it has done. Returns the action's refusal, if it was one."""
        before, refusal = self._look(), None
        doubted = bool(outages.doubts(self.now))
        going_on = outages.going_on(self.now)
        believed = outages.is_clock_believed()
        try:
            action()
        except GameError as error:
            refusal = error
        self.game.refresh_from_db()
        self._check(before, doubted=doubted, going_on=going_on, believed=believed)
        return refusal

    def _look(self) -> Turn:
        game = Game.objects.get(pk=self.game.pk)
        turn = None if game.is_over else game.turn
        return Turn(
            seq=game.seq,
            ply=game.ply,
            to_act=game.to_act,
            began=turn.started_at if turn else None,
            clocks=list(game.clocks),
            has_clock=turn is not None and turn.time is not None,
            calendar=turn_clock.calendar_of(game) if turn else Calendar(),
            spent=turn_clock._spent(game),
            warned=turn is not None and (bool(turn.warned) or turn_clock.has_notice(game)),
            paused=turn_clock.is_paused(game),
        )

    def _check(self, before: Turn, *, doubted: bool, going_on: list[Pause], believed: bool) -> None:
        game = self.game
        news = list(game.events.filter(seq__gt=before.seq).order_by("seq"))
        if news or self.random.random() < 0.2:
            assert check_game(game) == []
        flagged = [event for event in news if event.kind == Kind.FLAGGED]
        self.flags += len(flagged)
        for event in flagged:
            assert before.warned, "no flag before a warning"
            assert not before.paused, "no flag in a pause"
            assert not doubted, "no flag while anything is in doubt"
            assert event.at < self.now
        seats = [event.seat for event in game.events.filter(kind=Kind.FLAGGED)]
        assert len(seats) == len(set(seats)), "each flag falls once"
        if game.status == Game.Status.RUNNING:
            assert game.to_act is not None
            self._check_books(before, news, going_on, believed=believed)
            self._check_deadline()

    def _check_books(self, before: Turn, news: list[GameEvent], going_on: list[Pause], *, believed: bool) -> None:
        """Every clock is what it was, without the running time of the turns that ended, and with their increments."""
        game, control = self.game, self.game.time_control
        clocks = [clock * MILLISECOND for clock in before.clocks]
        seat, began, has_clock = before.to_act, before.began, before.has_clock
        left = {s.number for s in game.seats.filter(left_ply__isnull=False)}
        bots = {s.number for s in game.seats.filter(player__is_bot=True)}
        moments = self._moments() if any(event.ply is not None for event in news) else []
        position = None
        for event in news:
            if event.kind == Kind.TIME_ADDED:
                self._book_added(clocks, event, left | bots)
            elif event.kind == Kind.FLAGGED and event.seat is not None:
                clocks[event.seat] = timedelta(0)
                has_clock = False
            elif event.kind == Kind.SUBSTITUTED:
                return  # has a test of its own
            if event.ply is None:
                continue
            moment = moments[event.ply - 1]
            position = position or moment.before
            if isinstance(moment.after.to_act, Roll) or (moment.roll is not None and moment.after is moment.before):
                continue
            after, over = moment.after, moment.after.turn_of != position.turn_of
            if after.seat_to_act == seat and not over:
                position = after
                continue
            if not position.is_answer:
                if seat is not None and began is not None:
                    used = (
                        self._used(before, began, event.at, going_on, has_clock=has_clock) if believed else timedelta(0)
                    )
                    clocks[seat] = self._after(control, clocks[seat], used, over)
            elif over and position.turn_of is not None:
                clocks[position.turn_of] = self._after(control, clocks[position.turn_of], timedelta(0), over)
            position, seat, began = after, after.seat_to_act, None if game.is_over else game.turn.started_at
            before = replace(before, calendar=Calendar() if game.is_over else turn_clock.calendar_of(game))
        real = [clock * MILLISECOND for clock in game.clocks]
        assert all(abs(a - b) <= 10 * MILLISECOND for a, b in zip(real, clocks, strict=True)), (real, clocks)

    @staticmethod
    def _after(control: TimeControl, left: timedelta, used: timedelta, over: bool) -> timedelta:
        left = max(timedelta(0), left - used)
        return min(control.cap, left + control.increment) if over else left

    @staticmethod
    def _book_added(clocks: list[timedelta], event: GameEvent, without: set[int]) -> None:
        for number in range(len(clocks)):
            if event.seat == number or (event.seat is None and number not in without):
                clocks[number] += timedelta(seconds=int(event.text))

    def _used(self, turn: Turn, began: datetime, at: datetime, going_on: list[Pause], *, has_clock: bool) -> timedelta:
        """What a turn that ended at an instant may be charged. One that began in the same action has used nothing."""
        if began != turn.began:
            return timedelta(0)
        calendar = self._calendar_now(turn) if has_clock else Calendar()
        life, holds = rests_between(calendar, began, at), [Pause.load(hold) for hold in self.game.holds]
        away = [rest for rest in going_on if at - rest.start > STALE]
        used = running(began, at, [*life, *holds, *away])
        if self.in_order:  # as it was in truth, whatever was noticed
            others = [hold for hold in holds if hold.reason != Reason.OUTAGE]
            gaps = self.gaps if self.gap_began is None else [*self.gaps, (self.gap_began, self.now)]
            truly = running(began, at, [*life, *others, *(Pause(a, b, Reason.OUTAGE) for a, b in gaps)])
            assert abs(truly - used) <= len(gaps) * (STALE + SECOND), (truly, used)
        return used

    def _calendar_now(self, turn: Turn) -> Calendar:
        """The calendar of a turn, with the leave that was taken in the action that ended it."""
        player = Player.objects.get(seats__game=self.game, seats__number=turn.to_act)
        known = leave.calendar_of(player)
        full = replace(turn.calendar, leave=known.leave, taken=known.taken)
        return PauseRules.load(self.game.pause_rules).apply(full, turn.began or self.now, turn.spent)

    def _moments(self) -> list[Any]:
        game = self.game
        start = game.game_rules.start(len(self.players), game.options)
        steps = list(game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True))
        return list(moments_of(game.game_rules, start, steps))

    def _check_deadline(self) -> None:
        """The stored deadline is that of the pure clocks: up to it the turn has used all its time, before it less."""
        game = self.game
        if game.is_over or game.turn.time is None or game.deadline is None or game.time_control.ends:
            return
        pause_spans = rests_between(turn_clock.calendar_of(game), game.turn.started_at, game.deadline + DAY)
        pause_spans += turn_clock.holds_of(game)
        used = running(game.turn.started_at, game.deadline, pause_spans)
        whole = game.turn.time * MILLISECOND
        assert used >= whole or game.deadline == game.turn.started_at, (used, whole)
        if used > whole:
            ends = [rest.end for rest in pause_spans]
            floors = (settings.LEAVE_GRACE_HOURS, settings.OUTAGE_FLOOR_HOURS, settings.FLAG_NOTICE_HOURS)
            assert any(game.deadline <= end + max(floors) * HOUR for end in ends if end != NEVER), (
                "only a grace gives more"
            )
        assert not any(rest.start <= game.deadline < rest.end for rest in pause_spans), "no flag falls in a rest"

    # What people do -----------------------------------------------------------------------------------------------

    def move(self, *, arrived: datetime | None = None) -> Any:
        """The player who is to act plays some legal move. Refused only for what the world knows a reason for."""
        game = self.game
        game.refresh_from_db()
        if game.status != Game.Status.RUNNING or game.to_act is None:
            return None
        seat = game.seats.get(number=game.to_act)
        if seat.has_left or seat.player.is_bot:
            return None
        position = game.load_position()
        text = game.game_rules.format(position.random_move(self.random), position)
        at = arrived or self.now
        in_time = game.deadline is None or at <= game.deadline
        refusal = self.do(
            lambda: moving.play_move(
                game_id=game.pk, player_id=seat.player_id, text=text, ply=game.ply, at=at, source="page", now=self.now
            )
        )
        assert not in_time or not isinstance(refusal, OutOfTime), "what arrived in time counts"
        return refusal

    def wait_minutes(self, n: int) -> None:
        self.pass_time(n * MINUTE)

    def wait_hours(self, n: int) -> None:
        self.pass_time(n * HOUR)

    def wait_days(self, n: int) -> None:
        self.pass_time((n % 20) * DAY)

    def sit(self, n: int) -> None:
        """Wait for the last second, or the one after it, and move."""
        self.game.refresh_from_db()
        if self.game.deadline is None or self.game.deadline <= self.now:
            return
        moment = self.game.deadline + (n % 3 - 1) * SECOND
        self.pass_time(max(timedelta(0), moment - self.now))
        self.move()

    def just_move(self, n: int) -> None:
        self.move()

    def mail(self, n: int) -> None:
        """A move arrives and is read hours later."""
        if self.unread_since is not None:
            return
        arrived = self.unread_since = self.now
        self.game.refresh_from_db()
        ply, due = self.game.ply, self.game.deadline
        self.pass_time(n * HOUR)
        self.game.refresh_from_db()
        if self.in_order and due is not None and arrived <= due and self.game.status == Game.Status.RUNNING:
            self.move(arrived=arrived)
        assert not self.in_order or due is None or arrived > due or self.game.ply > ply or not self.flags
        self.unread_since = None
        self._disturb(n * HOUR)
        self.beat()

    def go_down(self, n: int) -> None:
        """Some parts of the service stop."""
        if not self.down:
            self.beat()
            self.down = {part for bit, part in enumerate(PARTS) if n >> bit & 1} or {"mail intake"}
            self.gap_began = self.now

    def come_back(self, n: int) -> None:
        """All parts are there again."""
        if self.gap_began is None:
            return
        self.returning, self.down = set(self.down), set()
        self.gaps.append((self.gap_began, self.now))
        self._disturb(self.now - self.gap_began)
        self.gap_began = None
        self.beat()

    def outage(self, n: int) -> None:
        """Some parts are away for a while, perhaps over the deadline."""
        self.go_down(n)
        self.game.refresh_from_db()
        due = self.game.deadline
        over = due is not None and n % 2 and self.now < due < self.now + 20 * DAY
        self.pass_time(due + n * MINUTE - self.now if due is not None and over else n * MINUTE)
        self.come_back(n)

    def set_clock(self, n: int) -> None:
        """Somebody sets the system clock wrong."""
        if self.offset or self.down:
            return
        self.beat()
        self._disturb(366 * DAY)
        self.offset, self.in_order = JUMPS[n % len(JUMPS)], False
        self.true += 5 * SECOND
        self.beat()

    def set_clock_right(self, n: int) -> None:
        """The clock is put right; or it is believed, and true time is what it says."""
        if not self.offset:
            return
        self.come_back(n)
        self.beat()
        if n % 2:
            self.do(lambda: outages.believe_clock(now=self.now))
            self.true, self.shift, self.offset = self.now, self.shift + self.offset, timedelta(0)
        else:
            self.offset = timedelta(0)
            self.true += 5 * SECOND
        self.beat()
        assert outages.is_clock_believed()

    def pause(self, n: int) -> None:
        if self._direct(directing.pause_game) is None and self.paused_at is None:
            self.paused_at = self.now

    def resume(self, n: int) -> None:
        if self._direct(directing.resume_game) is None and self.paused_at is not None:
            self._disturb(abs(self.now - self.paused_at))
            self.paused_at = None

    def add_time(self, n: int) -> None:
        seat = None if n % 3 == 0 else n % len(self.players)
        if self._direct(directing.add_time, seat=seat, span=(n + 1) * HOUR) is None:
            self._disturb(len(self.players) * (n + 1) * HOUR)

    def _direct(self, action: Callable[..., Any], **values: Any) -> Any:
        return self.do(
            lambda: action(game_id=self.game.pk, actor_id=self.director.pk, reason="So.", at=self.now, **values)
        )

    def _disturb(self, span: timedelta) -> None:
        self.disturbed += span
        self.disturbances += 1

    def _sent(self, n: int) -> dict[str, Any]:
        player = self.players[n % len(self.players)]
        return {"game_id": self.game.pk, "player_id": player.pk, "at": self.now, "source": "page"}

    def take_back(self, n: int) -> None:
        """One asks, and the others agree or do not."""
        last = self.game.events.filter(kind=Kind.STEP).order_by("seq").last()
        n = n if last is None or last.seat is None or n % 4 == 0 else len(self.players) * n + last.seat
        self.do(lambda: agreements.ask_undo(**self._sent(n)))
        for other in range(1, len(self.players)):
            if n % 5:
                self.do(lambda other=other: agreements.accept_offer(**self._sent(n + other)))  # type: ignore[misc]
            else:
                self.do(lambda other=other: agreements.decline_offer(**self._sent(n + other)))  # type: ignore[misc]

    def offer_draw(self, n: int) -> None:
        self.do(lambda: agreements.offer_draw(**self._sent(n)))
        self.do(lambda: agreements.decline_offer(**self._sent(n + 1)))

    def plan(self, n: int) -> None:
        """Somebody plans a reply to whatever comes; it may turn out to be impossible."""
        position = self.game.load_position()
        text = "null d3"
        if isinstance(position.to_act, int) and self.game.status == Game.Status.RUNNING:
            after = position.play(position.random_move(self.random))
            if isinstance(after.to_act, int):
                text = self.game.game_rules.format(after.random_move(self.random), after)
        self.do(lambda: planning.set_plan(**self._sent(n), text=f"if * then {text}"))

    def answer_beforehand(self, n: int) -> None:
        preferences = self.game.game_rules.standing_preferences
        text = preferences[n % len(preferences)].text if preferences and n % 3 else "ask"
        self.do(lambda: standing_answers.set_standing_answer(**self._sent(n), text=text))

    def hold(self, n: int) -> None:
        minutes = (0, 10, 30)[n % 3]
        leave.change_settings(player_id=self.players[n % len(self.players)].pk, hold_minutes=minutes)

    def cancel(self, n: int) -> None:
        self.do(lambda: held_moves.cancel_held(**self._sent(n)))

    def lose_mail(self, n: int) -> None:
        """No warning reaches a player any more, or again every one; what was accepted may come back."""
        player = self.players[n % len(self.players)]
        self.unreachable ^= {player.pk}
        self.game.refresh_from_db()
        if n % 2 and not self.game.is_over:
            timeouts.withdraw_warning(game_id=self.game.pk, turn_started_at=self.game.turn.started_at, warning="95")

    def live(self, n: int) -> None:
        """A player goes to bed at other hours, moves to another zone, changes the mind about leave."""
        player = self.players[n % len(self.players)]
        bed, hours = n % 24, 1 + n % 10
        leave.change_settings(player_id=player.pk, time_zone=ZONES[n % len(ZONES)])
        self.do(
            lambda: leave.change_calendar(
                player_id=player.pk,
                sleep=(time(bed, 30), time((bed + hours) % 24, 30)) if n % 4 else None,
                days_off=[n % 7, (n + 1) % 7][: n % 3],
                holidays=[self.now.date() + number * DAY for number in range(n % 5)],
                automatic_leave=bool(n % 2),
                now=self.now,
            )
        )

    def take_leave(self, n: int) -> None:
        """Leave is booked ahead, often so that it begins or ends on the day of the deadline."""
        player = self.players[n % len(self.players)]
        self.game.refresh_from_db()
        first = (self.game.deadline or self.now).date() + (n % 5 - 2) * DAY
        self.do(lambda: leave.book_leave(player_id=player.pk, first=first, last=first + (n % 6) * DAY, now=self.now))

    def give_leave_back(self, n: int) -> None:
        player = self.players[n % len(self.players)]
        first = self.now.date()
        self.do(lambda: leave.cancel_leave(player_id=player.pk, first=first, last=first + n * DAY, now=self.now))

    def sweep_again(self, n: int) -> None:
        self.sweep()
        self.sweep()

    # The end ------------------------------------------------------------------------------------------------------

    def settle(self) -> None:
        """All is well again and nobody moves any more: the game ends, in a time that is known."""
        self.come_back(0)
        self.set_clock_right(0)
        self.unread_since = None
        self.beat()
        self.resume(0)
        self.game.refresh_from_db()
        since = self.now
        clocks = sum((clock * MILLISECOND for clock in self.game.clocks), timedelta(0))
        for _ in range(1000):
            self.game.refresh_from_db()
            if self.game.status == Game.Status.FINISHED:
                break
            if self.game.turn.time is None:
                self.do(lambda: house_players.play_house_bot(self.game.pk, clock=lambda: self.now))
                continue
            assert self.game.deadline is not None, "there is a deadline when all is well"
            self.pass_time(max(timedelta(0), self.game.deadline + FLAG + 2 * SECOND - self.now))
        assert self.game.status == Game.Status.FINISHED, "every game ends when nobody moves"
        seats = len(self.players)
        answers = 64 * self.game.time_control.answer if self.game.game_rules.standing_preferences else timedelta(0)
        graces = timedelta(hours=settings.FLAG_NOTICE_HOURS + settings.OUTAGE_FLOOR_HOURS)
        waited = self._longest(clocks + answers + seats * (graces + 3 * HOUR), 3 * seats)
        assert self.now - since <= waited, (self.now - since, waited)

    def _longest(self, running: timedelta, turns: int) -> timedelta:
        grace, bank = timedelta(hours=settings.LEAVE_GRACE_HOURS), settings.LEAVE_DAYS_PER_YEAR
        rules = PauseRules.load(self.game.pause_rules)
        return rules.longest(running, turns, len(self.players), bank=bank, grace=grace)

    def check_told(self, rested: datetime) -> None:
        """The game was over by the end that was told before it, but for what nobody could know."""
        graces = timedelta(hours=settings.FLAG_NOTICE_HOURS + settings.OUTAGE_FLOOR_HOURS)
        notices = sum(hold.reason == Reason.NOTICE for hold in turn_clock.holds_of(self.game))
        number = self.disturbances + notices + 3
        more = self._longest(self.disturbed + number * graces, number)
        assert self.game.finished_at is not None
        assert self.game.finished_at <= rested + more


EPOCH = datetime.fromisoformat("2020-01-01T00:00:00+00:00")
JUMPS = (HOUR, DAY, 365 * DAY, -HOUR, -DAY, -365 * DAY)
ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/New_York",
    "Australia/Sydney",
    "America/Sao_Paulo",
    "Asia/Kolkata",
    "Pacific/Auckland",
    "Pacific/Chatham",
    "Australia/Lord_Howe",
    "America/Santiago",
)
OPS = (
    *["just_move"] * 8,
    *["sit"] * 3,
    *["live"] * 2,
    *("wait_minutes", "wait_hours", "wait_days", "mail", "lose_mail", "sweep_again"),
    *("outage", "go_down", "come_back", "set_clock", "set_clock_right"),
    *("pause", "resume", "add_time"),
    *("take_back", "offer_draw", "plan", "answer_beforehand", "hold", "cancel"),
    *("take_leave", "give_leave_back"),
)
