"""Addresses of the mail lab, below ``/mail-lab/``."""

from __future__ import annotations

from django.urls import path

from notifications.lab import views
from notifications.lab.access import here_only

app_name = "mail_lab"

urlpatterns = [
    path("", here_only(views.show_mails), name="mails"),
    path("out/<int:pk>/", here_only(views.show_outbound), name="outbound"),
    path("out/<int:pk>/html/", here_only(views.show_html), name="html"),
    path("out/<int:pk>/raw/", here_only(views.show_raw_outbound), name="raw_outbound"),
    path("out/<int:pk>/answer/", here_only(views.answer), name="answer"),
    path("in/<int:pk>/", here_only(views.show_inbound), name="inbound"),
    path("in/<int:pk>/raw/", here_only(views.show_raw_inbound), name="raw_inbound"),
]
