"""More time: for one seat, a game, everybody, or a round."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games.exceptions import CannotDirect, GameOver
from games.models import Game, GameEvent, Player
from games.play import directing as games
from games.records.canonical import whole_milliseconds
from games.sweeps import Sweep
from tournaments.directing.common import check_running, do_to_game, game_of, known_line, write_line
from tournaments.event_log.kinds import DeadlineMoved, TimeAdded
from tournaments.exceptions import EventError
from tournaments.models import Event, Result, Round
from tournaments.queries import open_rounds, running_games
from tournaments.running.services import lock_directed

FURTHEST_DEADLINE = timedelta(days=731)
WHICH_GAME = "Say in which game the seat gets more time."


def add_time(
    *,
    event_id: int,
    game_id: int | None,
    seat: int | None,
    span: timedelta,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Give one seat (from 0) of a running game more time, or with None all of them; all games with ``game_id`` None.

    Raises EventError.
    """
    if game_id is None:
        if seat is not None:
            raise EventError(WHICH_GAME)
        return _add_time_to_all(event_id, span, player, reason, at, key)
    game = game_of(event_id, game_id)
    payload = TimeAdded(game=game.pk, seat=seat, seconds=int(span.total_seconds()))
    return do_to_game(
        event_id, game, player, reason, at, games.add_time, payload, key,
        check=check_running, seat=seat, span=span,
    )  # fmt: skip


def _add_time_to_all(
    event_id: int, span: timedelta, player: Player, reason: str, at: datetime, key: str | None
) -> Result:
    with transaction.atomic():
        event = lock_directed(event_id, player)
        line = known_line(event, key)
        if line is None:
            check_running(event)
            check_gain(span)
            check_has_open_games(event)
            payload = TimeAdded(game=None, seat=None, seconds=int(span.total_seconds()))
            line = write_line(event, payload, player, reason, at, None, key=key)
    add_time_told_of(line, at=at)
    return line


def add_time_told_of(line: Result, *, at: datetime) -> None:
    """Give everybody the time that a line of the log tells of, in all games that were open when it was written.

    Game by game, once in each, under a key of the line: whatever a crash has left out is done when asked again.
    """
    added = line.entry.payload
    if not isinstance(added, TimeAdded):
        raise TypeError(f"{line} adds no time.")
    event, key = line.event, f"event {line.event_id}, line {line.seq}"
    has_it = GameEvent.objects.filter(game=OuterRef("pk"), key=key)
    with Sweep(f"games of event {event.pk}") as sweep:
        for game in running_games(event).filter(~Exists(has_it), started_at__lte=line.at):
            with sweep.one(f"game {game.pk}"), suppress(GameOver):  # ended meanwhile
                games.add_time(
                    game_id=game.pk,
                    seat=None,
                    span=added.span,
                    actor_id=added.actor,
                    reason=added.why,
                    at=at,
                    key=key,
                )


def check_gain(span: timedelta, game: Game | None = None, seat: int | None = None) -> None:
    """Raises EventError for time that cannot be added, or is no gain for that seat (from 0) of a game."""
    try:
        games.check_span(span)
        if game is not None and seat is not None:
            games.check_gains_time(game, seat)
    except CannotDirect as error:
        raise EventError(error.message) from error


def check_has_open_games(event: Event) -> None:
    """Raises EventError where more time for everybody would be for nobody."""
    if not running_games(event).exists():
        raise EventError(f"No game of {event.name} is open, so nobody would get more time.")


@transaction.atomic
def move_deadline(
    *,
    event_id: int,
    round_number: int | None,
    deadline: datetime,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
) -> Result:
    """Give a round, or with None every one that is not over, another deadline, in all divisions. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    check_running(event)
    deadline = whole_milliseconds(deadline)
    rounds_to_move(event, round_number, deadline, at=at).update(deadline=deadline, is_extended=False)
    payload = DeadlineMoved(round=round_number, deadline=deadline)
    return write_line(event, payload, player, reason, at, None, key=key)


def rounds_to_move(event: Event, number: int | None, deadline: datetime, *, at: datetime) -> QuerySet[Round]:
    """The rounds with that number, or all, that are being played and can get this deadline.

    Raises EventError for a deadline that is over or far away, and where there is no such round.
    """
    if not at < deadline <= at + FURTHEST_DEADLINE:
        raise EventError("The new deadline must lie in the future, within the next two years.")
    held = open_rounds(event)
    if number is not None:
        held = held.filter(number=number)
    if not held.exists():
        raise EventError(f"{event.name} has no such round that is being played.")
    return held
