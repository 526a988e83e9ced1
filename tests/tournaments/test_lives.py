"""Random lives of events through the services: whatever people do, all there is follows from the log, and it ends."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from games.clock.controls import TimeControl
from games.rules import RULES
from tests.tournaments.conftest import friend
from tests.tournaments.lives import OPS, World, chance_of, clock_of, forget, told_with_failures
from tests.tournaments.playing import NAMES, enter
from tournaments.event_rules.designs import pool_sizes
from tournaments.event_rules.layouts import FOR_TABLES, WITH_BRACKET, Layout
from tournaments.running import services
from tournaments.setup import planning

MOST_AFTER_THE_END = 4  # changes

pytestmark = pytest.mark.django_db

# Near the days on which clocks change, the turn of a year, and any other day.
STARTS = [
    datetime(2026, 3, 27, 20, tzinfo=UTC),
    datetime(2026, 10, 23, 22, tzinfo=UTC),
    datetime(2026, 12, 30, 23, tzinfo=UTC),
    datetime(2027, 5, 11, 7, tzinfo=UTC),
]


@dataclass(frozen=True)
class Setup:
    """An event as its director makes it, and who has entered when the story begins."""

    rules: str
    layout: Layout
    games: int | None
    most: int
    entered: int
    best_of: bool
    days: int
    starts_in: int | None
    at: datetime
    seed: int

    def make(self) -> World:
        director = friend("cleo")
        ruleset = planning.ruleset_for(self.layout, self.rules, games_per_fixture=self.games, best_of=self.best_of)
        event = services.create_event(
            name="Autumn", director=director, rules=self.rules, layout=self.layout, ruleset=ruleset, at=self.at,
            control=TimeControl.days_per_turn(self.days), most_entrants=self.most,
            starts_at=None if self.starts_in is None else self.at + timedelta(days=self.starts_in),
        )  # fmt: skip
        services.open_entries(event_id=event.pk, player=director)
        for name in NAMES[: self.entered]:
            enter(event, name, at=self.at)
        event.refresh_from_db()
        world = World(event, director, now=self.at, random=Random(self.seed))
        world.beat()
        return world


@st.composite
def layouts(draw: st.DrawFn, rules: str) -> Layout:
    form = draw(st.sampled_from(["round-robin", "league", "league", "swiss", "swiss", "knockout",
                                 "double-elimination", "groups", "ladder", "match", "teams"]))  # fmt: skip
    most_seats = min(6, max(RULES[rules].seats)) if form in FOR_TABLES else 2
    seats = draw(st.sampled_from([2, *range(2, most_seats + 1)]))
    small = [size for size in pool_sizes(seats) if size <= 7] if seats > 2 else [3, 4]
    return Layout(
        form=form,
        seats=seats,
        cycles=draw(st.sampled_from([1, 2])) if form in ("round-robin", "teams") and seats == 2 else 1,
        rounds=draw(st.sampled_from([0, 2, 3])),
        round_days=draw(st.sampled_from([0, 4, 10])),
        pool_size=draw(st.sampled_from(small)),
        qualifiers=draw(st.sampled_from([1, 2])),
        third_place=draw(st.booleans()),
        season_days=draw(st.sampled_from([0, 10, 60])) if form == "league" else 0,
        preview_hours=draw(st.sampled_from([0, 30])) if form in ("swiss", "teams") else 0,
        open_percent=draw(st.sampled_from([0, 40])) if form == "swiss" else 0,
        boards=2 if form == "teams" else 0,
        in_turn=form == "match" and draw(st.booleans()),
    )


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    rules = draw(st.sampled_from(["btt", "twigs", "roots", "treeblox"]))
    layout = draw(layouts(rules))
    fewest = max(3, layout.pool_size if layout.form in ("league", "groups") else layout.seats)
    if layout.form == "groups":
        fewest = max(fewest, layout.fewest_in_groups)
    entered = draw(st.integers(fewest, 9))
    best_of = layout.in_turn and rules != "treeblox" and draw(st.booleans())
    pairs = rules == "treeblox" or layout.form in WITH_BRACKET
    return Setup(
        rules=rules,
        layout=layout,
        games=3 if best_of else draw(st.sampled_from([None, 2])) if pairs or layout.seats == 2 else None,
        best_of=best_of,
        most=2 if layout.form == "match" else draw(st.integers(max(fewest, entered - 1), entered + 2)),
        entered=entered,
        days=draw(st.sampled_from([1, 3])),
        starts_in=draw(st.sampled_from([None, 1, 5])),
        at=draw(st.sampled_from(STARTS)),
        seed=draw(st.integers(0, 10_000)),
    )


def programs(most: int) -> st.SearchStrategy[list[tuple[str, int]]]:
    """What happens. Lists that Hypothesis makes are short and say the same again and again, but can be shrunk; so most
    are drawn by lot."""
    steps = st.tuples(st.sampled_from(OPS), st.integers(0, 1000))
    drawn = st.builds(_drawn, st.integers(0, 2**32), st.integers(most // 2, most))
    return st.one_of(st.lists(steps, max_size=most), drawn, drawn, drawn)


def _drawn(seed: int, length: int) -> list[tuple[str, int]]:
    """Each life knows about half of what can happen, so that some are not over soon."""
    lot = Random(seed)
    ops = [op for op in OPS if lot.random() < 0.5]
    return [(lot.choice(ops or OPS), lot.randrange(1000)) for _ in range(length)]


def live(setup: Setup, program: list[tuple[str, int]], *, starts: bool = True, tell: Callable[[], Any] = bool) -> Any:
    """An event takes entries, lives through a program, and is left alone until it is over; what is then to be told."""
    forget()
    with transaction.atomic(), chance_of(setup.seed), told_with_failures(f"{setup}, {program}, starts={starts}"):
        with clock_of(lambda: setup.at):
            world = setup.make()
        with clock_of(lambda: world.now):
            if starts:
                world.start(1)
            for op, n in program:
                getattr(world, op)(n)
                world.check()
            world.finish()
            for _op, n in [step for step in program if step[0] == "direct"][:MOST_AFTER_THE_END]:
                world.change_after_the_end(n)
                world.check()
            world.finish()
        described = tell()
        transaction.set_rollback(True)
    return described


LIVES = {"suppress_health_check": list(HealthCheck), "print_blob": True}


@hypothesis_settings(max_examples=2, **LIVES)  # type: ignore[arg-type]
@given(setups(), programs(8))
def test_life_of_an_event(setup: Setup, program: list[tuple[str, int]]) -> None:
    live(setup, program)


@pytest.mark.slow
@hypothesis_settings(max_examples=int(os.environ.get("SEEDS_LIVES", 6)), **LIVES)  # type: ignore[arg-type]
@given(setups(), programs(50), st.sampled_from([True, True, True, False]))
def test_many_lives_of_events(setup: Setup, program: list[tuple[str, int]], starts: bool) -> None:
    live(setup, program, starts=starts)
