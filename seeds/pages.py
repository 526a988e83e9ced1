"""Pages that belong to no package: what is said where there is nothing, and where nothing can be done now."""

from __future__ import annotations

import sys

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils.translation import gettext
from django.views.defaults import bad_request, server_error

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
