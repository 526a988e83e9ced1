"""Signs of life and the ledger: every gap once, credited once, whoever notices it; with real processes that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.archive.checks import check_game
from games.clock.controls import TimeControl
from games.clock.heartbeats import STALE, name_of_part, read_monotonic_counter
from games.models import ClockJump, CurrentTurn, Game, Heartbeat, Outage, OwedCredit, Player
from games.play import directing, held_moves, timeouts
from games.timekeeping import turn_clock
from games.uptime import outages
from games.uptime.outages import record_heartbeat
from ground.sweeps import SweepError
from tests.at_once import at_once
from tests.games.conftest import Start, after, play, warn
from tests.seeds.test_serve import wait_for

pytestmark = pytest.mark.django_db
on_postgres = [pytest.mark.services, pytest.mark.usefixtures("postgres_database")]


def beat(name: str, hours: float) -> None:
    record_heartbeat(name=name, at=after(hours), clear_until=after(hours))


def test_outage_is_given_back_to_every_running_clock_and_to_no_other(start: Start) -> None:
    running, later = start("anna", "bert"), start("anna", "bert")
    beat("worker", 1)
    beat("worker", 1.5)
    CurrentTurn.objects.filter(game=later).update(started_at=after(2), deadline=after(74))
    outages.credit_outages(now=after(2))
    outages.credit_outages(now=after(2))
    assert [Game.objects.get(pk=game.pk).deadline for game in (running, later)] == [after(72.5), after(74)]
    assert Outage.objects.get().credited_at == after(2)


def test_after_a_long_outage_every_clock_has_some_hours_at_least(start: Start) -> None:
    game = start("anna", "bert")
    beat("web", 71.5)
    beat("web", 80)
    outages.credit_outages(now=after(80))
    game.refresh_from_db()
    assert game.deadline == after(80 + 12)
    record_heartbeat(name="web", at=after(80) + STALE, clear_until=after(80))
    assert Outage.objects.count() == 1, "a short silence is none"


def test_parts_that_were_away_together_are_given_back_once(start: Start) -> None:
    game = start("anna", "bert")
    for hours in (1, 1.5):
        for name in ("web", "worker", "beat", "mail intake"):
            beat(name, hours)
    outages.credit_outages(now=after(2))
    game.refresh_from_db()
    assert Outage.objects.count() == 4
    assert game.deadline == after(72.5)


def test_game_that_cannot_be_credited_keeps_no_other_waiting_and_gets_it_later(start: Start) -> None:
    spoilt, sound = start("anna", "bert"), start("anna", "bert")
    Game.objects.filter(pk=spoilt.pk).update(holds=["no pause"])
    beat("web", 1)
    beat("web", 3)
    with pytest.raises(SweepError, match=f"credits: 1 failed: game {spoilt.pk}"):
        outages.credit_outages(now=after(3))
    sound.refresh_from_db()
    assert sound.deadline == after(74)
    assert outages.doubts(after(3)) == []
    with pytest.raises(SweepError):
        outages.credit_outages(now=after(4))
    Game.objects.filter(pk=spoilt.pk).update(holds=[])
    outages.credit_outages(now=after(5))
    spoilt.refresh_from_db()
    assert spoilt.deadline == after(74)
    assert not OwedCredit.objects.exists()


def test_sweep_goes_on_where_the_last_one_ended(start: Start, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(outages, "BATCH", 2)
    games = [start("anna", "bert") for _ in range(5)]
    beat("web", 1)
    beat("web", 3)
    given = []
    while not outages.credit_outages(now=after(3), seconds=0):  # one batch at a time
        given.append([Game.objects.get(pk=game.pk).deadline == after(74) for game in games].count(True))
    assert given == [2, 4, 5]
    assert Outage.objects.get().credited_at == after(3)


def test_outage_costs_as_many_statements_for_many_games_as_for_one(start: Start) -> None:
    spent = []
    for number in (1, 10):
        for _ in range(number):
            start("anna", "bert")
        beat("web", 10 * number)
        beat("web", 10 * number + 2)
        with CaptureQueriesContext(connection) as statements:
            assert outages.credit_outages(now=after(10 * number + 2))
        spent.append(len(statements))
    assert spent[0] == spent[1] < 20


def test_flag_does_not_wait_for_an_outage_to_reach_other_games(start: Start) -> None:
    late, other = start("anna", "bert"), start("anna", "bert")
    warn(late)
    for hours in (1, 1.5, 72.2, 72.6):
        for name in ("web", "mail intake"):
            record_heartbeat(name=name, at=after(hours), clear_until=after(hours))
        Outage.objects.filter(starts_at__gt=after(1)).delete()  # nothing was silent but for half an hour
        timeouts.flag_overdue(now=after(hours))
        late.refresh_from_db()
        assert late.is_over == (hours > 72.5)
    assert late.end_reason == "time"
    assert Outage.objects.filter(credited_at=None).exists()
    other.refresh_from_db()
    assert not other.is_over


def test_player_who_moves_while_a_part_is_gone_is_not_charged_for_that_time(start: Start) -> None:
    control = TimeControl(base=timedelta(days=3), increment=timedelta(0), cap=timedelta(days=3))
    game = start("anna", "bert", control=control)
    for hours in (1, 20):
        beat("mail intake", hours)  # the first gap is in the ledger, the second one has no end yet
    play(game, "anna", "null d3", 25)
    assert game.clocks[0] == (72 - 1) * 3_600_000, "before the sweep as after it"
    beat("mail intake", 30)
    outages.credit_outages(now=after(30))
    play(game, "bert", "root e2", 30.02)
    assert game.clocks[1] == 72 * 3_600_000 - 72_000, "bert's clock ran for 72 seconds after the gap"


def sign(hours: float, ticks_in_hours: float) -> None:
    record_heartbeat(name="web", at=after(hours), clear_until=after(hours), ticks=ticks_in_hours * 3600, boot="1")


@pytest.mark.parametrize("jump", [9000, -9000])
def test_turns_that_end_or_begin_while_the_clock_is_wrong_cost_nobody_anything(start: Start, jump: int) -> None:
    control = TimeControl(base=timedelta(days=3), increment=timedelta(0), cap=timedelta(days=3))
    game = start("anna", "bert", control=control)
    sign(1, 1)
    sign(1.005 + jump, 1.005)
    play(game, "anna", "null d3", 1.01 + jump)
    sign(1.01 + jump, 1.01)
    sign(1.015, 1.015)
    game.refresh_from_db()
    assert (game.clocks[0], game.turn.started_at) == (72 * 3_600_000, after(1.015))
    assert outages.is_clock_believed()
    play(game, "bert", "root e2", 1.02)
    assert game.clocks[1] == 72 * 3_600_000 - 18_000


def test_what_began_by_a_clock_that_ran_ahead_does_not_wait_for_those_days(start: Start) -> None:
    held, paused, ended = (start("anna", "bert") for _ in range(3))
    anna = Player.objects.get(username="anna")
    Player.objects.filter(pk=anna.pk).update(hold_minutes=30)
    values: dict[str, Any] = {"actor_id": None, "reason": "A flood."}
    directing.pause_game(**values, game_id=ended.pk, at=after(0.5))
    sign(1, 1)
    sign(48, 1.005)
    play(held, "anna", "null d3", 48.1)
    directing.pause_game(**values, game_id=paused.pk, at=after(48.1))
    directing.resume_game(**values, game_id=ended.pk, at=after(48.1))
    sign(48.1, 1.1)
    sign(1.11, 1.11)
    assert held_moves.publish_held(now=after(1.2)) == [held.pk]
    for game in (held, paused, ended):
        game.refresh_from_db()
        assert check_game(game) == []
    assert (held.clocks[0], held.turn.started_at) == (72 * 3_600_000, after(1.2))
    assert [rest.reason for rest in turn_clock.stands_at(paused, after(1.2))] == ["pause"]
    assert paused.deadline is None
    assert turn_clock.stands_at(ended, after(1.2)) == []
    assert ended.deadline is not None
    assert ended.deadline <= after(1.11 + 84)


def test_operator_believes_the_clock_by_a_command() -> None:
    described = StringIO()
    call_command("believe_clock", stdout=described)
    ClockJump.objects.create(boot="1", at=timezone.now(), seconds=3600)
    call_command("believe_clock", stdout=described)
    assert "nothing to accept" in described.getvalue()
    assert "changed by +3600 seconds" in described.getvalue()
    assert Outage.objects.get().part == "system clock"


# On PostgreSQL --------------------------------------------------------------------------------------------------------


class TestAtOnce:
    """Two of everything at the same moment."""

    pytestmark = on_postgres

    @pytest.mark.slow
    def test_gap_is_written_down_once_by_many_who_notice_it(self, start: Start) -> None:
        game = start("anna", "bert")
        beat("web", 1)
        at_once(*[lambda: beat("web", 2)] * 6)
        at_once(*[lambda: outages.credit_outages(now=after(2))] * 3)
        game.refresh_from_db()
        assert Outage.objects.count() == 1
        assert (len(game.holds), game.deadline) == (1, after(73))

    def test_moved_clock_is_written_down_once_by_many_who_notice_it(self) -> None:
        def sign(name: str, hours: float, ticks: float) -> Callable[[], None]:
            at = after(hours)
            return lambda: record_heartbeat(name=name, at=at, clear_until=at, ticks=ticks, boot="1")

        parts = ("web", "worker", "beat", "mail intake")
        for name in parts:
            sign(name, 1, 0)()
        at_once(*[sign(name, 25, 20) for name in parts])
        assert [jump.seconds for jump in ClockJump.objects.all()] == [24 * 3600 - 20]
        assert not Outage.objects.exists()

    def test_flag_and_credit_at_once_leave_the_game_running_or_flag_it_rightly(self, start: Start) -> None:
        game = start("anna", "bert")
        warn(game)
        beat("web", 71)
        at_once(
            lambda: beat("web", 72.9),
            *[lambda: timeouts.flag_overdue(now=after(72.9))] * 2,
            lambda: outages.credit_outages(now=after(72.9)),
        )
        outages.credit_outages(now=after(72.9))
        game.refresh_from_db()
        assert (game.status, game.deadline) == ("running", after(72.9 + 12))


# Real processes -------------------------------------------------------------------------------------------------------


class Celery:
    """A part as the service runs it, on the test's own database and broker."""

    def __init__(self, folder: Path, broker_url: str) -> None:
        self.folder, self.broker_url = folder, broker_url
        self.processes: list[subprocess.Popen[bytes]] = []

    def start(self, part: str) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "seeds", part, "--loglevel=ERROR"],
            env=os.environ | {
                "DJANGO_SETTINGS_MODULE": "seeds.settings", "SEEDS_VAR": str(self.folder), "REDIS_URL": self.broker_url,
                "SECRET_KEY": settings.SECRET_KEY,
            },
            cwd=settings.ROOT,
        )  # fmt: skip
        self.processes.append(process)
        return process

    def end(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()


@pytest.fixture
def celery(tmp_path: Path, broker_url: str) -> Iterator[Celery]:
    celery = Celery(tmp_path, broker_url)
    yield celery
    celery.end()


@pytest.mark.slow
@pytest.mark.services
def test_part_that_is_killed_holds_the_flags_and_its_gap_is_in_the_ledger_when_it_is_back(
    postgres_database: str, celery: Celery
) -> None:
    part = "beat"
    process = celery.start(part)
    wait_for(lambda: Heartbeat.objects.filter(name=part).exists())
    process.send_signal(signal.SIGKILL)
    process.wait()
    # Ten minutes pass: the last heartbeat, with its counter, is that much older.
    gone = timedelta(minutes=10)
    for sign in Heartbeat.objects.all():
        values: dict[str, Any] = {"at": sign.at - gone, "ticks": sign.ticks - gone.total_seconds()}
        Heartbeat.objects.filter(pk=sign.pk).update(**values)
    assert any(f"{name_of_part(part)}: no heartbeat since" in doubt for doubt in outages.doubts(timezone.now()))
    celery.start(part)
    wait_for(lambda: Outage.objects.filter(part=part).exists())
    outage = Outage.objects.get()
    assert gone <= outage.length < gone + timedelta(minutes=2)
    assert not ClockJump.objects.exists()
    assert Heartbeat.objects.get(name=part).boot == read_monotonic_counter().boot
