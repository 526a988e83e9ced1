"""Proposals, and seals for their secrets."""

from __future__ import annotations

from django.db.models import QuerySet
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.generics import get_object_or_404
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import Call, Outcome
from games.api import proposal_serializers
from games.api.action_views import OPERATIONS, AnyAction, operation
from games.api.requests import caller
from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.lobby.actions import ACCEPT, DECLINE, PROPOSE, WITHDRAW, Terms
from games.lobby.seals import new_seal
from games.models import Proposal
from games.moderation.blocks import blocked_by
from games.play import queries
from ground.rest.answers import READ_ERRORS, WRITE_ERRORS
from ground.rest.operation import Operation, Operations
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import body_of


@extend_schema_view(
    list=extend_schema(summary="Open seeks, and proposals that concern you"),
    retrieve=extend_schema(
        summary="One proposal", responses={200: proposal_serializers.ProposalSerializer, **READ_ERRORS}
    ),
)
class ProposalsViewSet(mixins.ListModelMixin, mixins.RetrieveModelMixin, Operations[Proposal]):
    """Seeks and challenges: games that have not begun yet."""

    queryset = Proposal.objects.none()
    serializer_class = proposal_serializers.ProposalSerializer
    newest_first = True
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Proposal]:
        reader = caller(self.request) if self.request.user.is_authenticated else None
        seen = queries.proposals_seen_by(reader)
        if self.action != "list":
            return seen
        still_open = seen.filter(status=Proposal.Status.OPEN)
        return still_open if reader is None else still_open.exclude(proposer__in=blocked_by(reader))

    @extend_schema(
        summary="Challenge a player, or seek opponents",
        request=proposal_serializers.NewProposalSerializer,
        responses={201: proposal_serializers.ProposalSerializer, **WRITE_ERRORS},
    )
    def create(self, request: Request) -> Response:
        """Anybody can take a seat for which nobody is invited. The game starts when the last seat is taken."""
        values = body_of(request, proposal_serializers.NewProposalSerializer)
        values["control"], values["pause_rules"] = (
            TimeControl.load(values["control"]), PauseRules.load(values["pause_rules"]),
        )  # fmt: skip
        made = PROPOSE.do(None, Terms(values), Call(caller(request), timezone.now(), source="api"))
        return Response(_body(request, made.facts.proposal), status=201)


def _body(request: Request, pk: int, outcome: Outcome | None = None) -> object:
    """The proposal as it stands."""
    return proposal_serializers.ProposalSerializer(queries.proposals_seen_by(caller(request)).get(pk=pk)).data


def _seen(request: Request, pk: int) -> int:
    """The number of a proposal that the caller can see. Raises Http404."""
    return get_object_or_404(queries.proposals_seen_by(caller(request)), pk=pk).pk


OPERATIONS[PROPOSE.slug] = ProposalsViewSet
_ANSWERS: dict[str, AnyAction] = {"accept": ACCEPT, "decline": DECLINE, "withdraw": WITHDRAW}
ADDRESSES = [
    path(f"proposals/<int:pk>/{name}/", name=f"proposal-{name}", view=operation(
        action, _seen, shape=proposal_serializers.ProposalSerializer, show=_body))
    for name, action in _ANSWERS.items()
]  # fmt: skip


class SealsView(Operation):
    """Secrets for proposals, sealed before the proposer gives a word."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Get a seal for your next proposal",
        request=None,
        responses={201: proposal_serializers.SealSerializer, 401: ProblemSerializer, 429: ProblemSerializer},
    )
    def post(self, request: Request) -> Response:
        """Needed only if you give a word: the seal proves that the service chose its secret before it knew your
        word."""
        return Response(proposal_serializers.SealSerializer(new_seal(caller(request))).data, status=201)
