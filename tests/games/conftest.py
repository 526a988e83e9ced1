"""Games to test with: two or three friends, a fixed moment, time as a parameter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from games.clock.controls import TimeControl
from games.models import Game, Heartbeat, Player
from games.play.creation import create_game
from games.play.moving import play_move
from games.play.submissions import Receipt
from games.play.timeouts import record_warning

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
THREE_DAYS = TimeControl.days_per_turn(3)

Start = Callable[..., Game]


@pytest.fixture
def start() -> Start:
    """Start a game of the named players (made when missing) at NOON with three days for each turn."""

    def start_game(*names: str, rules: str = "btt", control: TimeControl = THREE_DAYS, **values: Any) -> Game:
        players = [player(name) for name in names]
        return create_game(rules=rules, players=players, control=control, at=NOON, **values)

    return start_game


def player(name: str, *, days: float | None = None) -> Player:
    """The player of that name, made when missing: just now, or as one who joined so many days before NOON."""
    defaults = {} if days is None else {"date_joined": after(-24 * days)}
    return Player.objects.get_or_create(username=name, defaults=defaults)[0]


def pk(name: str) -> int:
    return player(name).pk


def begin(*names: str, rules: str = "btt", at: datetime | None = None, **values: Any) -> Game:
    """A game of the named players (made when missing) that begins just now: doors ask what time it is."""
    players = [player(name) for name in names]
    return create_game(rules=rules, players=players, control=THREE_DAYS, at=at or timezone.now(), **values)


def play(
    game: Game, name: str, text: str, hours: float = 1, *, ply: int | None = None, source: str = "page", **values: Any
) -> Receipt:
    """The player of that name sends these steps so many hours after NOON, in the game as it is by now."""
    game.refresh_from_db()
    receipt = play_move(
        game_id=game.pk, player_id=pk(name), text=text, ply=game.ply if ply is None else ply, at=after(hours),
        source=source, **values,
    )  # fmt: skip
    game.refresh_from_db()
    return receipt


def first_step(game: Game) -> str:
    """The first of the steps that are legal now."""
    position = game.load_position()
    return game.game_rules.format(next(iter(position.legal_moves())), position)


def play_first(game: Game, hours: float = 1) -> Receipt:
    """The player to act plays the first legal step."""
    game.refresh_from_db()
    mover = game.seats.select_related("player").get(number=game.to_act).player
    return play(game, mover.username, first_step(game), hours)


def all_read(until: datetime) -> None:
    """The mail intake has worked without a gap and read everything that arrived before a moment.

    Without a gap each heartbeat only takes the place of the one before, so the last is enough.
    """
    beat = Heartbeat.objects.filter(name="mail intake").first()
    at = max(until, beat.at) if beat else until
    Heartbeat.objects.update_or_create(name="mail intake", defaults={"at": at, "clear_until": at})


def warn(game: Game) -> None:
    """A mail host has accepted the warning that the time of the present turn runs out."""
    game.refresh_from_db()
    record_warning(game_id=game.pk, turn_started_at=game.turn.started_at, warning="95")


def after(hours: float) -> datetime:
    """So many hours after NOON."""
    return NOON + timedelta(hours=hours)
