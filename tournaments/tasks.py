"""Celery's door to the events: each task calls the services."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from ground.sweeps import Sweep
from tournaments.queries import can_wait, divisions_that_may_go_on, stale_divisions
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


from tournaments.ratings.tasks import check_ratings, count_ratings  # noqa: E402, F401 - found by Celery here
