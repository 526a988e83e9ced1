"""Playing a move, or looking at what it would come to."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, time
from functools import partial
from typing import Any

from games.exceptions import GameError, NotYourTurn, OutOfTime
from games.models import Seat, Submission
from games.play.log import OpenGame, read_game
from games.play.submissions import (
    ANNOUNCED,
    Receipt,
    Sent,
    check_not_held,
    record_once,
    record_refusal,
    seat_of_sender,
    storable,
    submit,
)
from games.play.timeouts import flag_grace, resolve_timeout
from games.play.turn_writing import check_in_time, held_until_of, hold_move, leave_an_hour, play_now, turn_of
from games.rules.base import Position

State = Submission.State


@dataclass(frozen=True)
class Preview:
    """The canonical steps that a message would play, the position after them, and the parts it would not reach."""

    steps: tuple[str, ...]
    position: Position[Any]
    unplayed: tuple[str, ...]


def play_move(
    *,
    game_id: int,
    player_id: int,
    text: str,
    ply: int,
    at: datetime,
    source: str,
    key: str | None = None,
    now: datetime | None = None,
    night: tuple[time, time] | None = None,
) -> Receipt:
    """Play the steps in ``text`` for the player's seat, if the game is still at ``ply``.

    ``at`` is when the message arrived (time zone aware), ``source`` says by which way, and ``key`` makes a repeat
    harmless. ``now`` is when it is worked on, if that may be later: the mover's clock stops at ``at``, the next one
    starts at ``now``. ``night``, of a move that was read beside other words: its player has time to object,
    outside of these hours of theirs.
    Raises GameError: RefusedMove, StalePly, NotYourTurn, NotSeated, GameOver, OutOfTime, KeyReused, NoSuchGame.
    """
    at = min(at, now or at)  # a message from the future was stamped by a clock that was wrong
    try:
        sent = Sent(game_id, player_id, "move", storable(text), ply, at, source, key)
        return submit(sent, partial(_play, now=now or at, night=night))
    except OutOfTime:
        resolve_timeout(game_id, now=at)
        raise
    except NotYourTurn:  # perhaps the one whom the sender waits for has let the time run out
        resolve_timeout(game_id, now=at, grace=flag_grace())
        raise


def preview_move(
    *, game_id: int, player_id: int, text: str, ply: int, at: datetime, source: str, key: str | None = None
) -> Preview:
    """What ``play_move`` would lead to, up to the first roll; nothing is played. Raises the same errors.

    With a ``key`` it is recorded as a submission, once: a mail is answered for, a look on the page is not.
    """
    sent = Sent(game_id, player_id, "preview", storable(text), ply, at, source, key)
    opened = read_game(game_id)
    try:
        seat = seat_of_sender(opened, sent)
        turn = turn_of(opened, seat, sent, throw=None)
    except GameError as error:
        if key is not None:
            record_refusal(sent, error)
        raise
    if key is not None:
        record_once(sent, State.PREVIEWED, seat=seat.number)
    return Preview(tuple(step.text for step in turn.steps), turn.position, turn.unplayed)


def _play(opened: OpenGame, seat: Seat, sent: Sent, *, now: datetime, night: tuple[time, time] | None) -> Submission:
    game, is_announced = opened.game, night is not None
    gave_way = check_not_held(game, sent, is_announced=is_announced)
    if game.is_over:
        return play_now(opened, seat, sent, now=now)
    if gave_way and game.deadline is not None and game.deadline < sent.at:
        leave_an_hour(opened, sent.at)
    if is_announced and sent.ply == game.ply:
        check_in_time(opened, seat, sent)
    known = max(sent.at, now)
    until = held_until_of(game, seat, known if is_announced else sent.at, night)
    if until <= known:
        return play_now(opened, seat, sent, now=now)
    return hold_move(opened, seat, sent, until, ANNOUNCED if is_announced else "")
