"""Blocks, reports and, for moderators, the queue and decisions: the same services as the pages."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers
from rest_framework.decorators import action
from rest_framework.exceptions import PermissionDenied
from rest_framework.generics import ListAPIView, get_object_or_404
from rest_framework.permissions import BasePermission, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.accounts.sessions import has_second_factor, used_second_factor
from games.api.requests import caller
from games.models import Block, ModerationEntry, Player, Report
from games.moderation import blocks, decisions, reports, sanctions
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import Operation, Operations
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField, body_of


class BlockSerializer(serializers.ModelSerializer[Block]):
    """A player whom you have blocked. Only you can see it."""

    player = serializers.CharField(source="blocked.username")

    class Meta:
        model = Block
        fields = ["player", "at"]


class SentBlockSerializer(SentSerializer):
    """The player to block."""

    player = serializers.CharField(max_length=30)


class ReportSerializer(serializers.ModelSerializer[Report]):
    """A report as it is shown to the player who made it."""

    class Meta:
        model = Report
        fields = ["id", "kind", "subject", "reason", "text", "at"]


class SentReportSerializer(SentSerializer):
    """What you report, and why. Only moderators can read it."""

    kind = serializers.CharField(
        max_length=20,
        help_text="What the report is about: `player`, `game`, `remark`, `event`, `announcement`, or a `decision` "
        "about yourself.",
    )
    key = serializers.CharField(
        max_length=120,
        help_text="The name, number or address of the subject; for an announcement, the address of the event, a "
        "colon, and its number in the log.",
    )
    reason = ChoiceField(choices=Report.Reason.choices)
    text = serializers.CharField(max_length=reports.LONGEST_TEXT, allow_blank=True, default="")


class WaitingReportSerializer(serializers.ModelSerializer[Report]):
    """A report awaiting a decision, as shown to moderators."""

    reporter = serializers.CharField(source="reporter.username")
    about = serializers.SerializerMethodField(
        help_text="The player who is responsible for the subject; null for a game."
    )

    class Meta:
        model = Report
        fields = ["id", "reporter", "kind", "subject", "about", "quoted", "reason", "text", "at"]

    def get_about(self, report: Report) -> str | None:
        return report.about.username if report.about else None


class EntrySerializer(serializers.ModelSerializer[ModerationEntry]):
    """A decision of a moderator."""

    player = serializers.SerializerMethodField()
    moderator = serializers.CharField(source="moderator.username")

    class Meta:
        model = ModerationEntry
        fields = ["id", "player", "kind", "reason", "until", "reverts", "moderator", "at"]

    def get_player(self, entry: ModerationEntry) -> str | None:
        return entry.player.username if entry.player else None


class DecisionSerializer(SentSerializer):
    """A decision about a player. The player is shown the reason."""

    kind = ChoiceField(choices=[kind.value for kind in decisions.SANCTIONS])
    reason = serializers.CharField(max_length=decisions.LONGEST_REASON)
    days = WholeNumberField(
        min_value=1, max_value=decisions.LONGEST_DAYS, allow_null=True, default=None,
        help_text="The length of a mute or a suspension; null for one that lasts until it is reverted.",
    )  # fmt: skip
    report = WholeNumberField(
        min_value=1, allow_null=True, default=None, help_text="The report that the decision answers."
    )


class ReasonSerializer(SentSerializer):
    """The reason of a decision."""

    reason = serializers.CharField(max_length=decisions.LONGEST_REASON)


class IsModerator(BasePermission):
    """Lets moderators in, and nobody else: in sessions with a second factor, or with keys of accounts that have one."""

    message = "Only moderators can do that."

    def has_permission(self, request: Request, view: Any) -> bool:
        if not request.user.is_authenticated or not decisions.is_moderator(caller(request)):
            return False
        if not (has_second_factor(request) if request.auth else used_second_factor(request, request.user)):
            raise PermissionDenied(
                gettext("Moderators need a second factor. Set one up, or show it, on the page /accounts/2fa/.")
            )
        return True


class BlocksView(Operation, ListAPIView[Block]):
    """Players whom you have blocked."""

    permission_classes = [IsAuthenticated]
    serializer_class = BlockSerializer

    def get_queryset(self) -> QuerySet[Block]:
        return blocks.blocks_of(caller(self.request))

    @extend_schema(operation_id="players_me_blocks_list", summary="Players whom you have blocked")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="players_me_blocks_create",
        summary="Block a player",
        request=SentBlockSerializer,
        responses={201: BlockSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request) -> Response:
        """The player can no longer challenge, invite or write to you; neither of you gets a seat at the other's tables.

        Repeating the request changes nothing.
        """
        sent = body_of(request, SentBlockSerializer)
        made = blocks.block(player=caller(request), username=sent["player"], at=timezone.now())
        return Response(BlockSerializer(made).data, status=201)


class UnblockView(Operation):
    """A player whom you have blocked."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Unblock a player", responses={204: None, **WRITE_ERRORS})
    def delete(self, request: Request, username: str) -> Response:
        blocks.unblock(player=caller(request), username=username)
        return Response(status=204)


class ReportsView(Operation):
    """Reports to the moderators."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        summary="Report a player or a text",
        request=SentReportSerializer,
        responses={201: ReportSerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request) -> Response:
        """You can have one report on each subject: repeating the request returns the first one."""
        sent = body_of(request, SentReportSerializer)
        made = reports.report(reporter=caller(request), at=timezone.now(), **sent)
        return Response(ReportSerializer(made).data, status=201)


@extend_schema_view(list=extend_schema(summary="Reports awaiting a decision"))
class WaitingReportsViewSet(mixins.ListModelMixin, Operations[Report]):
    """The queue of moderators."""

    permission_classes = [IsModerator]
    is_for_staff = True
    serializer_class = WaitingReportSerializer
    queryset = Report.objects.none()
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[Report]:
        return reports.open_reports()

    @extend_schema(
        summary="Dismiss a report", request=ReasonSerializer, responses={200: EntrySerializer, **WRITE_ERRORS}
    )
    @action(detail=True, methods=["post"])
    def dismiss(self, request: Request, pk: int) -> Response:
        """Closes the report, and all other open reports on the same subject."""
        sent = body_of(request, ReasonSerializer)
        found = get_object_or_404(Report.objects.all(), pk=pk)
        made = decisions.dismiss(moderator=caller(request), report=found, at=timezone.now(), **sent)
        return Response(EntrySerializer(made).data)


@extend_schema_view(list=extend_schema(summary="Decisions of moderators, the newest first"))
class DecisionsViewSet(mixins.ListModelMixin, Operations[ModerationEntry]):
    """The log of moderation."""

    permission_classes = [IsModerator]
    is_for_staff = True
    serializer_class = EntrySerializer
    queryset = ModerationEntry.objects.none()
    newest_first = True
    lookup_value_converter = "int"

    def get_queryset(self) -> QuerySet[ModerationEntry]:
        return ModerationEntry.objects.select_related("player", "moderator").order_by("-pk")

    @extend_schema(
        summary="Revert a decision", request=ReasonSerializer, responses={200: EntrySerializer, **WRITE_ERRORS}
    )
    @action(detail=True, methods=["post"])
    def revert(self, request: Request, pk: int) -> Response:
        """Repeating the request changes nothing."""
        sent = body_of(request, ReasonSerializer)
        found = get_object_or_404(self.get_queryset(), pk=pk)
        made = decisions.revert(moderator=caller(request), entry=found, at=timezone.now(), **sent)
        return Response(EntrySerializer(made).data)


class ModeratedPlayerView(Operation, ListAPIView[ModerationEntry]):
    """The decisions of moderators about a player."""

    permission_classes = [IsModerator]
    is_for_staff = True
    serializer_class = EntrySerializer
    newest_first = True

    def _player(self) -> Player:
        return get_object_or_404(Player.objects.filter(is_bot=False), username=self.kwargs["username"])

    def get_queryset(self) -> QuerySet[ModerationEntry]:
        return sanctions.entries_of(self._player())

    @extend_schema(operation_id="moderation_players_list", summary="Decisions about a player, the newest first")
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Response:
        return super().get(request, *args, **kwargs)

    @extend_schema(
        operation_id="moderation_players_create",
        summary="Warn, mute or suspend a player, or close the account",
        request=DecisionSerializer,
        responses={201: EntrySerializer, **WRITE_ERRORS},
    )
    def post(self, request: Request, username: str) -> Response:
        """The player is notified by mail. The report that the decision answers is closed, and so are all others on the
        same subject."""
        sent = body_of(request, DecisionSerializer)
        values = sent
        number = values.pop("report")
        answered = get_object_or_404(reports.open_reports(), pk=number, about=self._player()) if number else None
        made = decisions.sanction(
            moderator=caller(request), player=self._player(), report=answered, at=timezone.now(),
            **values,
        )  # fmt: skip
        return Response(EntrySerializer(made).data, status=201)
