"""Celery's door to the games: each task calls one service."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import services


@shared_task
def flag_overdue_games() -> None:
    """Declare the losses on time that are certain."""
    services.flag_overdue(now=timezone.now())


@shared_task
def play_house_bot(game_id: int) -> None:
    """Play the house bot's turn in one game, if it is to act."""
    services.play_house_bot(game_id, at=timezone.now())


@shared_task
def play_house_bots() -> None:
    """Find the games whose hint got lost."""
    for game_id in services.games_for_house_bots():
        services.play_house_bot(game_id, at=timezone.now())
