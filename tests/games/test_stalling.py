"""A player who uses everything that keeps a game open does not keep it open beyond the end that was shown."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, time
from random import Random
from typing import Any

import pytest

from games.clock.calendars import MOST_HOLIDAYS, PauseRules
from games.clock.controls import TimeControl
from games.clock.longest_end import MOST_NOTICES
from games.exceptions import GameError
from games.models import Game, Player, Seat
from games.play import agreements
from games.play.creation import create_game
from games.timekeeping import leave, turn_clock
from tests.games.lives import DAY, FLAG, HOUR, SECOND, World

pytestmark = pytest.mark.django_db

START = datetime(2026, 3, 27, 20, tzinfo=UTC)
FIRST, LAST = "Pacific/Kiritimati", "Pacific/Niue"  # where a day begins first, and nearly last


def world_of(control: TimeControl, policy: PauseRules, *, rules: str = "twigs") -> World:
    """A game of two players whom no mail reaches, and who let the clock take their leave."""
    players = [Player.objects.create(username=f"player{number}", hold_minutes=30) for number in range(2)]
    game = create_game(rules=rules, players=players, control=control, at=START, pause_rules=policy)
    world = World(game, players, Player.objects.create(username="director"), true=START, random=Random(3))
    world.beat()
    return world


def shown_end(world: World) -> datetime:
    """The latest end as the game's page shows it now."""
    found = turn_clock.latest_end_of(Game.objects.get(pk=world.game.pk))
    assert found is not None
    return found


def wait_until(world: World, at: datetime) -> None:
    """Time goes by, with all that the service does meanwhile."""
    while world.true < at:
        world.game.refresh_from_db()
        stops = [] if world.game.is_over else [world.game.turn.held_until, world.game.deadline]
        coming = [stop + FLAG + SECOND for stop in stops if stop and stop + FLAG + SECOND > world.true]
        world.true = min([at, *coming])
        world.beat()
        world._sweep_games()
    world.game.refresh_from_db()


def rest_for_days(world: World, player: Player) -> None:
    """From now on the player sleeps, then has days off, as many holidays as there can be, and leave.

    Whatever was booked or named before is given back first as far as that is allowed: where a day begins last.
    """
    leave.change_settings(player_id=player.pk, time_zone=LAST)
    early = world.now.date() - 3 * DAY
    with suppress(GameError):
        leave.cancel_leave(player_id=player.pk, first=early, last=early + 90 * DAY, now=world.now)
    leave.change_settings(player_id=player.pk, time_zone=FIRST)
    today = leave.calendar_of(Player.objects.get(pk=player.pk)).local_day(world.now)
    life: dict[str, Any] = {
        "sleep": (time(world.now.hour), time((world.now.hour + 10) % 24)),
        "days_off": [today.weekday(), (today + DAY).weekday()],
        "automatic_leave": True,
    }
    for count in (MOST_HOLIDAYS, 15, 10, 5, 2, 1, 0):
        holidays = [today + number * DAY for number in range(count)]
        with suppress(GameError):
            leave.change_calendar(player_id=player.pk, holidays=holidays, now=world.now, **life)
            break
    for days in (30, 10, 3, 1):
        with suppress(GameError):
            last = today + days * DAY
            leave.book_leave(player_id=player.pk, first=today + DAY, last=last, now=world.now)


def wait_as_long_as_can_be(world: World) -> None:
    """Let the time of a turn run out, until no notice and no leave keeps its flag up; then move at the last second."""
    seat = Seat.objects.get(game=world.game, number=world.game.to_act)
    while seat.notices < MOST_NOTICES and not turn_clock.has_notice(world.game) and world.game.deadline:
        wait_until(world, world.game.deadline + FLAG + 2 * SECOND)
        seat.refresh_from_db()
    if world.game.deadline is not None:
        wait_until(world, world.game.deadline - SECOND)


def stall(world: World) -> list[datetime]:
    """Both players stall in every turn until the game is over. The ends that were shown, turn by turn."""
    shown: list[datetime] = []
    for number in range(400):
        if world.game.is_over:
            return shown
        shown.append(shown_end(world))
        wait_as_long_as_can_be(world)
        assert world.now <= shown[-1]
        acting = Player.objects.get(seats__game=world.game, seats__number=world.game.to_act)
        (other,) = [player for player in world.players if player != acting]
        rest_for_days(world, other)  # whose turn comes next
        world.move()
        wait_until(world, world.now + HOUR)  # a held move is played
        if number % 2:
            with suppress(GameError):
                take_back(world, acting)
    raise AssertionError("The game never ends.")


def take_back(world: World, player: Player) -> None:
    """One asks to take the last turn back, and the other agrees."""
    sent = {"game_id": world.game.pk, "at": world.now, "source": "page"}
    (other,) = [one for one in world.players if one != player]
    rest_for_days(world, player)
    agreements.ask_undo(player_id=player.pk, **sent)
    agreements.accept_offer(player_id=other.pk, **sent)
    world.game.refresh_from_db()


def test_worst_staller_does_not_keep_a_game_open_beyond_the_end_that_was_shown() -> None:
    world = world_of(TimeControl.days_per_turn(9), PauseRules())
    at_start = shown_end(world)
    shown = stall(world)
    finished = Game.objects.get(pk=world.game.pk).finished_at
    assert finished is not None
    assert START + 365 * DAY < finished <= at_start
    assert set(shown) == {at_start}
