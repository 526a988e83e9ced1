"""Addresses of the mail lab, below ``/mail-lab/``."""

from __future__ import annotations

from django.urls import path

from notifications.lab import views

app_name = "mail_lab"

urlpatterns = [
    path("", views.show_mails, name="mails"),
    path("out/<int:pk>/", views.show_outbound, name="outbound"),
    path("out/<int:pk>/html/", views.show_html, name="html"),
    path("out/<int:pk>/raw/", views.show_raw_outbound, name="raw_outbound"),
    path("out/<int:pk>/answer/", views.answer, name="answer"),
    path("in/<int:pk>/", views.show_inbound, name="inbound"),
    path("in/<int:pk>/raw/", views.show_raw_inbound, name="raw_inbound"),
]
