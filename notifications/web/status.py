"""The page for players who wonder whether the service is well: does mail flow, and what was given back to clocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Min
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_GET

from games.models import Outage
from games.play import queries
from games.uptime import outages
from notifications.models import InboundMail, OutboundMail

LATE = timedelta(minutes=10)  # after which mail does not flow as it should
SHOWN = 5  # outages; the public list has all of them
INTAKE, SENDER, READER = "mail intake", "worker of mail out", "worker of mail in"  # parts, as their signs name them


@dataclass(frozen=True)
class Flow:
    """Whether mail flows one way; ``since`` is when it began to wait, where it does not."""

    is_well: bool
    since: datetime | None = None


@require_GET
def status(request: HttpRequest) -> HttpResponse:
    """How the service is at this moment, in plain words."""
    now = timezone.now()
    recent = list(queries.outages()[:SHOWN])
    context = {
        "out": mail_out(now),
        "came": mail_in(now),
        "doubts": outages.doubts(now),
        "outages": recent,
        "whole_since": recent[0].ends_at if recent else None,
        "is_credited": not Outage.objects.filter(credited_at=None).exists(),
    }
    return render(request, "notifications/status.html", context)


def mail_out(now: datetime) -> Flow:
    """Whether mails leave within minutes. Those that another mail host does not take are due again later."""
    waiting = OutboundMail.objects.filter(state=OutboundMail.State.WAITING, due_at__lt=now - LATE)
    return _flow(now, waiting.aggregate(at=Min("due_at"))["at"], [SENDER])


def mail_in(now: datetime) -> Flow:
    """Whether mails are taken in, and read within minutes."""
    waiting = InboundMail.objects.filter(state=InboundMail.State.WAITING, due_at__lt=now - LATE)
    return _flow(now, waiting.aggregate(at=Min("received_at"))["at"], [READER, INTAKE])


def _flow(now: datetime, waits_since: datetime | None, parts: Sequence[str]) -> Flow:
    silent = [beat.at for beat in outages.silent(now) if beat.name.startswith(tuple(parts))]
    moments = [*silent, *([waits_since] if waits_since else [])]
    return Flow(is_well=not moments, since=min(moments, default=None))
