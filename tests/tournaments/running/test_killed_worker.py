"""The worker of a running service is killed while it starts and pairs a large league: in the end all is paired once."""

from __future__ import annotations

import os
import signal
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.db import DatabaseError, transaction
from django.utils import timezone

from games.archive.checks import check_game
from games.models import Game
from tests.service import Service, wait_for
from tests.tournaments.conftest import THREE_DAYS, friend
from tournaments.event_rules.layouts import Layout
from tournaments.models import Division, Event, FixtureGame, PairingRun
from tournaments.running import services
from tournaments.verifying.events import verify_event

pytestmark = [pytest.mark.slow, pytest.mark.services, pytest.mark.usefixtures("postgres_database")]

PLAYERS = 66  # more than are paired at once: the start makes divisions, and workers pair them one by one


@pytest.fixture
def service(tmp_path: Path, broker_url: str) -> Iterator[Service]:
    """The service on the test's own database, sweeping every second."""
    given = {"REDIS_URL": broker_url, "SWEEP_SECONDS": "1", "SECRET_KEY": settings.SECRET_KEY}
    service = Service(tmp_path / "var", **given)
    service.start_and_wait()
    yield service
    service.stop(signal.SIGKILL)  # nothing stays behind; nobody waits for mails to a hundred games


@pytest.fixture
def league() -> Event:
    """A league that takes entries and has all its players."""
    now = timezone.now()
    event = services.create_event(
        name="League", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=now, most_entrants=PLAYERS,
        layout=Layout(form="league", pool_size=9),
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=friend("cleo"))
    for number in range(PLAYERS):
        services.enter_event(event_id=event.pk, player=friend(f"player{number}"), at=now)
    return event


def is_worked_on(event: Event) -> bool:
    """Whether somebody holds the event's lock."""
    try:
        with transaction.atomic():
            Event.objects.select_for_update(nowait=True).get(pk=event.pk)
    except DatabaseError:
        return True
    return False


def kill_worker(service: Service) -> None:
    first = service.children()["worker"]
    os.kill(first, signal.SIGKILL)
    wait_for(lambda: service.children().get("worker", first) != first)


def test_league_is_paired_once_though_its_worker_is_killed_in_the_middle(league: Event, service: Service) -> None:
    Event.objects.filter(pk=league.pk).update(starts_at=timezone.now() - timedelta(seconds=1))
    wait_for(lambda: is_worked_on(league))
    kill_worker(service)
    wait_for(lambda: PairingRun.objects.exists() and is_worked_on(league))
    kill_worker(service)
    wait_for(lambda: PairingRun.objects.count() == Division.objects.count() > 0)
    wait_for(lambda: not is_worked_on(league))

    league.refresh_from_db()
    assert league.state == "running"
    assert Counter(league.log_entries.values_list("kind", flat=True)) == {
        "started": 1, "round_paired": Division.objects.count()
    }  # fmt: skip
    sizes = [division.entrants.count() for division in league.divisions.all()]
    assert sum(sizes) == PLAYERS
    assert Game.objects.count() == FixtureGame.objects.count() == sum(size * (size - 1) // 2 for size in sizes)
    assert verify_event(league) == []
    assert check_game(Game.objects.latest("pk")) == []
