"""The lab answers to this machine alone: it shows every mail, with the links by which passwords are set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase

from notifications.loopback import is_from_here

View = Callable[..., HttpResponseBase]


def here_only(view: View) -> View:
    """The view for requests from this machine; for all others there is no such page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_from_here(request):
            raise Http404("The mail lab answers to its own machine alone.")
        return view(request, *args, **kwargs)

    return guarded
