"""Clubs by REST."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import ListAPIView
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.fields import TextsField
from games.api.requests import caller
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import SentSerializer, body_of
from tournaments.clubs import queries as clubs
from tournaments.clubs import services as membership
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


class JoinClubSerializer(SentSerializer):
    """Joining a club."""

    code = serializers.CharField(max_length=100, help_text="The code of the club. Ask one of its organisers for it.")


def _detail(request: Request, slug: str) -> Response:
    shown = clubs.club_seen_by(clubs.find_club(slug), finding.viewer_of(request._request))
    return Response(ClubDetailSerializer(shown).data)


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
        return _detail(request, club)


class JoinClubView(Operation):
    """Joining a club."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Join a club", request=JoinClubSerializer, responses={200: ClubDetailSerializer, **WRITE_ERRORS}
    )
    def post(self, request: Request, club: str) -> Response:
        """Needs the code of the club. Repeating the request changes nothing."""
        code, found = body_of(request, JoinClubSerializer)["code"], clubs.find_club(club)
        membership.join_club(club_id=found.pk, player=caller(request), code=code, at=timezone.now())
        return _detail(request, club)


class LeaveClubView(Operation):
    """Leaving a club."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Leave a club", request=None, responses={204: None, **WRITE_ERRORS})
    def post(self, request: Request, club: str) -> Response:
        """Repeating the request changes nothing. A club that has neither members nor events left is deleted."""
        membership.leave_club(club_id=clubs.find_club(club).pk, player=caller(request))
        return Response(status=204)


EVENT_OPERATIONS = [
    path("clubs/", ClubsView.as_view(), name="clubs"),
    path("clubs/<slug:club>/", ClubView.as_view(), name="club"),
    path("clubs/<slug:club>/join/", JoinClubView.as_view(), name="club-join"),
    path("clubs/<slug:club>/leave/", LeaveClubView.as_view(), name="club-leave"),
]
