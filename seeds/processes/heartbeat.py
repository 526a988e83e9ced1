"""Web, worker and beat send heartbeats: one before they do anything, then one every few seconds, from a thread."""

from __future__ import annotations

import logging
import threading

from django.db import DatabaseError, connection
from django.utils import timezone

from games.clock.heartbeats import EVERY, read_monotonic_counter
from games.uptime.outages import record_heartbeat
from seeds.processes import alive

log = logging.getLogger(__name__)


def start(part: str, *, file: str = "") -> None:
    """Send heartbeats for this process as the part ``part``, until it ends; on the machine as ``file``, if any."""
    send_heartbeat(part, file)
    threading.Thread(target=_go_on, args=(part, file, threading.Event()), name="heartbeat", daemon=True).start()


def send_heartbeat(part: str, file: str = "") -> None:
    """One heartbeat. A database that is away is logged: the silence says the rest."""
    if file:
        alive.touch(file)
    now = timezone.now()
    try:
        record_heartbeat(name=part, at=now, clear_until=now, **read_monotonic_counter().values())
    except DatabaseError as error:
        log.warning("No heartbeat could be written: %s", error)
    finally:
        connection.close()


def _go_on(part: str, file: str, never: threading.Event) -> None:
    while not never.wait(EVERY.total_seconds()):
        send_heartbeat(part, file)
