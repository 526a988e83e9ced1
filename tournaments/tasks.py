"""Celery's door to the events: each task calls the services."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from ground.sweeps import Sweep
from tournaments.queries import can_wait, divisions_that_may_go_on, stale_divisions
from tournaments.ratings import services as ratings
from tournaments.ratings.results import day_of
from tournaments.running import progress, services
from tournaments.scheduling import timetable
from tournaments.standings.ranking import gc_paused


@shared_task
def compute_standings(division_id: int) -> None:
    """Bring one division's standings up to date, and let its event go on from there.

    That of a large Swiss tournament is left to the sweep if it is but a few seconds old.
    """
    if not can_wait(division_id, now=timezone.now()):
        _bring_up_to_date(division_id)


def _bring_up_to_date(division_id: int) -> None:
    with gc_paused():
        services.compute_standings(division_id, at=timezone.now())
        progress.advance(division_id, at=timezone.now())


@shared_task
def compute_stale_standings() -> None:
    """Find the divisions whose hint got lost, and those that could go on."""
    stale = list(stale_divisions().values_list("pk", flat=True))
    with Sweep("standings") as sweep:
        for division_id in stale:
            with sweep.one(f"division {division_id}"):
                _bring_up_to_date(division_id)
        for division_id in divisions_that_may_go_on().exclude(pk__in=stale).values_list("pk", flat=True):
            with sweep.one(f"division {division_id}"):
                progress.advance(division_id, at=timezone.now())


@shared_task
def follow_calendar() -> None:
    """Everything about events that a clock decides."""
    timetable.follow(now=timezone.now())


log = logging.getLogger(__name__)

LONGEST = 540  # seconds; less than after which the broker would give the task to somebody else


@shared_task(soft_time_limit=LONGEST, time_limit=LONGEST + 30)
def count_ratings() -> None:
    """Count the days that are over. What is cut short goes on with the next run."""
    with Sweep("ratings") as sweep:
        for pool in ratings.all_pools():
            with sweep.one(pool):
                ratings.bring_up_to_date(pool.pk, now=timezone.now())


@shared_task(soft_time_limit=LONGEST, time_limit=LONGEST + 30)
def check_ratings() -> None:
    """Compute one pool from scratch, each night another one, and compare."""
    now = timezone.now()
    pools = ratings.all_pools()
    pool = pools[day_of(now).toordinal() % len(pools)]
    for finding in ratings.check_pool(pool.pk, now=now):
        log.error("%s", finding)
