"""Clubs by REST."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponseBase
from django.urls import path
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import Outcome
from games.api.action_views import AnyAction, operation
from games.api.fields import TextsField
from games.api.requests import caller
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from tournaments.clubs import actions
from tournaments.clubs import queries as clubs
from tournaments.history.rest import AllTimeSerializer
from tournaments.models import Club
from tournaments.presenting import finding


class ClubSerializer(serializers.ModelSerializer[Club]):
    """A club in the list."""

    members = serializers.IntegerField(source="size")

    class Meta:
        model = Club
        fields = ["id", "slug", "name", "about", "founded_at", "members"]


class ClubMemberSerializer(serializers.Serializer[Any]):
    """A member of a club."""

    player = serializers.CharField(source="player.username")
    is_organiser = serializers.BooleanField()
    joined_at = serializers.DateTimeField()


class ClubLineSerializer(AllTimeSerializer):
    """A member's results in all finished events of a club."""

    seasons = None  # type: ignore[assignment]  # takes the field away
    events = serializers.IntegerField()


class ClubDetailSerializer(serializers.Serializer[Any]):
    """A club with its members (organisers first), its events (latest first) and its all-time table."""

    slug = serializers.CharField()
    name = serializers.CharField(source="club.name")
    about = serializers.CharField(source="club.about")
    founded_at = serializers.DateTimeField(source="club.founded_at")
    members = ClubMemberSerializer(many=True)
    events = TextsField(source="event_slugs")
    all_time = ClubLineSerializer(
        many=True, help_text="The results of present members in finished events, most points first."
    )
    is_member = serializers.BooleanField(help_text="Whether you are a member.")
    code = serializers.CharField(
        help_text="The code with which players join; empty unless you are an organiser of the club."
    )


def _found(request: Request, club: str) -> Club:
    return clubs.find_club(club)


def _show(request: Request, club: Club | None, outcome: Outcome) -> object:
    slug = outcome.facts.slug if outcome.facts else club.slug if club else ""
    return ClubDetailSerializer(clubs.club_seen_by(clubs.find_club(slug), caller(request))).data


def _operation(action: AnyAction) -> Callable[..., HttpResponseBase]:
    return operation(action, _found, shape=ClubDetailSerializer, show=_show)


@extend_schema_view(get=extend_schema(summary="Clubs, the newest first"))
class ClubsView(Operation, ListAPIView[Club]):
    """All clubs."""

    serializer_class = ClubSerializer
    newest_first = True

    def get_queryset(self) -> QuerySet[Club]:
        return clubs.clubs().order_by("-pk")


class ClubView(Operation):
    """One club."""

    @extend_schema(summary="A club", responses={200: ClubDetailSerializer, **READ_ERRORS})
    @expensive
    def get(self, request: Request, club: str) -> Response:
        """The club with its members, its events and its all-time table."""
        shown = clubs.club_seen_by(clubs.find_club(club), finding.viewer_of(request._request))
        return Response(ClubDetailSerializer(shown).data)


EVENT_OPERATIONS = [
    path("clubs/", operation(actions.FOUND, shape=ClubDetailSerializer, show=_show, status=201, beside=ClubsView),
         name="clubs"),
    path("clubs/<slug:club>/", ClubView.as_view(), name="club"),
    path("clubs/<slug:club>/join/", _operation(actions.JOIN), name="club-join"),
    path("clubs/<slug:club>/leave/", operation(actions.LEAVE, _found, status=204), name="club-leave"),
    path("clubs/<slug:club>/edit/", _operation(actions.EDIT), name="club-edit"),
    path("clubs/<slug:club>/code/", _operation(actions.RENEW), name="club-code"),
    *(path(f"clubs/<slug:club>/{what}/", _operation(one), name=f"club-{what}")
      for what, one in actions.MANAGED.items()),
]  # fmt: skip
