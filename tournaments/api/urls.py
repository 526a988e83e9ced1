"""Addresses of the events in REST, mounted below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path
from rest_framework.routers import SimpleRouter

from tournaments.api import circuits, clubs, cups, divisions, feed, history, teams, templates, views
from tournaments.api.actions import action_address
from tournaments.api.contract import schema as _schema  # noqa: F401 - describes what views answer
from tournaments.directing import ACTIONS

app_name = "tournaments-api"

router = SimpleRouter(use_regex_path=False)
router.register("events", views.EventsViewSet, basename="event")
router.register("events/<slug:slug>/divisions", divisions.DivisionsViewSet, basename="division")

_feed = "events/<slug:slug>/feed/"
_team = "events/<slug:slug>/teams/<int:entrant>/"
urlpatterns = [
    path("circuits/", circuits.CircuitsView.as_view(), name="circuits"),
    path("circuits/<slug:circuit>/", circuits.CircuitView.as_view(), name="circuit"),
    path("clubs/", clubs.ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:club>/", clubs.ClubView.as_view(), name="club"),
    path("clubs/<slug:club>/join/", clubs.JoinClubView.as_view(), name="club-join"),
    path("clubs/<slug:club>/leave/", clubs.LeaveClubView.as_view(), name="club-leave"),
    path("cups/", cups.CupsView.as_view(), name="cups"),
    path("cups/<slug:cup>/join/", cups.JoinCupView.as_view(), name="cup-join"),
    path("cups/<slug:cup>/leave/", cups.LeaveCupView.as_view(), name="cup-leave"),
    path("events/history/", history.TitlesView.as_view(), name="titles"),
    path("events/records/", history.RecordsView.as_view(), name="records"),
    path("events/<slug:slug>/seasons/", history.SeasonsView.as_view(), name="seasons"),
    path("event-templates/", templates.TemplatesView.as_view(), name="templates"),
    path("event-templates/<int:template>/", templates.TemplateView.as_view(), name="template"),
    path("event-templates/<int:template>/begin/", templates.BeginWithTemplateView.as_view(), name="template-begin"),
    path("events/<slug:slug>/teams/", teams.TeamsView.as_view(), name="teams"),
    path(f"{_team}invite/", teams.InviteToTeamView.as_view(), name="team-invite"),
    path(f"{_team}accept/", teams.AcceptTeamView.as_view(), name="team-accept"),
    path(f"{_team}leave/", teams.LeaveTeamView.as_view(), name="team-leave"),
    path(f"{_team}change/", teams.ChangeTeamView.as_view(), name="team-change"),
    path(f"{_team}line-up/", teams.LineUpView.as_view(), name="team-line-up"),
    path(_feed, feed.EventFeedView.as_view(), name="event-feed"),
    path(f"{_feed}stream/", feed.EventStreamView.as_view(), name="event-stream"),
    *router.urls,
    *(action_address(action) for action in ACTIONS.values()),
]
