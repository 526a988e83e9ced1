"""Templates of events that a director has saved, by REST."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import undone
from games.api.requests import caller
from ground.rest.answers import DRY_RUN, READ_ERRORS, WRITE_ERRORS, is_dry_run
from ground.rest.operation import Operation
from ground.rest.scopes import Scope
from ground.rest.strict_input import SentSerializer, body_of
from tournaments.api.action_serializers import ActionAnswerSerializer, dry_run_field
from tournaments.api.actions import answer_dry_run
from tournaments.api.serializers import EventSummarySerializer
from tournaments.directing import copies
from tournaments.models import SavedTemplate
from tournaments.queries import events_shown_to


class NewTemplateSerializer(SentSerializer):
    """The name of a template, or of an event created from one."""

    name = serializers.CharField(max_length=copies.LONGEST_NAME)
    dry_run = dry_run_field()


class TemplateSerializer(serializers.ModelSerializer[SavedTemplate]):
    """An event's settings that you have saved."""

    rules = serializers.CharField()
    form = serializers.CharField()

    class Meta:
        model = SavedTemplate
        fields = ["id", "name", "rules", "form", "saved_at"]


class TemplatesView(Operation):
    """Your templates."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Your templates", responses={200: TemplateSerializer(many=True), 429: READ_ERRORS[429]})
    def get(self, request: Request) -> Response:
        """Sorted by name; at most 30."""
        return Response(TemplateSerializer(caller(request).saved_templates.all(), many=True).data)


class TemplateView(Operation):
    """One of your templates."""

    permission_classes = [IsAuthenticated]
    key_scope = Scope.ORGANISE

    @extend_schema(
        summary="Delete a template",
        parameters=[DRY_RUN],
        responses={200: ActionAnswerSerializer, 204: None, **WRITE_ERRORS},
    )
    def delete(self, request: Request, template: int) -> Response:
        """Repeating the request changes nothing."""
        player = caller(request)
        if is_dry_run(request):
            return answer_dry_run(copies.would_delete(player, template))
        copies.delete_template(player=player, template_id=template)
        return Response(status=204)


class BeginWithTemplateView(Operation):
    """An event of a template."""

    permission_classes = [IsAuthenticated]
    key_scope = Scope.ORGANISE

    @extend_schema(
        summary="Begin an event with a template",
        request=NewTemplateSerializer,
        responses={200: ActionAnswerSerializer, 201: EventSummarySerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request, template: int) -> Response:
        """Creates a draft with the settings of the template. With `dry_run` nothing is created: the answer says what
        would be, with status 200."""
        player: Any = caller(request)
        values = body_of(request, NewTemplateSerializer)
        begin = partial(copies.begin_with, player=player, template_id=template, name=values["name"], at=timezone.now())
        if values["dry_run"]:
            undone(begin)
            return answer_dry_run(copies.would_begin(player, template, values["name"]))
        made = begin()
        return Response(EventSummarySerializer(events_shown_to(player).get(pk=made.pk)).data, status=201)
