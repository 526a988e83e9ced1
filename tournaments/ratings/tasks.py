"""Celery's door to the ratings: each task calls the services."""

from __future__ import annotations

import logging

from celery import shared_task
from django.utils import timezone

from ground.sweeps import Sweep
from tournaments.ratings import services
from tournaments.ratings.results import day_of

log = logging.getLogger(__name__)

LONGEST = 540  # seconds; less than after which the broker would give the task to somebody else


@shared_task(soft_time_limit=LONGEST, time_limit=LONGEST + 30)
def count_ratings() -> None:
    """Count the days that are over. What is cut short goes on with the next run."""
    with Sweep("ratings") as sweep:
        for pool in services.all_pools():
            with sweep.one(pool):
                services.bring_up_to_date(pool.pk, now=timezone.now())


@shared_task(soft_time_limit=LONGEST, time_limit=LONGEST + 30)
def check_ratings() -> None:
    """Compute one pool from scratch, each night another one, and compare."""
    now = timezone.now()
    pools = services.all_pools()
    pool = pools[day_of(now).toordinal() % len(pools)]
    for finding in services.check_pool(pool.pk, now=now):
        log.error("%s", finding)
