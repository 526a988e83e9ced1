"""Plans by REST. They are shown to their owner alone."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import MOVE_ERRORS, caller, receipt_answer
from games.api.serializers import ReceiptSerializer
from games.models import Seat, Submission
from games.plans.language import Plan
from games.play import planning
from games.play.outcome import plan_of
from games.play.submissions import LONGEST_TEXT
from ground.expensive import expensive
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import WRITES_NOTHING, Operation
from ground.rest.strict_input import SentSerializer, WholeNumberField, body_of
from ground.wording import reread


class PreferenceSerializer(serializers.Serializer[Any]):
    """A way to make a later choice in advance."""

    text = serializers.CharField()
    meaning = serializers.CharField()


class StandingAnswerSerializer(serializers.Serializer[Any]):
    """How your seat answers in another seat's turn. Only you can see it."""

    answer = serializers.CharField(help_text="One of the choices, or `ask`.")
    choices = PreferenceSerializer(many=True)


class NewStandingAnswerSerializer(SentSerializer):
    """How your seat answers from now on: one of the game's choices, or `ask`."""

    answer = serializers.CharField(max_length=60)


class SentPlanSerializer(SentSerializer):
    """A plan, such as `if (their move) then (your move) else resign`, and the ply that you saw."""

    text = serializers.CharField(max_length=LONGEST_TEXT, trim_whitespace=False)
    ply = WholeNumberField(
        min_value=0,
        max_value=2_000_000_000,
        required=False,
        help_text="The ply that you saw. If you send it, the plan is refused if the game has moved on since.",
    )


class PlanLineSerializer(serializers.Serializer[Any]):
    """One branch of a plan. The branches that continue it follow it and are one level deeper."""

    depth = serializers.IntegerField()
    text = serializers.CharField()


class PlanSerializer(serializers.Serializer[Any]):
    """A plan as it was understood. Only its owner can see it."""

    text = serializers.CharField(allow_blank=True, help_text="The plan in canonical form; blank if there is none.")
    waits = serializers.BooleanField(
        help_text="Whether the plan is dropped when an opponent writes a remark in the game."
    )
    news = serializers.CharField(
        allow_blank=True, help_text="Why your last plan was dropped; shown until your next move."
    )
    lines = PlanLineSerializer(many=True)


def _body(plan: Plan | None, news: str = "") -> dict[str, Any]:
    lines = [{"depth": depth, "text": text} for depth, text in plan.lines()] if plan else []
    return {"text": str(plan or ""), "waits": bool(plan and plan.waits), "news": news, "lines": lines}


class PlanView(Operation):
    """The replies that your seat plays automatically."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="Your plan in a game", responses={200: PlanSerializer, 401: WRITE_ERRORS[401], **READ_ERRORS}
    )
    def get(self, request: Request, pk: int) -> Response:
        """The replies that you have prepared. Nobody else can read them."""
        seat = get_object_or_404(Seat.objects.select_related("game"), game__pk=pk, player=caller(request))
        return Response(_body(plan_of(seat) if seat.plan else None, reread(seat.plan_news)))

    @extend_schema(
        summary="Plan your reply", request=SentPlanSerializer, responses={200: ReceiptSerializer, **MOVE_ERRORS}
    )
    @expensive
    def post(self, request: Request, pk: int) -> Response:
        """Replaces your present plan. A reply is played as soon as its condition is met."""
        arrived = timezone.now()
        sent = body_of(request, SentPlanSerializer)
        return receipt_answer(
            planning.set_plan(
                game_id=pk, player_id=caller(request).pk, at=arrived, source=Submission.Source.API, **sent
            )
        )

    @extend_schema(summary="Drop your plan", responses={200: ReceiptSerializer, **WRITE_ERRORS})
    def delete(self, request: Request, pk: int) -> Response:
        return receipt_answer(
            planning.drop_plan(
                game_id=pk, player_id=caller(request).pk, at=timezone.now(), source=Submission.Source.API
            )
        )


class PlanPreviewView(Operation):
    """How a plan would be read."""

    permission_classes = (IsAuthenticated,)
    takes_no_key = WRITES_NOTHING

    @extend_schema(summary="Preview a plan", request=SentPlanSerializer, responses={200: PlanSerializer, **MOVE_ERRORS})
    @expensive
    def post(self, request: Request, pk: int) -> Response:
        """The plan as it would be stored. All moves that can be known in advance are checked against the rules."""
        sent = body_of(request, SentPlanSerializer)
        return Response(
            _body(
                planning.preview_plan(
                    game_id=pk, player_id=caller(request).pk, at=timezone.now(), source=Submission.Source.API, **sent
                )
            )
        )
