"""Teams of a team league by REST: their players, invitations, order and line-ups."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import caller
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import SentSerializer, WholeNumberField, body_of
from tournaments.api.action_serializers import ActionAnswerSerializer, dry_run_field
from tournaments.api.actions import answer_dry_run
from tournaments.api.event_requests import PlayerNameSerializer
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.before_start import managing
from tournaments.entries import teams
from tournaments.models import Entrant, Event
from tournaments.presenting import finding
from tournaments.presenting.teams import sentences
from tournaments.presenting.teams.seen import find_team, team_seen_by, teams_of
from tournaments.running.decisions import Decision

LONGEST_NAME = Entrant._meta.get_field("team_name").max_length


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


class InviteToTeamSerializer(PlayerNameSerializer):
    """The name of a player, in any case."""

    dry_run = dry_run_field()


class ChangeTeamSerializer(SentSerializer):
    """Another name, another order of the list, or both."""

    name = serializers.CharField(max_length=LONGEST_NAME, required=False)
    order = serializers.ListField(
        child=serializers.CharField(max_length=60),
        max_length=teams.MOST_PLAYERS,
        required=False,
        help_text="Names of players, first board first. Players who are left out follow in their present order.",
    )
    dry_run = dry_run_field()


class LineUpSerializer(SentSerializer):
    """The line-up of a team for a round that has not begun."""

    round = WholeNumberField(min_value=1)
    players = serializers.ListField(
        child=serializers.CharField(max_length=60), max_length=6, help_text="The players by board."
    )
    dry_run = dry_run_field()


class LeaveTeamSerializer(SentSerializer):
    """A player who leaves a team."""

    player = serializers.CharField(max_length=60, required=False, help_text="The player who leaves; you by default.")
    dry_run = dry_run_field()


ONE = {200: TeamSerializer, **WRITE_ERRORS}
# The team, or with ``dry_run`` what it would come to.
EITHER = PolymorphicProxySerializer(
    "TeamOrDryRun", [TeamSerializer, ActionAnswerSerializer], resource_type_field_name=None
)
DONE_OR_TRIED = {200: EITHER, **WRITE_ERRORS}


class TeamsView(Operation):
    """All teams of an event."""

    @extend_schema(summary="The teams of a team league", responses={200: TeamSerializer(many=True), **READ_ERRORS})
    def get(self, request: Request, slug: str) -> Response:
        """Each team with the players who have accepted. The list is empty unless the event is a team league."""
        event = finding.find_event(request._request, slug)
        return Response(TeamSerializer(teams_of(event, finding.viewer_of(request._request)), many=True).data)


class _OfTeam(Operation):
    """Something done to one team."""

    permission_classes = [IsAuthenticated]

    def found(self, request: Request, slug: str, entrant: int) -> tuple[Event, Entrant]:
        event = finding.find_event(request._request, slug)
        return event, find_team(event, entrant)

    def answer(self, request: Request, slug: str, entrant: int) -> Response:
        _, team = self.found(request, slug, entrant)
        return Response(TeamSerializer(team_seen_by(team, caller(request))).data)

    def do_or_try(
        self, request: Request, service: Callable[[], object], team: Entrant, *, described: str, is_dry: bool
    ) -> Response:
        """Do it and show the team, or describe what it would come to, as far as it is not refused."""
        if is_dry:
            managing.tried(service)
            return answer_dry_run(DryRun((described,)))
        service()
        return self.answer(request, team.event.slug, team.pk)


class InviteToTeamView(_OfTeam):
    @extend_schema(summary="Invite a player to a team", request=InviteToTeamSerializer, responses=DONE_OR_TRIED)
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """For the captain of the team and directors of the event, until the start. The player is notified by mail.
        Repeating the request changes nothing."""
        values, at = body_of(request, InviteToTeamSerializer), timezone.now()
        event, team = self.found(request, slug, entrant)
        name = values["player"]
        return self.do_or_try(
            request,
            lambda: teams.invite_player(
                event_id=event.pk, entrant_id=team.pk, by=caller(request), username=name, at=at
            ),
            team, described=sentences.invited(name), is_dry=values["dry_run"],
        )  # fmt: skip


class AcceptTeamView(_OfTeam):
    @extend_schema(summary="Accept a team's invitation", request=None, responses=ONE)
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """You join the team at the end of its list. Repeating the request changes nothing."""
        event, team = self.found(request, slug, entrant)
        teams.accept_invitation(event_id=event.pk, entrant_id=team.pk, player=caller(request), at=timezone.now())
        return self.answer(request, slug, entrant)


class LeaveTeamView(_OfTeam):
    @extend_schema(summary="Leave a team", request=LeaveTeamSerializer, responses=DONE_OR_TRIED)
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """Also declines an invitation, or, for the captain or a director, removes another player from the list. Once
        the event is running, a reserve takes over the player's open games, and a player who has left cannot return."""
        player, values = caller(request), body_of(request, LeaveTeamSerializer)
        name = values.get("player") or player.username
        event, team = self.found(request, slug, entrant)
        decision = Decision(player, "Left the team.", timezone.now())
        own = name.casefold() == player.username.casefold()
        means = sentences.what_leaving_means(is_running=event.state == Event.State.RUNNING) if own else ""
        return self.do_or_try(
            request,
            lambda: teams.leave_team(event_id=event.pk, entrant_id=team.pk, username=name, decision=decision),
            team, described=f"{sentences.left(name, team.name)} {means}".strip(),
            is_dry=values["dry_run"],
        )  # fmt: skip


class ChangeTeamView(_OfTeam):
    @extend_schema(
        summary="Change the name or the order of a team", request=ChangeTeamSerializer, responses=DONE_OR_TRIED
    )
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """For the captain of the team and directors of the event, until the start."""
        values = body_of(request, ChangeTeamSerializer)
        is_dry = values.pop("dry_run")
        event, team = self.found(request, slug, entrant)
        return self.do_or_try(
            request,
            lambda: teams.change_team(event_id=event.pk, entrant_id=team.pk, by=caller(request), **values),
            team, described=sentences.changed(), is_dry=is_dry,
        )  # fmt: skip


class LineUpView(_OfTeam):
    @extend_schema(summary="Name a line-up", request=LineUpSerializer, responses=DONE_OR_TRIED)
    def post(self, request: Request, slug: str, entrant: int) -> Response:
        """For the captain, and for directors who do not play for any team, until the round begins. A new line-up
        replaces an earlier one."""
        values, at = body_of(request, LineUpSerializer), timezone.now()
        number = values["round"]
        event, team = self.found(request, slug, entrant)
        return self.do_or_try(
            request,
            lambda: teams.name_line_up(
                event_id=event.pk, entrant_id=team.pk, by=caller(request), round_number=number,
                players=values["players"], at=at,
            ),
            team, described=sentences.line_up_named(number), is_dry=values["dry_run"],
        )  # fmt: skip
