"""Events to test with: a few friends, a fixed moment, and games that end as a test says."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play import moving
from tests.built_once import built_once
from tournaments.models import Event, FixtureGame
from tournaments.running import services

NOON = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
THREE_DAYS = TimeControl.days_per_turn(3)

League = Callable[..., Event]


def after(hours: float) -> datetime:
    """So many hours after NOON."""
    return NOON + timedelta(hours=hours)


def friend(name: str) -> Player:
    """The player of that name, made when missing."""
    return Player.objects.get_or_create(username=name)[0]


@pytest.fixture
def league() -> League:
    """A league of the named players, started at NOON; cleo, who directs it, does not play."""

    @built_once
    def start(*names: str, rules: str = "treeblox", **values: Any) -> Event:
        director = friend("cleo")
        event = services.create_event(
            name="Spring", director=director, rules=rules, control=THREE_DAYS, at=NOON, **values
        )
        services.open_entries(event_id=event.pk, player=director)
        for name in names:
            services.enter_event(event_id=event.pk, player=friend(name), at=NOON)
        return services.start_event(event_id=event.pk, player=director, at=NOON)

    return start


def game_of(event: Event, first: str, second: str) -> Game:
    """The game of an event in which ``first`` moves first against ``second``."""
    games_of_event = FixtureGame.objects.filter(fixture__round__division__event=event).select_related("game")
    for played in games_of_event:
        if [seat.player.username for seat in played.game.seats.select_related("player")] == [first, second]:
            return played.game
    raise LookupError(f"{first} never moves first against {second}.")


def play(game: Game, *texts: str) -> Game:
    """Play the turns one after another, whoever is to move."""
    for text in texts:
        game.refresh_from_db()
        seat = game.seats.select_related("player").get(number=game.to_act)
        moving.play_move(game_id=game.pk, player_id=seat.player_id, text=text, ply=game.ply, at=after(1), source="api")
    game.refresh_from_db()
    return game


def end_with(game: Game, dark: int, light: int) -> Game:
    """Play a game of Treeblox to a result of so many active leaves each: leaves on the board, then two passes."""
    rows: Sequence[list[str]] = [
        [f"L {x},{y},1" for y in rows for x in range(1, 5)][:wanted]
        for rows, wanted in (((1, 2, 3, 4), dark), ((4, 3, 2, 1), light))
    ]
    turns = list(_turns(*rows))
    return play(game, *turns)


def _turns(dark: list[str], light: list[str]) -> list[str]:
    """One leaf a turn, two from three active leaves on; a seat that has all its leaves passes until both have."""
    placed, left, seat = [0, 0], [dark, light], 0
    turns: list[str] = []
    while turns[-2:] != ["pass", "pass"]:
        rate = 2 if placed[seat] >= 3 else 1
        now, left[seat] = left[seat][:rate], left[seat][rate:]
        placed[seat] += len(now)
        turns.append(_turn(now, rate))
        seat = 1 - seat
    return turns


def _turn(leaves: list[str], rate: int) -> str:
    if not leaves:
        return "pass"
    return "; ".join(leaves if len(leaves) == rate else [*leaves, "done"])
