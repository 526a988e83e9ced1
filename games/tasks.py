"""Celery's door to the games: each task calls one service."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games.accounts import login_traces
from games.archive.all_games import write_archive as write_all_games
from games.feed import reading
from games.play import held_moves, house_players, timeouts
from games.uptime import outages
from ground.background import enqueue_after_commit
from ground.rest import stored_answers


@shared_task
def flag_overdue_games() -> None:
    """Declare the losses on time that are certain."""
    timeouts.flag_overdue(now=timezone.now())


@shared_task
def publish_held_moves() -> None:
    """Play the held moves whose time has come."""
    held_moves.publish_held(now=timezone.now())


@shared_task
def credit_outages() -> None:
    """Give the outages of the ledger back to every running clock; what is left goes on at once."""
    if not outages.credit_outages(now=timezone.now()):
        enqueue_after_commit("games.tasks.credit_outages")


@shared_task
def play_house_bot(game_id: int) -> None:
    """Play for the house in one game, if it is to act there."""
    house_players.play_house_bot(game_id, clock=timezone.now)


@shared_task
def wake_forgotten_bots() -> None:
    """Find the games whose hint got lost."""
    house_players.wake_forgotten_bots(now=timezone.now())


@shared_task
def forget_login_traces() -> None:
    """Delete the traces of sign-ins that are too old to be kept."""
    login_traces.forget_old_traces(now=timezone.now())


@shared_task
def forget_old_answers() -> None:
    """Delete the stored answers to requests that nobody sends again."""
    stored_answers.forget_old_answers(now=timezone.now())


@shared_task
def forget_feed() -> None:
    """Delete the entries of the feed that are too old to be kept."""
    reading.forget_old(now=timezone.now())


@shared_task
def write_archive() -> None:
    """Bring the files of all finished games up to date; what is left goes on at once."""
    if not write_all_games(now=timezone.now()):
        enqueue_after_commit("games.tasks.write_archive")
