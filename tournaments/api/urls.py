"""Addresses of the REST door to the events, mounted below ``/api/v1/``."""

from __future__ import annotations

from rest_framework.routers import SimpleRouter

from tournaments.api import divisions, views
from tournaments.api.actions import action_address
from tournaments.directing import ACTIONS

app_name = "tournaments-api"

router = SimpleRouter(use_regex_path=False)
router.register("events", views.EventsViewSet, basename="event")
router.register("events/<slug:slug>/divisions", divisions.DivisionsViewSet, basename="division")

urlpatterns = [*router.urls, *(action_address(action) for action in ACTIONS.values())]
