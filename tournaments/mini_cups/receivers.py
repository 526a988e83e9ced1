"""What mini cups add elsewhere: their queues in the lobby, and those that begin by the clock."""

from __future__ import annotations

from datetime import datetime

from django.dispatch import receiver
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils import timezone

from games.signals import lobby_shown
from ground.sweeps import Sweep
from tournaments.mini_cups import queries as sentences
from tournaments.mini_cups import services
from tournaments.mini_cups.queries import QueueRow, queue_rows
from tournaments.presenting import finding
from tournaments.signals import calendar_followed


@receiver(lobby_shown, dispatch_uid="mini_cups.lobby")
def lobby_cups(request: HttpRequest, **facts: object) -> str:
    """All queues, those in which somebody waits first."""
    rows = queue_rows(finding.viewer_of(request), at=timezone.now())
    context = {
        "begun": [_line(row) for row in rows if row.waiting],
        "empty": [_line(row) for row in rows if not row.waiting],
    }
    return render_to_string("mini_cups/lobby_cups.html", context, request)


def _line(row: QueueRow) -> dict[str, str]:
    return {
        "slug": row.slug,
        "title": f"{row.cup.game_title}: {row.cup.title}",
        "waiting": sentences.waiting(row.waiting, row.cup.players),
        "mine": sentences.you_wait(row.until) if row.until else "",
    }


@receiver(calendar_followed, dispatch_uid="mini_cups.begin")
def begin(sweep: Sweep, now: datetime, **facts: object) -> None:
    """Begin the mini cups for which enough players wait."""
    for queue in services.queues_to_look_at(at=now):
        with sweep.one(f"queue {queue}"):
            services.go_on(queue, at=now)
