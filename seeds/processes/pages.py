"""Whether the service is well, as load balancers and monitors ask it."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.uptime import outages
from games.uptime.parts import ASIDE
from seeds import __version__
from seeds.embedded import broker_answers
from seeds.processes import scheduling


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The web process is alive. Asks nothing of others: restarting it would not mend a database that is away."""
    return JsonResponse({"web": "ok", "version": __version__})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when pages and moves can be served, 503 when the database is away.

    What else is not well is shown but does not count: a broker that is away, since moves are still played and the
    sweeps send their mail later; the parts that have sent no heartbeat lately, one dead worker among them; and the
    sweeps that should have run through by now.
    """
    broker = "ok" if settings.REDIS_URL and broker_answers(settings.REDIS_URL) else "away"
    try:
        silent = [beat.name.removeprefix(ASIDE) for beat in outages.silent(timezone.now())]
        return JsonResponse({"database": "ok", "broker": broker, "silent": silent, "late": scheduling.late_sweeps()})
    except DatabaseError:
        return JsonResponse({"database": "away", "broker": broker, "silent": [], "late": []}, status=503)
