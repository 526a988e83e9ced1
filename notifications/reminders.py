"""Reminders while a turn's time runs out: once for a seat, a turn and a threshold, whoever asks and how often."""

from __future__ import annotations

from datetime import datetime

from games import queries
from games.models import Game
from games.sweeps import Sweep
from notifications.models import OutboundMail
from notifications.outbox import Letter, post_once

THRESHOLDS = (95, 80, 50)  # per cent of the time of a turn, the highest first


def threshold(started: datetime, deadline: datetime, now: datetime) -> int | None:
    """The highest threshold that the turn has reached at ``now``; None below the lowest."""
    whole = (deadline - started).total_seconds()
    gone = (now - started).total_seconds() * 100
    return next((percent for percent in THRESHOLDS if whole > 0 and gone >= percent * whole), None)


def remind(*, now: datetime) -> None:
    """Write the reminders that are due: only the highest of those that a turn has newly passed."""
    games = queries.running_with_deadline(now=now).prefetch_related("seats").iterator(chunk_size=500)
    letters = []
    with Sweep("reminders") as sweep:
        for game in games:
            with sweep.one(f"game {game.pk}"):
                if letter := _letter(game, now):
                    letters.append(letter)
        post_once(letters, at=now)


def _letter(game: Game, now: datetime) -> Letter | None:
    if game.turn_started_at is None or game.deadline is None:
        return None
    percent = threshold(game.turn_started_at, game.deadline, now)
    if percent is None:
        return None
    seat = next(seat for seat in game.seats.all() if seat.number == game.to_act)
    return Letter(
        kind=OutboundMail.Kind.REMINDER,
        reader_id=seat.player_id,
        # The turn and not the ply: who has played one of three steps is not reminded again of the same time.
        cause=f"game:{game.pk}:{game.turn_started_at:%Y%m%dT%H%M%S%f}:{percent}",
        game_id=game.pk,
        ply=game.ply,
        context={"percent": percent},
    )
