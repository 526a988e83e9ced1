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

from games.api.contract.operation import WRITES_NOTHING, Operation
from games.api.requests import MOVE_ERRORS, READ_ERRORS, WRITE_ERRORS, caller, receipt_answer
from games.api.serializers import ReceiptSerializer
from games.api.strict_input import SentSerializer, body_of
from games.costly import costly
from games.models import Seat, Submission
from games.plans.language import Plan
from games.play import planning
from games.play.outcome import plan_of
from games.play.submissions import LONGEST_TEXT
from games.wording import reread


class SentPlanSerializer(SentSerializer):
    """A plan, such as `if (their move) then (your move) else resign`, and the ply that you saw."""

    text = serializers.CharField(max_length=LONGEST_TEXT, trim_whitespace=False)
    ply = serializers.IntegerField(
        min_value=0, max_value=2_000_000_000, required=False, help_text="Given: refused if the game has gone on since."
    )


class PlanLineSerializer(serializers.Serializer[Any]):
    """One branch of a plan. Those that follow its reply come after it and are one deeper."""

    depth = serializers.IntegerField()
    text = serializers.CharField()


class PlanSerializer(serializers.Serializer[Any]):
    """A plan as it was read. Nobody but its owner sees it."""

    text = serializers.CharField(allow_blank=True, help_text="In canonical form; blank: there is none.")
    waits = serializers.BooleanField(help_text="It is dropped when an opponent writes in the game.")
    news = serializers.CharField(allow_blank=True, help_text="Why your last plan is gone, until your next move.")
    lines = PlanLineSerializer(many=True)


def _body(plan: Plan | None, news: str = "") -> dict[str, Any]:
    lines = [{"depth": depth, "text": text} for depth, text in plan.lines()] if plan else []
    return {"text": str(plan or ""), "waits": bool(plan and plan.waits), "news": news, "lines": lines}


class PlanView(Operation):
    """What your seat replies by itself."""

    permission_classes = (IsAuthenticated,)

    @extend_schema(
        summary="Your plan in a game", responses={200: PlanSerializer, 401: WRITE_ERRORS[401], **READ_ERRORS}
    )
    def get(self, request: Request, pk: int) -> Response:
        """What you have said beforehand to reply. Nobody else can ask for it."""
        seat = get_object_or_404(Seat.objects.select_related("game"), game=pk, player=caller(request))
        return Response(_body(plan_of(seat) if seat.plan else None, reread(seat.plan_news)))

    @extend_schema(
        summary="Plan your reply",
        request=SentPlanSerializer,
        responses={200: ReceiptSerializer, **MOVE_ERRORS},
    )
    @costly
    def post(self, request: Request, pk: int) -> Response:
        """The plan takes the place of the one you have. It is played the moment its condition comes true."""
        arrived = timezone.now()
        sent = body_of(request, SentPlanSerializer)
        return receipt_answer(
            planning.set_plan(
                game_id=pk,
                player_id=caller(request).pk,
                at=arrived,
                source=Submission.Source.API,
                **sent,
            )
        )

    @extend_schema(summary="Drop your plan", responses={200: ReceiptSerializer, **WRITE_ERRORS})
    def delete(self, request: Request, pk: int) -> Response:
        return receipt_answer(
            planning.drop_plan(
                game_id=pk,
                player_id=caller(request).pk,
                at=timezone.now(),
                source=Submission.Source.API,
            )
        )


class PlanPreviewView(Operation):
    """How a plan would be read."""

    permission_classes = (IsAuthenticated,)
    takes_no_key = WRITES_NOTHING

    @extend_schema(
        summary="Preview a plan",
        request=SentPlanSerializer,
        responses={200: PlanSerializer, **MOVE_ERRORS},
    )
    @costly
    def post(self, request: Request, pk: int) -> Response:
        """The plan as it would be kept, every move in it as far as it can be known held to the rules."""
        sent = body_of(request, SentPlanSerializer)
        return Response(
            _body(
                planning.preview_plan(
                    game_id=pk,
                    player_id=caller(request).pk,
                    at=timezone.now(),
                    source=Submission.Source.API,
                    **sent,
                )
            )
        )
