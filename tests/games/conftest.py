"""Games to test with: two or three friends, a fixed moment, time as a parameter."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.clocks import TimeControl
from games.models import Game, Player
from games.services import create_game

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
THREE_DAYS = TimeControl.days_per_turn(3)

Start = Callable[..., Game]


@pytest.fixture
def start() -> Start:
    """Start a game of the named players (made when missing) at NOON with three days for each turn."""

    def start_game(*names: str, rules: str = "btt", control: TimeControl = THREE_DAYS, **values: Any) -> Game:
        players = [Player.objects.get_or_create(username=name)[0] for name in names]
        return create_game(rules=rules, players=players, control=control, at=NOON, **values)

    return start_game


def after(hours: float) -> datetime:
    """So many hours after NOON."""
    return NOON + timedelta(hours=hours)
