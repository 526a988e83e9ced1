"""Addresses of the events in REST, mounted below ``/api/v1/``."""

from __future__ import annotations

from django.urls import path
from rest_framework.routers import SimpleRouter

from ground.features import addresses
from tournaments.api import desk_operations, divisions, taking_part, teams, templates, views
from tournaments.api.actions import action_address
from tournaments.api.contract import schema as _schema  # noqa: F401 - describes what views answer
from tournaments.directing import ACTIONS

app_name = "tournaments-api"

router = SimpleRouter(use_regex_path=False)
router.register("events", views.EventsViewSet, basename="event")
router.register("events/<slug:slug>/divisions", divisions.DivisionsViewSet, basename="division")

_feed = "events/<slug:slug>/feed/"
urlpatterns = [
    *addresses("rest", "EVENT_OPERATIONS"),
    path("desk/", desk_operations.DeskView.as_view(), name="desk"),
    path("event-templates/", templates.TemplatesView.as_view(), name="templates"),
    path("event-templates/<int:template>/", templates.TemplateView.as_view(), name="template"),
    path("event-templates/<int:template>/begin/", templates.BeginWithTemplateView.as_view(), name="template-begin"),
    path("events/<slug:slug>/teams/", teams.TeamsView.as_view(), name="teams"),
    path(_feed, views.EventFeedView.as_view(), name="event-feed"),
    path(f"{_feed}stream/", views.EventStreamView.as_view(), name="event-stream"),
    *taking_part.ADDRESSES,
    *teams.ADDRESSES,
    *router.urls,
    *(action_address(action) for action in ACTIONS.values()),
]
