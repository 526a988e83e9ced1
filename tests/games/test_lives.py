"""Random lives of games through the services: time is conserved, nobody loses wrongly, and every game ends."""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from random import Random

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from games.clock.calendars import Calendar, LeaveRule, PauseRules
from games.clock.controls import TimeControl
from games.models import Player
from games.play.creation import create_game
from games.timekeeping.turn_clock import slowest_ends
from tests.games.lives import DAY, HOUR, OPS, ZONES, World

pytestmark = pytest.mark.django_db

# Near the days on which clocks change in both hemispheres, the turn of a year, and a leap day.
STARTS = [
    datetime(2026, 3, 27, 20, tzinfo=UTC),
    datetime(2026, 4, 2, 3, tzinfo=UTC),
    datetime(2026, 9, 25, 10, tzinfo=UTC),
    datetime(2026, 10, 2, 15, tzinfo=UTC),
    datetime(2026, 10, 23, 22, tzinfo=UTC),
    datetime(2026, 12, 30, 23, tzinfo=UTC),
    datetime(2028, 2, 27, 12, tzinfo=UTC),
]


@dataclass(frozen=True)
class Setup:
    """How a game begins, and the people in it."""

    rules: str
    options: dict[str, int]
    lives: list[Calendar]
    automatic_leave: list[bool]
    control: TimeControl
    policy: PauseRules
    at: datetime
    seed: int

    def make(self) -> World:
        players = []
        for number, life in enumerate(self.lives):
            calendar = {name: value for name, value in life.dump().items() if name != "zone"}
            automatic = self.automatic_leave[number]
            values = {"time_zone": life.zone, "calendar": calendar, "automatic_leave": automatic}
            players.append(Player.objects.create(username=f"player{number}", **values))
        game = create_game(
            rules=self.rules, players=players, control=self.control, at=self.at, options=self.options,
            pause_rules=self.policy, secret=f"{self.seed:064x}",
        )  # fmt: skip
        director = Player.objects.create(username="director")
        world = World(game, players, director, true=self.at, random=Random(self.seed))
        world.beat()
        return world


@st.composite
def controls(draw: st.DrawFn, at: datetime) -> TimeControl:
    """Bank with increment and cap, days for each turn, a bank for all; some with a hard end."""
    base = draw(st.integers(1, 20 * 24)) * HOUR
    increment = draw(st.sampled_from([timedelta(0), HOUR, 36 * HOUR, base]))
    cap = base + draw(st.sampled_from([timedelta(0), DAY, 5 * DAY]))
    answer = draw(st.integers(1, 72)) * HOUR
    days = draw(st.none() | st.none() | st.integers(2, 60))
    ends = at + days * DAY if days else None
    return TimeControl(base=base, increment=min(increment, cap), cap=cap, answer=answer, ends=ends)


@st.composite
def calendars(draw: st.DrawFn) -> Calendar:
    bed, hours = draw(st.integers(0, 23)), draw(st.integers(1, 10))
    return Calendar(
        zone=draw(st.sampled_from(ZONES)),
        sleep=draw(st.sampled_from([None, (time(bed), time((bed + hours) % 24))])),
        days_off=tuple(draw(st.sets(st.integers(0, 6), max_size=2))),
    )


policies = st.builds(
    PauseRules,
    leave=st.sampled_from(LeaveRule),
    leave_days=st.integers(1, 20),
    pauses=st.booleans(),
    undo=st.sampled_from([True, True, False]),
)
rules = st.sampled_from([("btt", {}), ("treeblox", {}), ("roots", {"beads": 20, "nutrients": 10})])
programs = st.lists(st.tuples(st.sampled_from(OPS), st.integers(0, 100)), max_size=40)


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    slug, options = draw(rules)
    seats = 2 if slug == "treeblox" else draw(st.sampled_from([2, 2, 3]))
    at = draw(st.sampled_from(STARTS))
    return Setup(
        rules=slug,
        options=options,
        lives=[draw(calendars()) for _ in range(seats)],
        automatic_leave=[draw(st.booleans()) for _ in range(seats)],
        control=draw(controls(at)),
        policy=draw(policies),
        at=at,
        seed=draw(st.integers(0, 10_000)),
    )


LIVES = {"suppress_health_check": list(HealthCheck), "print_blob": True}


@hypothesis_settings(max_examples=int(os.environ.get("SEEDS_LIVES", 10)), **LIVES)  # type: ignore[arg-type]
@given(setups(), programs)
def test_life_of_a_game(setup: Setup, program: list[tuple[str, int]]) -> None:
    """A game is begun, lives through a program, and is left alone until it ends."""
    with transaction.atomic():
        world = setup.make()
        game, seats = world.game, len(world.players)
        described = slowest_ends(game.game_rules, setup.control, setup.at, seats, game.options, setup.policy).rested
        for op, n in program:
            getattr(world, op)(n)
        world.settle()
        world.check_told(described)
        transaction.set_rollback(True)
