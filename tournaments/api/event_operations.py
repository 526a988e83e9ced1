"""The REST interface for making and entering events, and for what directors do beside their actions: the same services
as the pages, the same consequences."""

from __future__ import annotations

from collections.abc import Callable

from django.utils import timezone
from django.utils.translation import gettext as _
from drf_spectacular.utils import PolymorphicProxySerializer, extend_schema
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import undone
from games.api.requests import caller
from games.models import Player
from ground.rest.answers import DRY_RUN, WRITE_ERRORS, is_dry_run
from ground.rest.strict_input import body_of
from tournaments.api import event_requests as asked
from tournaments.api import serializers as shapes
from tournaments.api.action_serializers import ActionAnswerSerializer
from tournaments.api.actions import answer_dry_run
from tournaments.api.desk_operations import DeskOperations
from tournaments.api.desk_serializers import BeforeStartSerializer, HeldSerializer, NextRoundSerializer
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.before_start import managing
from tournaments.directing.requests import asking
from tournaments.entries import admission
from tournaments.event_rules.roles import Role
from tournaments.exceptions import EventError
from tournaments.models import Event, Invitation
from tournaments.presenting import entry_options, open_games
from tournaments.presenting.desk import checklist
from tournaments.presenting.next_round import shown_to
from tournaments.running import editing, services
from tournaments.running.editing import delete_draft
from tournaments.setup import planning

DETAIL = {200: shapes.EventDetailSerializer, **WRITE_ERRORS}
# The event, or with ``dry_run`` what it would come to.
EITHER = PolymorphicProxySerializer(
    "EventOrDryRun", [shapes.EventDetailSerializer, ActionAnswerSerializer], resource_type_field_name=None
)
DONE_OR_TRIED = {200: EITHER, **WRITE_ERRORS}


class OperationsViewSet(DeskOperations):
    """What can be done to events; how they are found and shown is said below."""

    organising = (
        "create",
        "update",
        "open",
        "start",
        "invite",
        "uninvite",
        "role",
        "remove",
        "write_note",
        "delete_note",
        "copy",
        "template",
        "entrant_list",
    )

    def _do(self, request: Request, service: Callable[[Event, Player], object]) -> Response:
        service(self.event(), caller(request))
        return Response(self.detail_of(self.event()))

    def _do_or_try(
        self, service: Callable[[Event], object], described: Callable[[Event], DryRun], *, is_dry: bool
    ) -> Response:
        """Do it and show the event, or describe what it would come to, as far as it is not refused."""
        event = self.event()
        if not is_dry:
            service(event)
            return Response(self.detail_of(self.event()))
        undone(lambda: service(event))
        return answer_dry_run(described(event))

    # Making

    @extend_schema(
        summary="Create an event",
        request=asked.NewEventSerializer,
        responses={200: asked.EventPlanSerializer, 201: shapes.EventDetailSerializer, **WRITE_ERRORS},
    )
    def create(self, request: Request) -> Response:
        """Creates a draft that only you can see; open it when it is ready. With `dry_run` nothing is created: the
        answer describes the event, with status 200."""
        values = body_of(request, asked.NewEventSerializer)
        is_dry, at = values.pop("dry_run"), timezone.now()
        if is_dry:
            undone(lambda: services.create_event(director=caller(request), at=at, **values))
            planned = planning.plan_event(director=caller(request), at=at, **values)
            return Response(asked.EventPlanSerializer(planned).data)
        made = services.create_event(director=caller(request), at=at, **values)
        self.kwargs["slug"] = made.slug
        return Response(self.detail_of(self.event()), status=201)

    @extend_schema(summary="Change an event before its start", request=asked.NewEventSerializer, responses=DETAIL)
    def update(self, request: Request, slug: str) -> Response:
        """Replaces all settings except the game and, once players can enter, the form. Fields that you leave out get
        their defaults; only the start of a league's next season stays as its calendar has set it.

        Players who have entered are notified of the changes. With `dry_run` nothing is changed: the answer describes
        the event and its `changes`."""
        event, player = self.event(), caller(request)
        values = body_of(request, asked.NewEventSerializer)
        is_dry = values.pop("dry_run")
        if "starts_at" not in request.data and event.previous_id is not None:
            values["starts_at"] = event.starts_at
        planned = planning.plan_event(director=event.director, at=timezone.now(), **values)
        if is_dry:
            undone(lambda: editing.edit_event(event_id=event.pk, player=player, planned=planned))
            changes = editing.changes_to(event, planned)
            return Response(asked.EventPlanSerializer(planned, context={"changes": changes}).data)
        changed = editing.edit_event(event_id=event.pk, player=player, planned=planned)
        self.kwargs["slug"] = changed.slug
        return Response(self.detail_of(self.event()))

    @extend_schema(
        summary="Delete a draft",
        parameters=[DRY_RUN],
        responses={200: ActionAnswerSerializer, 204: None, **WRITE_ERRORS},
    )
    def destroy(self, request: Request, slug: str) -> Response:
        """Only a draft that has never been open for entries can be deleted. Call off any other event instead."""
        event, player = self.event(), caller(request)
        if is_dry_run(request):
            undone(lambda: delete_draft(event_id=event.pk, player=player))
            return answer_dry_run(managing.would_delete(event))
        delete_draft(event_id=event.pk, player=player)
        return Response(status=204)

    @extend_schema(summary="Open a draft for entries", request=asked.DryRunSerializer, responses=DONE_OR_TRIED)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def open(self, request: Request, slug: str) -> Response:
        """From then on, players can enter. They are notified of all changes made before the start."""
        is_dry, player, at = body_of(request, asked.DryRunSerializer)["dry_run"], caller(request), timezone.now()
        return self._do_or_try(
            lambda event: services.open_entries(event_id=event.pk, player=player, at=at),
            managing.would_open,
            is_dry=is_dry,
        )

    @extend_schema(summary="Start an event", request=asked.DryRunSerializer, responses=DONE_OR_TRIED)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def start(self, request: Request, slug: str) -> Response:
        """Closes entry, draws the lots and starts the games."""
        is_dry, player, at = body_of(request, asked.DryRunSerializer)["dry_run"], caller(request), timezone.now()
        event = self.event()
        if not is_dry:
            return self._do(request, lambda event, _: services.start_event(event_id=event.pk, player=player, at=at))
        services.check_directs(event, player)
        services.check_can_start(event)
        listed = checklist.before_start(event, at=at, now=True)
        if not listed.can_start:
            problems = [check.sentence for check in listed.checks if check.level == checklist.Level.STOPS]
            raise EventError(
                _("%(event)s cannot start yet. %(why)s") % {"event": event.name, "why": " ".join(problems)}
            )
        return answer_dry_run(managing.would_start([check.sentence for check in listed.checks]))

    @extend_schema(summary="Checks before the start", responses={200: BeforeStartSerializer, **WRITE_ERRORS})
    @action(detail=True, url_path="before-start", permission_classes=[IsAuthenticated])
    def before_start(self, request: Request, slug: str) -> Response:
        """Whether the event could start now, what its directors may have overlooked, and its divisions. For directors
        of the event."""
        event = self.event()
        services.check_directs(event, caller(request))
        return Response(BeforeStartSerializer(checklist.before_start(event, at=timezone.now())).data)

    # Entering

    @extend_schema(summary="Your part in an event", responses={200: asked.StandingOfMeSerializer, **WRITE_ERRORS})
    @action(detail=True, permission_classes=[IsAuthenticated], pagination_class=None, filter_backends=[])
    def me(self, request: Request, slug: str) -> Response:
        """Whether you can enter and, if not, why; your place on a waiting list; and what you can do now."""
        event, player = self.event(), caller(request)
        standing = entry_options.standing_of(event, player, at=timezone.now())
        entrant = event.entrants.filter(player=player).latest_stage_first().first()
        listed = entrant is not None and entrant.status in (entry_options.Status.WAITING, entry_options.Status.STANDBY)
        answer = {
            "status": entrant.status if entrant else None,
            "place_in_list": entry_options.place_in_list(entrant) if entrant and listed else None,
            "described": standing.described,
            "warnings": standing.warnings,
            "steps": [step.name.replace("_", "-") for step in standing.steps],
            "requests": asking.sorts_for(event, player),
        }
        return Response(asked.StandingOfMeSerializer(answer).data)

    # Directing

    @extend_schema(
        summary="Games that the event is waiting for", responses={200: HeldSerializer(many=True), **WRITE_ERRORS}
    )
    @action(detail=True, permission_classes=[IsAuthenticated], pagination_class=None, filter_backends=[])
    def waiting(self, request: Request, slug: str) -> Response:
        """The open games, at most 200, sorted by the deadline of their round. For directors and arbiters of the
        event."""
        event = self.event()
        services.check_arbitrates(event, caller(request))
        held = open_games.held_up(event, at=timezone.now(), most=200)
        return Response(HeldSerializer(held, many=True).data)

    @extend_schema(summary="The round waiting to be released", responses={200: NextRoundSerializer, **WRITE_ERRORS})
    @action(detail=True, url_path="next-round", permission_classes=[IsAuthenticated])
    def next_round(self, request: Request, slug: str) -> Response:
        """For directors who do not play in the event."""
        event, player = self.event(), caller(request)
        services.check_directs(event, player)
        return Response(NextRoundSerializer(shown_to(event, player)).data)

    @extend_schema(summary="Invite players", request=asked.InvitedSerializer, responses=DONE_OR_TRIED)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def invite(self, request: Request, slug: str) -> Response:
        """Invited players can enter whatever their rating, even if the event is open to invited players only. They are
        notified by mail."""
        values, player, at = body_of(request, asked.InvitedSerializer), caller(request), timezone.now()
        known = set(self.event().invitations.values_list("player", flat=True))
        made: list[Invitation] = []

        def invite(event: Event) -> None:
            made.extend(admission.invite(event_id=event.pk, player=player, usernames=values["players"], at=at))

        return self._do_or_try(
            invite, lambda event: managing.would_invite(event, made, known), is_dry=values["dry_run"]
        )

    @extend_schema(summary="Withdraw invitations", request=asked.InvitedSerializer, responses=DONE_OR_TRIED)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def uninvite(self, request: Request, slug: str) -> Response:
        """Withdraws the invitations of players who have not entered. They are not notified."""
        values, player = body_of(request, asked.InvitedSerializer), caller(request)
        names = values["players"]
        return self._do_or_try(
            lambda event: admission.withdraw_invitations(event_id=event.pk, player=player, usernames=names),
            lambda event: managing.would_withdraw_invitations(event, names),
            is_dry=values["dry_run"],
        )

    @extend_schema(summary="Name an assistant or an arbiter", request=asked.RoleSerializer, responses=DONE_OR_TRIED)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def role(self, request: Request, slug: str) -> Response:
        """An assistant can do everything that the director can, except give roles to others. An arbiter makes decisions
        about games."""
        values, player, at = body_of(request, asked.RoleSerializer), caller(request), timezone.now()
        name, role = values["player"], Role(values["role"])
        return self._do_or_try(
            lambda event: admission.give_role(event_id=event.pk, player=player, username=name, role=role, at=at),
            lambda event: managing.would_give_role(event, name, role),
            is_dry=values["dry_run"],
        )

    @extend_schema(summary="Remove an entrant", request=asked.RemovedSerializer, responses=DONE_OR_TRIED)
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def remove(self, request: Request, slug: str) -> Response:
        """Removes an entrant before the start; while the event runs, a player who stands by as a substitute."""
        values, player = body_of(request, asked.RemovedSerializer), caller(request)
        name = values["player"]
        return self._do_or_try(
            lambda event: admission.remove_entry(event_id=event.pk, player=player, username=name),
            lambda event: managing.would_remove(event, name),
            is_dry=values["dry_run"],
        )
