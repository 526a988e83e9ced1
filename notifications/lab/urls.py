"""Addresses of the mail lab, below ``/mail-lab/``, for this machine alone: it shows every mail, with the links by which
passwords are set."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase
from django.urls import path

from ground.callers import is_from_here
from notifications.lab import views

app_name = "mail_lab"

View = Callable[..., HttpResponseBase]


def here_only(view: View) -> View:
    """The view for requests from this machine; for all others there is no such page."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_from_here(request):
            raise Http404("The mail lab answers to its own machine alone.")
        return view(request, *args, **kwargs)

    return guarded


urlpatterns = [
    path("", here_only(views.show_mails), name="mails"),
    path("out/<int:pk>/", here_only(views.show_outbound), name="outbound"),
    path("out/<int:pk>/html/", here_only(views.show_html), name="html"),
    path("out/<int:pk>/raw/", here_only(views.show_raw_outbound), name="raw_outbound"),
    path("out/<int:pk>/answer/", here_only(views.answer), name="answer"),
    path("in/<int:pk>/", here_only(views.show_inbound), name="inbound"),
    path("in/<int:pk>/raw/", here_only(views.show_raw_inbound), name="raw_inbound"),
]
