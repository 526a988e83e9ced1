"""Writing a game's log: events numbered and chained by hash, the clock charged, all in the caller's transaction."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import CharField, Exists, Model, OuterRef, Subquery
from django.utils.translation import gettext

from games.clock.heartbeats import STALE
from games.exceptions import NoSuchGame
from games.log_kinds.kinds import PLIES
from games.models import ClockJump, CurrentTurn, Game, GameEvent, Seat, Submission
from games.records.receipts import receipt_of
from games.rules.base import Position, Roll
from games.signals import game_advanced
from games.timekeeping import turn_clock
from games.turns.playing import Turn
from games.uptime.outages import credit, going_on, is_owed, parts
from ground.canonical import canonical_time
from ground.prepared.queries import Asked, Prepared
from ground.prepared.writes import insert, update

CHANGING = (  # what a game's log decides: the rest of its row is agreed before it begins
    "status", "position", "ply", "seq", "receipt", "to_act", "agreements", "clocks", "holds", "leave_spent",
    "finished_at", "end_reason",
)  # fmt: skip
_ALL_OF_THE_GAME = [f"game__{column.name}" for column in Game._meta.concrete_fields if not column.primary_key]


GAME = Prepared(lambda: Game.objects.filter(pk=Asked("game")))
LOCKED_GAME: Prepared[Any] = Prepared(
    lambda: (
        GAME.make()
        .select_for_update()
        .annotate(
            is_owed=is_owed(OuterRef("pk")),
            all_well_at=Subquery(parts().order_by("at").values("at")[:1]),
            is_clock_moved=Exists(ClockJump.objects.filter(believed_at=None)),
        )
    )
)
_EARLIER = Submission.objects.filter(player_id=Asked("player"), key=Asked("key", CharField))
SEATS = Prepared(
    lambda: (
        Seat.objects.filter(game=Asked("game"))
        .select_related("player", "game__turn")
        .defer(*_ALL_OF_THE_GAME)
        .annotate(earlier_id=Subquery(_EARLIER.values("pk")[:1]))
        .order_by("number")
    )
)


@dataclass
class OpenGame:
    """A game locked for writing, with its seats, its position and the events about to be written.

    ``earlier_id`` is the submission that was made with the same key before, if it was asked for and there is one.
    ``all_well_at`` is up to when every part of the service has sent a heartbeat, ``is_clock_moved`` whether
    somebody has set the system clock and nobody has said yet that it is right.
    """

    game: Game
    seats: Sequence[Seat]
    position: Position[Any]
    events: list[GameEvent] = field(default_factory=list)
    earlier_id: int | None = None
    all_well_at: datetime | None = None
    is_clock_moved: bool = False

    def seat_of(self, player_id: int) -> Seat | None:
        """The seat a player holds and has not left."""
        return next((seat for seat in self.seats if seat.player_id == player_id and not seat.has_left), None)

    @property
    def staying(self) -> list[Seat]:
        return [seat for seat in self.seats if not seat.has_left]

    def write(self, kind: GameEvent.Kind, *, source: str, at: datetime, **values: Any) -> GameEvent:
        """Add one event: the next number, the next ply for steps, rolls and undos, the next link of the chain."""
        game = self.game
        game.seq += 1
        ply = None
        if kind in PLIES:
            game.ply += 1
            ply = game.ply
            if not game.is_over:
                turn_clock.let_go_of_held(game.turn)  # whatever waited was for the ply before
        event = GameEvent(game=game, seq=game.seq, ply=ply, kind=kind, source=source, at=at, **values)
        event.receipt = game.receipt = chain(game.receipt, event)
        self.events.append(event)
        return event

    def save(self, submission: Submission | None = None) -> None:
        """Store what has been written, with the submission that brought it."""
        for event in self.events:
            event.submission = submission
        store([self])


def store(written: Sequence[OpenGame]) -> None:
    """Store games that go on, or begin, at one moment, with their events and turns, and send ``game_advanced``. Three
    statements of our own, also for many that begin."""
    for one in written:
        one.game.position = one.position.dump()
    insert([event for one in written for event in one.events])
    _insert_or_update([one.game for one in written], CHANGING)
    if over := [one.game.pk for one in written if one.game.is_over]:
        CurrentTurn.objects.filter(game__in=over).delete()
    _insert_or_update([one.game.turn for one in written if not one.game.is_over])
    if written:  # a round may have no games
        game_advanced.send(Game, advanced=written)


def _insert_or_update(rows: Sequence[Model], changing: Sequence[str] = ()) -> None:
    known = [row for row in rows if not row._state.adding]
    insert([row for row in rows if row._state.adding])
    for row in known:
        update(row, changing)


def open_game(game_id: int, *, player_id: int | None = None, key: str | None = None) -> OpenGame:
    """Lock a game for the rest of the transaction, every known outage given back to it. Raises NoSuchGame.

    With a ``key`` of a player it looks whether they have made a submission with it. The lock is that of the game's row
    alone: what the second statement reads was written by whoever had the lock before.
    """
    if not transaction.get_connection().in_atomic_block:
        raise AssertionError("A game is only ever changed inside a transaction.")
    opened = _load(LOCKED_GAME, game_id, player_id, key)
    facts = vars(opened.game)
    opened.all_well_at, opened.is_clock_moved = facts["all_well_at"], facts["is_clock_moved"]
    if facts["is_owed"]:  # an outage that the sweep has not brought here yet
        credit(opened.game)
    return opened


def read_game(game_id: int) -> OpenGame:
    """The same without a lock, for reading only. Raises NoSuchGame."""
    return _load(GAME, game_id)


def _load(games: Prepared[Game], game_id: int, player_id: int | None = None, key: str | None = None) -> OpenGame:
    """Two statements: the game; its seats with their players, its turn and the submission of that key."""
    game = next(iter(games.ask(game=game_id)), None)
    if game is None:
        raise NoSuchGame(gettext("There is no game {game_id}.").format(game_id=game_id))
    seats = SEATS.ask(game=game_id, player=player_id, key=key)
    if not game.is_over:
        game.turn = seats[0].game.turn
    for seat in seats:
        seat.game = game
    earlier_id = vars(seats[0])["earlier_id"]
    return OpenGame(game=game, seats=seats, position=game.load_position(), earlier_id=earlier_id)


def write_turn(opened: OpenGame, turn: Turn, at: datetime, source: str, *, now: datetime) -> None:
    """Write the steps of a turn into the log and run the clocks: a turn ends where another seat is to act.

    The mover is charged up to ``at``, when the turn arrived. The next seat cannot know of it before ``now``, when it is
    written, so the next clock starts only then: how long a mail waited for us costs nobody any time.
    """
    game = opened.game
    at = max(at, game.turn.started_at)  # a door with a slow clock must not turn time back
    before = turn.positions[0]
    for step, position in zip(turn.steps, turn.positions[1:], strict=True):
        kind = GameEvent.Kind.ROLL if step.seat is None else GameEvent.Kind.STEP
        opened.write(
            kind, source=source if step.is_sent else Submission.Source.SERVICE, at=at, seat=step.seat, text=step.text,
            cause=step.cause,
        )  # fmt: skip
        if isinstance(position.to_act, Roll):
            continue
        run_clocks(opened, before, position, at, max(at, now))
        before = position
    game.agreements = {}  # an offer lapses with the next move
    opened.position = turn.position


def run_clocks(opened: OpenGame, before: Position[Any], after: Position[Any], at: datetime, resumed: datetime) -> None:
    """Stop and start what a step from one position to another stops (``at``) and starts (``resumed``).

    While a seat answers out of turn, the clock of the seat whose turn it is stands, and nobody is charged.
    """
    game = opened.game
    is_over = after.turn_of != before.turn_of
    if after.seat_to_act == game.to_act and not is_over:
        return
    if not before.is_answer:
        stop_clock(opened, at, is_over=is_over)
    else:
        turn_clock.spend_leave(game, at)
        if is_over and before.turn_of is not None:
            _charge(game, before.turn_of, timedelta(0), is_over=True)
    start_clock(game, opened.seats, after.seat_to_act, resumed, is_answer=after.is_answer)


def chain(previous: str, event: GameEvent) -> str:
    """The receipt of an event, which anybody can recompute from what REST shows of the log (see docs/records.md)."""
    line = {
        "seq": event.seq,
        "ply": event.ply,
        "kind": str(event.kind),
        "seat": None if event.seat is None else event.seat + 1,
        "text": event.text,
        "cause": str(event.cause),
        "actor": event.actor_id,
        "reason": event.reason,
        "source": str(event.source),
        "at": canonical_time(event.at),
    }
    return receipt_of(previous, event.game_id, line)


def start_clock(game: Game, seats: Sequence[Seat], seat: int | None, at: datetime, *, is_answer: bool = False) -> None:
    """``seat`` is to act from now on; an answer out of turn has a time of its own.

    Nobody's clock runs when the game is over or a house bot plays the seat.
    """
    game.to_act = seat
    if seat is None:
        return
    if seats[seat].has_left or seats[seat].player.is_bot:
        turn_clock.start_turn_of_house(game, at)
        return
    allotted = game.time_control.answer if is_answer else timedelta(milliseconds=game.clocks[seat])
    turn_clock.start_turn(game, seats[seat].player, allotted, at)


def stop_clock(opened: OpenGame, at: datetime, *, is_over: bool) -> None:
    """The seat to act has acted: charge it what it used. When its turn is over, it gets the increment.

    An outage that goes on is in no ledger yet, and is not charged. While the clock cannot be believed nothing is.
    """
    game = opened.game
    if game.to_act is None:
        return
    if opened.is_clock_moved:
        _charge(game, game.to_act, timedelta(0), is_over=is_over)
        return
    is_well = opened.all_well_at is None or at - opened.all_well_at <= STALE
    _charge(game, game.to_act, turn_clock.used_until(game, at, *(() if is_well else going_on(at))), is_over=is_over)
    turn_clock.spend_leave(game, at)


def _charge(game: Game, seat: int, used: timedelta, *, is_over: bool) -> None:
    remaining = timedelta(milliseconds=game.clocks[seat])
    left = game.time_control.after_turn(remaining, used) if is_over else max(timedelta(0), remaining - used)
    game.clocks[seat] = left // timedelta(milliseconds=1)
