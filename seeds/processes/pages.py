"""Whether the service is well, as load balancers and monitors ask it."""

from __future__ import annotations

from django.conf import settings
from django.db import DatabaseError, connection
from django.http import HttpRequest, JsonResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from games.uptime import outages
from games.uptime.parts import ASIDE
from seeds import __version__
from seeds.embedded import broker_answers


@require_safe
def healthz(request: HttpRequest) -> JsonResponse:
    """The web process is alive. Asks nothing of others: restarting it would not mend a database that is away."""
    return JsonResponse({"web": "ok", "version": __version__})


@require_safe
def readyz(request: HttpRequest) -> JsonResponse:
    """200 when pages and moves can be served, 503 when the database is away.

    What else is not well is shown but does not count: a broker that is away, since moves are still played and the
    sweeps send their mail later; and the parts that have sent no heartbeat lately, one dead worker among them.
    """
    silent = _silent_parts()
    broker = broker_answers(settings.REDIS_URL) if settings.REDIS_URL else False
    parts = {"database": "away" if silent is None else "ok", "broker": "ok" if broker else "away"}
    return JsonResponse(parts | {"silent": silent or []}, status=503 if silent is None else 200)


def _silent_parts() -> list[str] | None:
    """The names of the parts that are silent; None when the database does not say."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
        return [beat.name.removeprefix(ASIDE) for beat in outages.silent(timezone.now())]
    except DatabaseError:
        return None
