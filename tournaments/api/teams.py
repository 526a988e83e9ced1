"""Teams of a team league by REST: their players, invitations, order and line-ups."""

from __future__ import annotations

from typing import Any

from django.urls import path
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import Outcome
from games.api.action_views import operation
from games.api.requests import caller
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from tournaments.api.action_serializers import ActionAnswerSerializer
from tournaments.api.actions import body_of_dry_run
from tournaments.directing.action.dry_run import DryRun
from tournaments.models import Entrant
from tournaments.presenting import finding
from tournaments.presenting.teams.seen import find_team, team_seen_by, teams_of
from tournaments.team_actions import ACTIONS


class TeamPlayerSerializer(serializers.Serializer[Any]):
    """A player on the list of a team."""

    player = serializers.CharField()
    is_captain = serializers.BooleanField()
    has_accepted = serializers.BooleanField(help_text="Whether the player has accepted the invitation.")
    board = serializers.IntegerField(
        help_text="The board on which the player plays without a line-up, counted from 1; 0 for a reserve."
    )


class NextLineUpSerializer(serializers.Serializer[Any]):
    """The line-up of the next round. Only players of the team can see it."""

    round = serializers.IntegerField()
    players = serializers.ListField(child=serializers.CharField(allow_blank=True), help_text="The players by board.")
    is_named = serializers.BooleanField(help_text="Whether the captain has named this line-up.")
    due = serializers.DateTimeField(allow_null=True, help_text="When the round begins automatically, if known.")


class TeamSerializer(serializers.Serializer[Any]):
    """A team with its list. Its first players play unless the captain names others."""

    entrant = serializers.IntegerField(help_text="The number of the team, as used in the result log.")
    name = serializers.CharField()
    captain = serializers.CharField()
    status = serializers.ChoiceField(choices=Entrant.Status.choices)
    members = TeamPlayerSerializer(
        many=True, help_text="The players, in order. Invited players are shown only to the team."
    )
    next_line_up = NextLineUpSerializer(allow_null=True)
    is_invited = serializers.BooleanField(help_text="Whether you are invited.")
    is_member = serializers.BooleanField(help_text="Whether you play for the team.")
    may_manage = serializers.BooleanField(help_text="Whether you are the captain of the team or direct the event.")


# The team, or with ``dry_run`` what it would come to.
EITHER = PolymorphicProxySerializer(
    "TeamOrDryRun", [TeamSerializer, ActionAnswerSerializer], resource_type_field_name=None
)


class TeamsView(Operation):
    """All teams of an event."""

    @extend_schema(summary="The teams of a team league", responses={200: TeamSerializer(many=True), **READ_ERRORS})
    def get(self, request: Request, slug: str) -> Response:
        """Each team with the players who have accepted. The list is empty unless the event is a team league."""
        event = finding.find_event(request._request, slug)
        return Response(TeamSerializer(teams_of(event, finding.viewer_of(request._request)), many=True).data)


def _team(request: Request, slug: str, entrant: int) -> Entrant:
    return find_team(finding.find_event(request._request, slug), entrant)


def _show(request: Request, team: Entrant, outcome: Outcome) -> object:
    if isinstance(request.data, dict) and request.data.get("dry_run"):
        return body_of_dry_run(DryRun(outcome.sentences))
    found = _team(request, team.event.slug, team.pk)
    return TeamSerializer(team_seen_by(found, caller(request))).data


ADDRESSES = [
    path(f"events/<slug:slug>/teams/<int:entrant>/{what}/", name=action.slug, view=operation(
        action, _team, shape=EITHER if action.has_dry_run else TeamSerializer, show=_show))
    for what, action in ACTIONS.items()
]  # fmt: skip
