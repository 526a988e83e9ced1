"""What a player wants by mail, by REST. Mounted below ``/api/v1/``."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import time
from typing import Any

from django.shortcuts import get_object_or_404
from django.urls import path
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.absence import TIME
from games.api.requests import caller
from games.clock.calendars import CalendarError
from games.models import Game, Player
from ground.rest.answers import WRITE_ERRORS
from ground.rest.operation import Operation
from ground.rest.strict_input import ChoiceField, SentSerializer, WholeNumberField, body_of
from notifications.addresses import preferences
from notifications.choices.schedules import ScheduleError, read_schedule, write_schedule
from notifications.choices.topics import Every, Pace, Topic
from notifications.web.forms import check_quiet
from tournaments.models import Event
from tournaments.queries import events_shown_to

TOPICS = "; ".join(f"{topic}: {topic.label.lower()}" for topic in Topic)


class PacesField(serializers.DictField):
    """How soon each kind of mail comes."""

    def to_internal_value(self, data: Any) -> dict[Topic, Pace | None]:
        paces = super().to_internal_value(data)
        unknown = sorted(set(paces) - set(Topic))
        if unknown:
            raise serializers.ValidationError(
                f"There is no {', '.join(unknown)}. The kinds of mail: {', '.join(Topic)}."
            )
        return {Topic(name): Pace(pace) if pace else None for name, pace in paces.items()}


class MailSerializer(SentSerializer):
    """What you get by mail, how soon and when. Fields that you leave out are not changed."""

    paces = PacesField(child=ChoiceField(choices=Pace.choices), required=False, help_text=TOPICS)
    digest_every = ChoiceField(choices=Every.choices, required=False)
    digest_hour = WholeNumberField(
        min_value=0, max_value=23, required=False, help_text="The hour of the daily digest, in your time zone."
    )  # fmt: skip
    board_sheet = serializers.BooleanField(
        required=False, help_text="Whether the digest shows the boards of all games in which it is your turn."
    )
    schedule = serializers.CharField(
        required=False, help_text="When reminders are sent, in per cent of the time of a turn, such as 50, 80, 95."
    )
    quiet_from = serializers.RegexField(
        TIME, allow_null=True, required=False, help_text="Such as 22:00; null for none."
    )
    quiet_until = serializers.RegexField(TIME, allow_null=True, required=False, help_text="Such as 07:30.")
    urgent_at_night = serializers.BooleanField(
        required=False, help_text="Whether urgent mails are also sent in quiet hours."
    )

    def validate_schedule(self, text: str) -> str:
        try:
            return write_schedule(read_schedule(text))
        except ScheduleError as error:
            raise serializers.ValidationError(str(error)) from error

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if "quiet_from" not in attrs and "quiet_until" not in attrs:
            return attrs | {"keep_quiet": True}
        start, end = (time.fromisoformat(at) if (at := attrs.pop(name, None)) else None
                      for name in ("quiet_from", "quiet_until"))  # fmt: skip
        try:
            check_quiet(start, end)
        except CalendarError as error:
            raise serializers.ValidationError(str(error)) from error
        return attrs | {"quiet": None if start is None or end is None else (start, end)}


class NearerMailSerializer(SentSerializer):
    """What you get by mail about one game or event; null follows the wider preferences in `usual`. Fields that you
    leave out are not changed."""

    paces = PacesField(child=ChoiceField(choices=Pace.choices, allow_null=True), help_text=TOPICS)
    usual = serializers.DictField(
        child=serializers.CharField(),
        read_only=True,
        help_text="The wider preferences, which apply where a pace is null.",
    )


class MailView(Operation):
    """Your mail preferences."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="players_me_mail", summary="Your mail preferences", responses={200: MailSerializer})
    def get(self, request: Request) -> Response:
        return Response(_all_of(caller(request).pk))

    @extend_schema(
        summary="Change your mail preferences", request=MailSerializer, responses={200: MailSerializer, **WRITE_ERRORS}
    )
    def put(self, request: Request) -> Response:
        """Your clocks run whether or not you get mails."""
        wanted = body_of(request, MailSerializer)
        values, player_id, now = wanted, caller(request).pk, timezone.now()
        _choose(player_id, values.pop("paces", {}))
        preferences.choose_times(player_id=player_id, at=now, **values)
        return Response(_all_of(player_id))


class GameMailView(Operation):
    """Your mail preferences about one game."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="players_me_mail_game", summary="Your mail preferences for a game",
        responses={200: NearerMailSerializer},
    )  # fmt: skip
    def get(self, request: Request, pk: int) -> Response:
        return Response(_nearer(caller(request).pk, game_id=get_object_or_404(Game, pk=pk).pk))

    @extend_schema(
        summary="Change your mail preferences for a game", request=NearerMailSerializer,
        responses={200: NearerMailSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    def put(self, request: Request, pk: int) -> Response:
        """These preferences override those for the event of the game and for all mails."""
        return _put_nearer(request, game_id=get_object_or_404(Game, pk=pk).pk)


class EventMailView(Operation):
    """Your mail preferences about one event and its games."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="players_me_mail_event", summary="Your mail preferences for an event",
        responses={200: NearerMailSerializer},
    )  # fmt: skip
    def get(self, request: Request, slug: str) -> Response:
        return Response(_nearer(caller(request).pk, event_id=_event_shown_to(caller(request), slug).pk))

    @extend_schema(
        summary="Change your mail preferences for an event", request=NearerMailSerializer,
        responses={200: NearerMailSerializer, **WRITE_ERRORS},
    )  # fmt: skip
    def put(self, request: Request, slug: str) -> Response:
        """These preferences override those for all mails."""
        return _put_nearer(request, event_id=_event_shown_to(caller(request), slug).pk)


def _event_shown_to(player: Player, slug: str) -> Event:
    return get_object_or_404(events_shown_to(player), slug=slug)


def _all_of(player_id: int) -> dict[str, Any]:
    preference = preferences.preference_of(player_id)
    start, end = (f"{at:%H:%M}" for at in preference.quiet) if preference.quiet else (None, None)
    return {
        "paces": {str(topic): str(preferences.pace_of(player_id, topic)) for topic in Topic},
        "digest_every": preference.digest_every,
        "digest_hour": preference.digest_hour,
        "board_sheet": preference.board_sheet,
        "schedule": preference.schedule,
        "quiet_from": start,
        "quiet_until": end,
        "urgent_at_night": preference.urgent_at_night,
    }


def _nearer(player_id: int, **where: int) -> dict[str, Any]:
    own, usual = preferences.own_paces(player_id, **where), preferences.usual_paces(player_id, **where)
    return {
        "paces": {str(topic): str(own[topic]) if topic in own else None for topic in usual},
        "usual": {str(topic): str(pace) for topic, pace in usual.items()},
    }


def _put_nearer(request: Request, **where: int) -> Response:
    wanted = body_of(request, NearerMailSerializer)
    _choose(caller(request).pk, wanted["paces"], **where)
    return Response(_nearer(caller(request).pk, **where))


def _choose(player_id: int, paces: Mapping[Topic, Pace | None], **where: int) -> None:
    try:
        preferences.choose(player_id=player_id, paces=paces, at=timezone.now(), **where)
    except preferences.PreferenceError as error:
        raise serializers.ValidationError(error.message) from error


app_name = "notifications-api"

urlpatterns = [
    path("players/me/mail/", MailView.as_view(), name="mail"),
    path("players/me/mail/games/<int:pk>/", GameMailView.as_view(), name="mail_game"),
    path("players/me/mail/events/<slug:slug>/", EventMailView.as_view(), name="mail_event"),
]
