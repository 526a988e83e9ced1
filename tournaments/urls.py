"""Addresses of the events' pages, mounted below ``/events/``.

Pages of a division have two: a short one for the first division of the latest stage, and one with its number.
"""

from __future__ import annotations

from django.urls import path, re_path

from tournaments import desk_urls, division_views, file_views, views

app_name = "tournaments"

DIVISION = "<slug:slug>/divisions/<int:division>"

urlpatterns = [
    path("", views.events, name="events"),
    path("calendar/", views.calendar, name="calendar"),
    path("calendar.ics", file_views.ics, name="ics"),
    *desk_urls.urlpatterns,
    path("<slug:slug>/", views.event, name="event"),
    path("<slug:slug>/log/", views.log, name="log"),
    path("<slug:slug>/players/<str:username>/", division_views.record, name="record"),
    path("<slug:slug>/fixtures/<int:pk>/", division_views.match, name="match"),
    *[
        path(f"{start}/{page}/", view, name=name)
        for start in ("<slug:slug>", DIVISION)
        for page, view, name in (
            ("standings", division_views.standings, "standings"),
            ("fixtures", division_views.fixtures, "fixtures"),
            ("crosstable", division_views.crosstable, "crosstable"),
            ("bracket", division_views.bracket, "bracket"),
            ("what-if", division_views.what_if, "what_if"),
        )
    ],
    path(f"{DIVISION}/rounds/<int:number>/", division_views.fixtures, name="round"),
    *[
        path(f"{DIVISION}/{table}.csv", file_views.table_csv, {"table": table}, name=f"{table}_csv")
        for table in file_views.TABLES
    ],
    path(f"{DIVISION}/tournament.trf", file_views.trf, name="trf"),
    path("<slug:slug>/event.json", file_views.event_json, name="event_json"),
    path("<slug:slug>/calendar.ics", file_views.event_ics, name="event_ics"),
    path("<slug:slug>/feed.atom", file_views.feed, name="feed"),
    re_path(r"^(?P<slug>[-\w]+)/games\.(?P<ending>txt|jsonl|ap\.jsonl)$", views.records, name="records"),
]
