"""Pages that belong to no package: what is said where there is nothing, where nothing can be done now, and whether the
service is well."""

from __future__ import annotations

import sys

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_safe
from django.views.defaults import bad_request, server_error

from games.clock.heartbeats import ASIDE
from games.uptime import outages
from seeds import __version__
from seeds.embedded import broker_answers
from seeds.processes import scheduling
from seeds.rest.problems import plain_problem


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What whoever raised Http404 has to say; of an address that leads nowhere, that it may have a slip in it."""
    said = exception.args[0] if exception.args else None
    described = said if isinstance(said, str) and not said.endswith("matches the given query.") else None
    return render(request, "404.html", {"described": described}, status=404)


def unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """What cannot be a request to us, such as one with the name of another host."""
    if not request.path.startswith(REST):
        return bad_request(request, exception)
    return plain_problem(
        request, "bad_request", gettext("The service cannot read this request. Look at its address and headers.")
    )


REST = "/api/"
RETRY_AFTER = 5  # seconds; pages are back within two of the database


def failed(request: HttpRequest) -> HttpResponse:
    """503 while the database is away, hangs or has no room: nothing was done, and soon it can be. Else 500."""
    if not isinstance(sys.exception(), OperationalError | InterfaceError):
        if not request.path.startswith(REST):
            return server_error(request)
        described = gettext("Something went wrong on our side. To try again, use the same Idempotency-Key.")
        return plain_problem(request, "failed", described)
    described = gettext("The database does not answer. Nothing you sent was done: send it again in a moment.")
    answer: HttpResponse
    if request.path.startswith(REST):
        answer = plain_problem(request, "unavailable", described)
    else:
        context = {"refusal": gettext("Back in a moment"), "described": described}
        answer = HttpResponse(render_to_string("too_many.html", context), status=503)
    answer["Retry-After"] = str(RETRY_AFTER)
    return answer


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
