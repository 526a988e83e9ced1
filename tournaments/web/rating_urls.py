"""Addresses of the pages of ratings, mounted below ``/ratings/``."""

from __future__ import annotations

from django.urls import path, re_path

from tournaments.ratings import finding as finding  # so that addresses may have its converters
from tournaments.web import ratings

app_name = "ratings"
FIELDS = finding.FieldConverter.regex

urlpatterns = [
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
