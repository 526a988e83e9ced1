"""Celery's door to the events: each task calls the services."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.sweeps import Sweep
from tournaments import services
from tournaments.models import Division, Event
from tournaments.queries import is_complete, stale_divisions


@shared_task
def compute_standings(division_id: int) -> None:
    """Bring one division's standings up to date, and close its event if that was the last result."""
    services.compute_standings(division_id, at=timezone.now())
    services.finish_event(Division.objects.values_list("event_id", flat=True).get(pk=division_id))


@shared_task
def compute_stale_standings() -> None:
    """Find the divisions and events whose hint got lost."""
    with Sweep("standings") as sweep:
        for division_id in list(stale_divisions().values_list("pk", flat=True)):
            with sweep.one(f"division {division_id}"):
                compute_standings(division_id)
        for event in Event.objects.filter(state=Event.State.RUNNING):
            with sweep.one(f"event {event.pk}"):
                if is_complete(event):
                    services.finish_event(event.pk)


from tournaments.ratings.tasks import check_ratings, count_ratings  # noqa: E402, F401 - found by Celery here
