"""A player's hours, days off and leave by REST, and the list of the service's outages."""

from __future__ import annotations

from datetime import time
from typing import Any

from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import mixins, serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.requests import caller
from games.models import Outage, Player
from games.play import queries
from games.timekeeping import leave
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import Operation, Operations
from ground.rest.strict_input import SentSerializer, WholeNumberField, body_of

TIME = r"^([01][0-9]|2[0-3]):[0-5][0-9]$"


class CalendarSerializer(SentSerializer):
    """When your clocks are stopped every week and year, in your time zone. Changes take effect with your next turns."""

    time_zone = serializers.CharField(read_only=True)
    sleep_from = serializers.RegexField(TIME, allow_null=True, help_text="Such as 23:00; null for none.")
    sleep_until = serializers.RegexField(
        TIME, allow_null=True, help_text="Such as 07:30; at most 10 hours after `sleep_from`."
    )
    days_off = serializers.ListField(
        child=WholeNumberField(min_value=0, max_value=6),
        max_length=2,
        help_text="Days of the week, 0 for Monday; at most 2.",
    )
    holidays = serializers.ListField(
        child=serializers.DateField(), max_length=200, help_text="Dates of holidays, at most 20 a year."
    )
    automatic_leave = serializers.BooleanField(
        help_text="Whether a day of leave is taken automatically before you would lose on time."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        start, end = attrs.pop("sleep_from"), attrs.pop("sleep_until")
        if (start is None) != (end is None):
            raise serializers.ValidationError(gettext("Give both sleep_from and sleep_until, or null for both."))
        sleep = None if start is None else (time.fromisoformat(start), time.fromisoformat(end))
        return attrs | {"sleep": sleep}


class LeaveSerializer(serializers.Serializer[Any]):
    """Your leave from today on, and the days left of each year."""

    booked = serializers.ListField(child=serializers.DateField())
    taken = serializers.ListField(
        child=serializers.DateField(),
        help_text="The days that were taken automatically, before you would have lost on time.",
    )
    left = serializers.DictField(child=serializers.IntegerField(), help_text="The days left, by year.")


class OutageSerializer(serializers.ModelSerializer[Outage]):
    """A time during which a part of the service was not available. Every clock that was running has been credited with
    it."""

    class Meta:
        model = Outage
        fields = ["part", "starts_at", "ends_at", "grace_seconds", "credited_at"]


class CalendarView(Operation):
    """When your clocks are stopped."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="players_me_calendar", summary="When your clocks are stopped", responses={200: CalendarSerializer}
    )
    def get(self, request: Request) -> Response:
        return Response(_calendar(caller(request)))

    @extend_schema(
        summary="Set when your clocks are stopped",
        request=CalendarSerializer,
        responses={200: CalendarSerializer, **WRITE_ERRORS},
    )
    def put(self, request: Request) -> Response:
        """Takes effect with your next turn in each game; a turn that has begun keeps the previous hours."""
        wanted = body_of(request, CalendarSerializer)
        values, now = wanted, timezone.now()
        return Response(_calendar(leave.change_calendar(player_id=caller(request).pk, now=now, **values)))


def _calendar(player: Player) -> Any:
    found = leave.calendar_of(player)
    start, end = (f"{at:%H:%M}" for at in found.sleep) if found.sleep else (None, None)
    return CalendarSerializer(
        {
            "time_zone": player.time_zone,
            "sleep_from": start,
            "sleep_until": end,
            "days_off": found.days_off,
            "holidays": found.holidays,
            "automatic_leave": player.automatic_leave,
        }
    ).data


class LeaveView(Operation):
    """Your leave."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="players_me_leave", summary="Your leave", responses={200: LeaveSerializer})
    def get(self, request: Request) -> Response:
        found = leave.calendar_of(caller(request))
        today = found.local_day(timezone.now())
        years = (today.year, today.year + 1)
        body = {
            "booked": sorted(day for day in found.leave if day >= today),
            "taken": sorted(day for day in found.taken if day.year == today.year),
            "left": {str(year): leave.leave_left(found, year) for year in years},
        }
        return Response(LeaveSerializer(body).data)


@extend_schema_view(list=extend_schema(summary="Outages, the newest first"))
class OutagesViewSet(mixins.ListModelMixin, Operations[Outage]):
    """Outages of the service."""

    queryset = Outage.objects.none()
    serializer_class = OutageSerializer

    def get_queryset(self) -> QuerySet[Outage]:
        return queries.outages()
