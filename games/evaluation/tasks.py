"""Celery's door to looking back at games."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.evaluation import services as evaluating
from ground.background import enqueue_after_commit


@shared_task
def evaluate_games() -> None:
    """Look back at a finished game for a while, and ask for more of it while some waits."""
    if evaluating.evaluate_next(clock=timezone.now):
        enqueue_after_commit(evaluating.TASK)


@shared_task
def wake_evaluations() -> None:
    """Look for finished games whose task got lost."""
    evaluating.wake_evaluations(now=timezone.now())
