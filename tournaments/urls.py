"""Addresses of the pages of events, mounted below ``/events/``, and of ratings, below ``/ratings/``.

Pages of a division have two: a short one for the first division of the latest stage, and one with its number.
"""

from __future__ import annotations

from django.urls import path, re_path

from ground.features import addresses
from tournaments.ratings import finding as finding  # so that addresses may have its converters
from tournaments.web import crosstables, director_urls, divisions, events, files, ratings, teams

app_name = "tournaments"

DIVISION = "<slug:slug>/divisions/<int:division>"

urlpatterns = [
    path("", events.events, name="events"),
    path("calendar/", events.calendar, name="calendar"),
    path("calendar.ics", files.ics, name="ics"),
    *addresses("pages", "EVENT_PAGES"),
    *director_urls.urlpatterns,
    path("<slug:slug>/", events.event, name="event"),
    path("<slug:slug>/log/", events.log, name="log"),
    path("<slug:slug>/players/<str:username>/", divisions.record, name="record"),
    path("<slug:slug>/fixtures/<int:pk>/", divisions.match, name="match"),
    path("<slug:slug>/team/", teams.my_team, name="my_team"),
    path("<slug:slug>/teams/<int:entrant>/", teams.team, name="team"),
    *[
        path(f"<slug:slug>/teams/<int:entrant>/{what}/", view, name=f"team_{what.replace('-', '_')}")
        for what, view in teams.BUTTONS.items()
    ],
    *[
        path(f"{start}/{page}/", view, name=name)
        for start in ("<slug:slug>", DIVISION)
        for page, view, name in (
            ("standings", divisions.standings, "standings"),
            ("fixtures", divisions.fixtures, "fixtures"),
            ("crosstable", crosstables.crosstable, "crosstable"),
            ("bracket", crosstables.bracket, "bracket"),
        )
    ],
    path(f"{DIVISION}/rounds/<int:number>/", divisions.fixtures, name="round"),
    *[
        path(f"{DIVISION}/{table}.csv", files.table_csv, {"table": table}, name=f"{table}_csv")
        for table in files.TABLES
    ],
    path(f"{DIVISION}/tournament.trf", files.trf, name="trf"),
    path("<slug:slug>/event.json", files.event_json, name="event_json"),
    path("<slug:slug>/calendar.ics", files.event_ics, name="event_ics"),
    path("<slug:slug>/feed.atom", files.feed, name="feed"),
    re_path(r"^(?P<slug>[-\w]+)/games\.(?P<ending>txt|jsonl|ap\.jsonl)$", events.records, name="records"),
]

FIELDS = finding.FieldConverter.regex

RATINGS = [
    path("", ratings.pools, name="pools"),
    path("of/<str:username>/", ratings.player, name="player"),
    path("of/<str:username>/against/", ratings.choose_opponent, name="choose_opponent"),
    path("of/<str:username>/against/<str:opponent>/", ratings.against, name="against"),
    path("of/<str:username>/<slug:rules>/<field:field>/", ratings.history, name="history"),
    re_path(
        rf"^of/(?P<username>[^/]+)/(?P<rules>[-\w]+)/(?P<field>{FIELDS})/history\.(?P<ending>csv|json)$",
        ratings.history_file,
        name="history_file",
    ),
    path("of/<str:username>/<slug:rules>/<field:field>/versions/", ratings.versions, name="versions"),
    path("of/<str:username>/<slug:rules>/<field:field>/<day:day>/", ratings.account, name="account"),
    path("<slug:rules>/<field:field>/", ratings.rating_list, name="list"),
    re_path(
        rf"^(?P<rules>[-\w]+)/(?P<field>{FIELDS})/ratings\.(?P<ending>csv|json)$", ratings.list_file, name="list_file"
    ),
]
