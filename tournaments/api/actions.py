"""The REST interface of directors: one address for each action, with the same dry run as the pages."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from django.urls import URLPattern, path
from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_view
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import caller
from ground.expensive import expensive_if
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.scopes import Scope
from tournaments.api.action_serializers import ActionAnswerSerializer, ActionSerializer, serializer_of
from tournaments.directing.action.base import Action
from tournaments.directing.action.dry_run import DryRun
from tournaments.models import EventLogEntry
from tournaments.presenting import finding
from tournaments.running.decisions import Decision
from tournaments.running.requests import key_of_request

ANSWER = {200: ActionAnswerSerializer, **WRITE_ERRORS}


def body_of_dry_run(dry_run: DryRun) -> Any:  # Any: JSON
    """What something would come to."""
    found = {"done": False, "consequences": dry_run.sentences, "changes": dry_run.changes, "entry": None}
    return ActionAnswerSerializer(found).data


def body_done(entry: EventLogEntry | None) -> Any:  # Any: JSON
    """That it is done, with its entry in the log, if it has one."""
    return ActionAnswerSerializer({"done": True, "consequences": (), "changes": (), "entry": entry}).data


def answer_dry_run(dry_run: DryRun) -> Response:
    """What something would come to, as an answer."""
    return Response(body_of_dry_run(dry_run))


def answer_done(entry: EventLogEntry | None) -> Response:
    """That it is done, as an answer."""
    return Response(body_done(entry))


class ActionView(Operation):
    """One action."""

    permission_classes = [IsAuthenticated]
    key_scope = Scope.ORGANISE
    action: ClassVar[Action[Any]]
    reads: ClassVar[type[ActionSerializer]]

    @expensive_if(lambda request: bool(request.data.get("dry_run")))
    def post(self, request: Request, slug: str) -> Response:
        """Do it, or with ``dry_run`` say what it would come to."""
        player, at = caller(request), timezone.now()
        event = finding.find_event(request._request, slug)
        self.action.check_role(event, player)
        given = self.reads(data=request.data)
        given.is_valid(raise_exception=True)
        if given.validated_data["dry_run"]:
            return answer_dry_run(
                self.action.dry_run(event, given.inputs, at=at, player=player, request=given.request_number)
            )
        reason, number = given.validated_data.get("reason", ""), given.request_number
        key = None if number is None else key_of_request(number)
        return answer_done(self.action.do(event, given.inputs, Decision(player, reason, at, key)))

    @property
    def fields_read(self) -> set[str]:
        """The fields at which a refusal can stand."""
        return {*self.action.inputs, "request", "reason"}


_FOR = {False: "For directors of the event.", True: "For directors and arbiters of the event."}


def _view(action: Action[Any]) -> type[ActionView]:
    reads = serializer_of(action)
    schema = extend_schema(
        summary=str(action.title),
        description=f"{action.meaning} {_FOR[action.is_for_arbiters]}",
        operation_id=f"events_actions_{action.slug.replace('-', '_')}",
        request=reads,
        parameters=[OpenApiParameter("slug", str, OpenApiParameter.PATH)],
        responses=ANSWER,
    )
    attributes = {"action": action, "reads": reads, "__doc__": str(action.meaning)}
    view = type(f"{type(action).__name__}View", (ActionView,), attributes)
    return cast(type[ActionView], extend_schema_view(post=schema)(view))


def action_address(action: Action[Any]) -> URLPattern:
    """The address of one action."""
    return path(f"events/<slug:slug>/actions/{action.slug}/", _view(action).as_view(), name=f"action-{action.slug}")
