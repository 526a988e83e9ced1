"""The scheduler asks for sweeps whatever becomes of the system clock, and sweeps that do not run are noticed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
import redis
from celery import shared_task
from celery.signals import before_task_publish
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.models import Heartbeat
from games.uptime import outages
from ground.sweeps import Sweep
from seeds import health
from seeds.celery import app
from seeds.monitoring.doctor import Verdict
from seeds.processes import alive, scheduling
from tests.faults.stage import WrongClock
from tests.seeds.monitoring.test_doctor import sentences
from tests.seeds.monitoring.test_metrics import numbers
from tests.service import wait_for

SWEEPS = set(settings.CELERY_BEAT_SCHEDULE)


@contextmanager
def asked_for() -> Iterator[list[str]]:
    """The tasks that are handed to the broker meanwhile."""
    names: list[str] = []

    def note(sender: str, **_: Any) -> None:
        names.append(sender)

    before_task_publish.connect(note)
    try:
        yield names
    finally:
        before_task_publish.disconnect(note)


def all_have_run(*, at: datetime) -> None:
    for name in SWEEPS:
        outages.record_run(name, at=at)


def late() -> list[str]:
    """What load balancers and monitors are shown."""
    return list(Client().get("/readyz").json()["late"])


@pytest.mark.django_db
def test_a_scheduler_that_starts_asks_for_what_has_not_run_for_its_period() -> None:
    outages.record_run("purge-old-mail", at=timezone.now())
    expected = {str(entry["task"]) for name, entry in settings.CELERY_BEAT_SCHEDULE.items() if name != "purge-old-mail"}
    schedulers = [scheduling.SteadyScheduler(app=app), scheduling.SteadyScheduler(app=app)]
    with asked_for() as names:
        for scheduler in schedulers * 3:
            assert 0 <= scheduler.tick() <= 5
    assert sorted(names) == sorted([*expected] * 2), "each asks once, however often it looks"


@pytest.mark.django_db(transaction=True)
def test_what_the_broker_has_lost_is_asked_for_again_until_it_has_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scheduling, "AGAIN", 0.0)
    scheduler, daily = scheduling.SteadyScheduler(app=app), "tournaments.tasks.check_ratings"
    with asked_for() as names:
        while names.count(daily) < 3:
            scheduler.tick()
    all_have_run(at=timezone.now())
    with asked_for() as names:
        for _ in range(20):
            scheduler.tick()
    assert names == []


@pytest.mark.django_db
def test_sweeps_that_have_not_run_through_are_late_until_they_have() -> None:
    assert set(late()) == SWEEPS
    all_have_run(at=timezone.now())
    assert late() == []
    assert sentences(Verdict.GOOD, "sweeps") == ["All periodic work was done in time."]
    assert not any(seconds for name, seconds in numbers().items() if name.startswith("seeds_sweep_late"))


@pytest.mark.django_db
@pytest.mark.parametrize("ago", [timedelta(seconds=90), timedelta(seconds=-90)], ids=["past", "future"])
def test_sweeps_of_every_minute_are_late_90_seconds_after_their_last_run(ago: timedelta) -> None:
    all_have_run(at=timezone.now())
    often = sorted(name for name, seconds in scheduling.periods().items() if seconds <= 60)
    runs = Heartbeat.objects.filter(name__in=[f"sweep {name}" for name in often])
    runs.update(at=timezone.now() - ago, boot="another machine")
    assert late() == often
    assert sentences(Verdict.BAD, "sweeps")[0].startswith(f"Not done in time: {', '.join(often)}. ")
    assert 10 < numbers()['seeds_sweep_late_seconds{sweep="send-waiting-mail"}'] < 60


@pytest.mark.django_db
def test_a_system_clock_that_was_moved_makes_no_sweep_and_no_part_late() -> None:
    for hours in (1, -1):
        then = timezone.now() + timedelta(hours=hours)
        all_have_run(at=then)
        Heartbeat.objects.update_or_create(name="web", defaults=values_of_a_beat(then))
        assert Client().get("/readyz").json() == {"database": "ok", "broker": "away", "late": [], "silent": []}


def values_of_a_beat(at: datetime) -> dict[str, Any]:
    run = Heartbeat.objects.get(name="sweep send-waiting-mail")
    return {"at": at, "clear_until": at, "ticks": run.ticks, "boot": run.boot}


@shared_task
def task_of_a_test(what: str) -> None:
    if what == "breaks off":
        raise RuntimeError("The database is away.")
    with Sweep("of a test") as sweep, sweep.one("this"):
        if what == "one fails":
            raise RuntimeError("This one is broken.")


@pytest.mark.django_db
@pytest.mark.parametrize(("what", "has_run"), [("all is done", True), ("one fails", True), ("breaks off", False)])
def test_a_sweep_has_run_when_it_came_to_its_end(what: str, has_run: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(app.conf.beat_schedule, "of-a-test", {"task": task_of_a_test.name, "schedule": 30})
    task_of_a_test.apply(args=[what])
    assert Heartbeat.objects.filter(name="sweep of-a-test").exists() == has_run


def test_scheduler_is_well_on_its_machine_while_it_asks(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("SEEDS_VAR", str(tmp_path))
    with pytest.raises(health.UnwellError, match="has sent no heartbeat on this machine yet"):
        health.QUESTIONS["beat"]()
    alive.touch("beat")
    health.QUESTIONS["beat"]()
    with monkeypatch.context() as clock:
        now = time.time()
        clock.setattr(time, "time", lambda: now + 2 * alive.OLD_SECONDS)
        alive.touch("worker")
    health.QUESTIONS["beat"]()
    (tmp_path / "alive" / f"worker@{socket.gethostname()}").unlink()
    (file,) = (tmp_path / "alive").iterdir()
    os.utime(file, (time.monotonic() - 91,) * 2)
    with pytest.raises(health.UnwellError, match="for 91 seconds"):
        health.QUESTIONS["beat"]()


@pytest.mark.slow
@pytest.mark.services
def test_scheduler_goes_on_over_walks_of_the_clock_and_restarts(broker_url: str, tmp_path: Path) -> None:
    """What a second of sweeps asks for stands in the queue, since no worker takes it."""
    clock, queue = WrongClock(tmp_path), redis.Redis.from_url(broker_url)
    queue.delete("celery")
    variables = {"SEEDS_VAR": str(tmp_path), "SWEEP_SECONDS": "1", "REDIS_URL": broker_url, "DATABASE_URL": ""}

    def asks_on() -> None:
        before = queue.llen("celery")
        wait_for(lambda: queue.llen("celery") >= before + 10)

    for wrong_by in ([0, 3600, 0, -3600], [86_400], [0]):
        beat = subprocess.Popen(
            [sys.executable, "-m", "celery", "-A", "seeds", "beat"],
            cwd=settings.ROOT,
            env=os.environ | {"DJANGO_SETTINGS_MODULE": "seeds.settings"} | variables | clock.variables,
            stderr=subprocess.DEVNULL,
        )
        try:
            for seconds in wrong_by:
                clock.be_wrong_by(seconds)
                asks_on()
        finally:
            beat.terminate()
            beat.wait()
    queue.delete("celery")
    assert not list(tmp_path.glob("beat*"))
