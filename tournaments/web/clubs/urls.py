"""Addresses of the pages of clubs, mounted below ``/clubs/``."""

from __future__ import annotations

from django.urls import path

from tournaments.web.clubs import pages

app_name = "clubs"

urlpatterns = [
    path("", pages.clubs, name="clubs"),
    path("new/", pages.found, name="found"),
    path("<slug:club>/", pages.club, name="club"),
    path("<slug:club>/edit/", pages.edit, name="edit"),
    path("<slug:club>/join/", pages.join, name="join"),
    path("<slug:club>/leave/", pages.leave, name="leave"),
    path("<slug:club>/code/", pages.renew, name="renew"),
    path("<slug:club>/members/", pages.manage, name="manage"),
]
