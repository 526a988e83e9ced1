"""Addresses of the events' pages, mounted below ``/events/``."""

from __future__ import annotations

from django.urls import path, re_path

from tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("", views.events, name="events"),
    path("new/<slug:rules>/", views.new, name="new"),
    path("<slug:slug>/", views.event, name="event"),
    path("<slug:slug>/fixtures/", views.fixtures, name="fixtures"),
    path("<slug:slug>/fixtures/<int:pk>/", views.match, name="match"),
    path("<slug:slug>/standings/", views.standings, name="standings"),
    path("<slug:slug>/crosstable/", views.crosstable, name="crosstable"),
    re_path(r"^(?P<slug>[-\w]+)/games\.(?P<ending>txt|jsonl|ap\.jsonl)$", views.records, name="records"),
    path("<slug:slug>/enter/", views.enter, name="enter"),
    path("<slug:slug>/withdraw/", views.withdraw, name="withdraw"),
    path("<slug:slug>/open/", views.open_entries, name="open"),
    path("<slug:slug>/start/", views.start, name="start"),
]
