"""Celery's door to the post office: each task calls one function."""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from notifications import receivers, retention
from notifications.accounts import closing
from notifications.addresses import address_health
from notifications.channels.webhooks import calls
from notifications.inbound import processing
from notifications.outbound import digests, reminders, sending


@shared_task
def send_waiting_mail() -> None:
    """Send what waits: asked for by whoever writes a mail, and by the sweep."""
    sending.send_waiting(now=timezone.now())


@shared_task
def read_waiting_mail() -> None:
    """Read what waits: asked for by whoever stores a mail, and by the sweep."""
    processing.read_waiting()


@shared_task
def remind_players() -> None:
    """Write the reminders that are due, after what a wrong clock has put off."""
    receivers.bring_forward(now=timezone.now())
    reminders.remind(now=timezone.now())


@shared_task
def write_digests() -> None:
    digests.write_due(now=timezone.now())


@shared_task
def try_rested_addresses() -> None:
    """Switch on the addresses whose rest is over."""
    address_health.try_rested(now=timezone.now())


@shared_task
def purge_old_mail() -> None:
    """Forget the words of old mails, and guests who have not moved for long."""
    retention.purge(now=timezone.now())
    closing.forget_idle_guests(now=timezone.now())


@shared_task
def send_calls(call_ids: list[int]) -> None:
    """Make these calls of players' programs, unless somebody else is at it."""
    calls.make_calls(call_ids, now=timezone.now())


@shared_task
def deliver_waiting() -> None:
    """Make the calls that a lost task or a failed attempt has left behind."""
    calls.make_waiting_calls(now=timezone.now())
