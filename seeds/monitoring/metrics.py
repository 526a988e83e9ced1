"""``/metrics``: what Prometheus reads. Counts of every process (``ground.metrics``), and what the database says now.

It answers this machine, and callers with the token of ``METRICS_TOKEN``; for everybody else it is not there.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from datetime import datetime
from hmac import compare_digest
from pathlib import Path

from django.conf import settings
from django.db.models import Count, Min
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.metrics_core import Metric
from prometheus_client.multiprocess import MultiProcessCollector

from games.clock.heartbeats import ASIDE
from games.uptime import outages
from ground.callers import is_from_here
from notifications.models import InboundMail, OutboundMail
from seeds.processes import scheduling

KEPT = 7 * 86_400  # seconds without a change, after which the files of a process that is gone are removed


class Present:
    """What the database says at this moment."""

    def collect(self) -> Iterator[Metric]:
        now = timezone.now()
        went = OutboundMail.objects.filter(state=OutboundMail.State.WAITING)
        out = went.aggregate(at=Min("due_at"), count=Count("pk"))
        came = InboundMail.objects.filter(state=InboundMail.State.WAITING)
        unread = came.aggregate(at=Min("received_at"), count=Count("pk"))
        yield _gauge("seeds_outbox_seconds", "For how long the oldest mail has been due to go.", _age(out, now))
        yield _gauge("seeds_outbox_mails", "Mails that wait to go out.", out["count"])
        yield _gauge("seeds_inbox_seconds", "For how long the oldest mail has waited to be read.", _age(unread, now))
        yield _gauge("seeds_inbox_mails", "Mails that wait to be read.", unread["count"])
        yield _gauge("seeds_flags_held", "Whether something keeps all flags from falling.", bool(outages.doubts(now)))
        beats = GaugeMetricFamily("seeds_heartbeat_seconds", "Seconds since a part's last heartbeat.", labels=["part"])
        for beat, seconds in outages.seconds_of_silence(outages.beats_of_processes(), now):
            beats.add_metric([beat.name.removeprefix(ASIDE)], seconds)
        yield beats
        late = GaugeMetricFamily("seeds_sweep_late_seconds", "For how long a sweep has been late.", labels=["sweep"])
        for name, seconds in outages.seconds_late(scheduling.periods(), now=now).items():
            late.add_metric([name], seconds)
        yield late


def _gauge(name: str, described: str, value: float) -> Metric:
    return GaugeMetricFamily(name, described, value=float(value))


def _age(found: dict[str, datetime | None], now: datetime) -> float:
    return max(0.0, (now - found["at"]).total_seconds()) if found["at"] else 0.0


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """All of it in the text form of Prometheus."""
    if not (is_from_here(request) or _has_token(request)):
        raise Http404
    folder = os.environ["PROMETHEUS_MULTIPROC_DIR"]
    registry = CollectorRegistry()
    MultiProcessCollector(registry, path=folder)  # type: ignore[no-untyped-call]
    registry.register(Present())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def _has_token(request: HttpRequest) -> bool:
    given = request.headers.get("Authorization", "").removeprefix("Bearer ")
    return bool(settings.METRICS_TOKEN) and compare_digest(given.encode(), settings.METRICS_TOKEN.encode())


def forget_old(folder: Path) -> None:
    """Remove the counts of processes that are long gone."""
    for file in folder.glob("*.db"):
        if time.time() - file.stat().st_mtime > KEPT:
            file.unlink(missing_ok=True)
