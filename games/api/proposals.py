"""Proposals, and seals for their secrets."""

from __future__ import annotations

from django.db.models import QuerySet
from django.utils import timezone
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import proposal_serializers
from games.api.requests import caller
from games.clock.calendars import PauseRules
from games.clock.controls import TimeControl
from games.lobby import proposals
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
        wanted = body_of(request, proposal_serializers.NewProposalSerializer)
        values = wanted
        control, pause_rules = TimeControl.load(values.pop("control")), PauseRules.load(values.pop("pause_rules"))
        made = proposals.propose_game(
            proposer=caller(request), control=control, pause_rules=pause_rules, at=timezone.now(), **values
        )
        return Response(self.get_serializer(made).data, status=201)

    def now(self, pk: int) -> Response:
        """The proposal as it stands after an action."""
        return Response(self.get_serializer(queries.proposals_seen_by(caller(self.request)).get(pk=pk)).data)

    @extend_schema(
        summary="Take a seat",
        request=proposal_serializers.WordSerializer,
        responses={200: proposal_serializers.ProposalSerializer, **WRITE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def accept(self, request: Request, pk: int) -> Response:
        """Repeating the request changes nothing."""
        given = body_of(request, proposal_serializers.WordSerializer)
        found = self.get_object()
        proposals.accept_proposal(proposal_id=found.pk, player=caller(request), at=timezone.now(), **given)
        return self.now(found.pk)

    @extend_schema(
        summary="Decline a challenge",
        request=proposal_serializers.DeclineSerializer,
        responses={200: proposal_serializers.ProposalSerializer, **WRITE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def decline(self, request: Request, pk: int) -> Response:
        """Declines a challenge to you, which closes it."""
        given = body_of(request, proposal_serializers.DeclineSerializer)
        found = self.get_object()
        proposals.decline_proposal(proposal_id=found.pk, player=caller(request), at=timezone.now(), **given)
        return self.now(found.pk)

    @extend_schema(
        summary="Withdraw your proposal",
        request=None,
        responses={200: proposal_serializers.ProposalSerializer, **WRITE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def withdraw(self, request: Request, pk: int) -> Response:
        """Closes your own proposal before its game has started."""
        found = self.get_object()
        proposals.withdraw_proposal(proposal_id=found.pk, player=caller(request), at=timezone.now())
        return self.now(found.pk)


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
