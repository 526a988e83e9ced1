"""The REST interface for what directors do at their desk beside actions: notes for each other, copies, and
templates."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.utils import timezone
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.decorators import action
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.action.base import undone
from games.api.requests import caller
from ground.rest.answers import DRY_RUN, READ_ERRORS, WRITE_ERRORS, is_dry_run
from ground.rest.operation import Operation, Operations
from ground.rest.strict_input import SentSerializer, body_of
from tournaments.api.action_serializers import ActionAnswerSerializer, dry_run_field
from tournaments.api.actions import answer_dry_run
from tournaments.api.desk_serializers import DeskSerializer, NewRequestSerializer, RequestSerializer
from tournaments.api.serializers import EventDetailSerializer
from tournaments.api.templates import NewTemplateSerializer, TemplateSerializer
from tournaments.directing import copies, director_notes, entrant_lists
from tournaments.directing.requests import asking
from tournaments.models import DirectorNote, Event
from tournaments.presenting.desk.overview import desk_of
from tournaments.queries import may_arbitrate
from tournaments.running import services
from tournaments.running.requests import requests_in


class NewDirectorNoteSerializer(SentSerializer):
    """A note for the other directors and arbiters."""

    text = serializers.CharField(max_length=director_notes.LONGEST_NOTE)
    dry_run = dry_run_field()


class DirectorNoteSerializer(serializers.ModelSerializer[DirectorNote]):
    """A note that only the directors and arbiters of the event can read."""

    author = serializers.CharField(source="author.username")

    class Meta:
        model = DirectorNote
        fields = ["id", "author", "written_at", "text"]


class CopySerializer(SentSerializer):
    """How to copy an event."""

    name = serializers.CharField(max_length=copies.LONGEST_NAME)
    invites = serializers.BooleanField(default=False, help_text="Whether to invite the players of the event.")
    dry_run = dry_run_field()


class EntrantListSerializer(SentSerializer):
    """Players as comma-separated values, after a header line with the names of the columns."""

    list = serializers.CharField(
        max_length=entrant_lists.LONGEST_LIST,
        trim_whitespace=False,
        help_text="The list. Its columns are `username` or `address` and, optionally, `seed`, `tier` and `division`.",
    )
    dry_run = dry_run_field()


class LineResultSerializer(serializers.Serializer[Any]):
    """The outcome of one line of a list."""

    line = serializers.IntegerField(help_text="The number of the line, counted from 1 including the header.")
    player = serializers.CharField()
    sentence = serializers.CharField()
    is_wrong = serializers.BooleanField()


class DeskOperations(Operations[Event]):
    """What directors do to one event; how it is found is said below."""

    def event(self) -> Event:
        """The event of the path. Raises Http404."""
        raise NotImplementedError

    def detail_of(self, event: Event) -> Any:
        """The event with everything about it."""
        raise NotImplementedError

    @extend_schema(summary="Notes of the directors", responses={200: DirectorNoteSerializer(many=True), **WRITE_ERRORS})
    @action(detail=True, permission_classes=[IsAuthenticated], pagination_class=None, filter_backends=[])
    def notes(self, request: Request, slug: str) -> Response:
        """Latest first, at most 200. For directors and arbiters of the event."""
        event = self.event()
        services.check_arbitrates(event, caller(request))
        return Response(DirectorNoteSerializer(event.director_notes.select_related("author"), many=True).data)

    @extend_schema(
        summary="Write a note",
        request=NewDirectorNoteSerializer,
        responses={200: ActionAnswerSerializer, 201: DirectorNoteSerializer, **WRITE_ERRORS},
    )
    @notes.mapping.post
    def write_note(self, request: Request, slug: str) -> Response:
        """Only the directors and arbiters of the event can read it. With `dry_run` nothing is written: the answer says
        what would be, with status 200."""
        event, player, values = self.event(), caller(request), body_of(request, NewDirectorNoteSerializer)
        write = partial(
            director_notes.write_note, event_id=event.pk, player=player, text=values["text"], at=timezone.now()
        )
        if values["dry_run"]:
            undone(write)
            return answer_dry_run(director_notes.would_write(event))
        return Response(DirectorNoteSerializer(write()).data, status=201)

    @extend_schema(
        summary="Delete a note",
        parameters=[OpenApiParameter("note", int, OpenApiParameter.PATH), DRY_RUN],
        responses={200: ActionAnswerSerializer, 204: None, **WRITE_ERRORS},
    )
    @action(
        detail=True,
        methods=["delete"],
        url_path="notes/<int:note>",
        url_name="note",
        permission_classes=[IsAuthenticated],
    )
    def delete_note(self, request: Request, slug: str, note: int) -> Response:
        """You can delete your own notes; the director of the event can delete any note."""
        event = self.event()
        delete = partial(director_notes.delete_note, event_id=event.pk, player=caller(request), note_id=note)
        if is_dry_run(request):
            undone(delete)
            return answer_dry_run(director_notes.would_delete(event, note))
        delete()
        return Response(status=204)

    @extend_schema(summary="Requests of players", responses={200: RequestSerializer(many=True), **WRITE_ERRORS})
    @action(detail=True, permission_classes=[IsAuthenticated], pagination_class=None, filter_backends=[])
    def requests(self, request: Request, slug: str) -> Response:
        """For directors and arbiters of the event, the open requests; for others, all their own. Oldest first."""
        event, player = self.event(), caller(request)
        decides = may_arbitrate(event, player)
        found = requests_in([event.pk], of=None if decides else player, only_open=decides)
        return Response(RequestSerializer(found, many=True).data)

    @extend_schema(
        summary="Ask the directors",
        request=NewRequestSerializer,
        responses={201: RequestSerializer, **WRITE_ERRORS},
    )
    @requests.mapping.post
    def make_request(self, request: Request, slug: str) -> Response:
        """Asks for more time, for a decision to be changed, for a substitute, to be let in, or to be taken out. The
        directors are notified, and you are once they have answered. Asking twice for the same changes nothing."""
        wanted = asking.NewRequest(**body_of(request, NewRequestSerializer))
        made = asking.ask(event_id=self.event().pk, player=caller(request), wanted=wanted, at=timezone.now())
        return Response(RequestSerializer(made).data, status=201)

    @extend_schema(
        summary="Take a request back",
        parameters=[OpenApiParameter("seq", int, OpenApiParameter.PATH)],
        responses={204: None, **WRITE_ERRORS},
    )
    @action(
        detail=True,
        methods=["delete"],
        url_path="requests/<int:seq>",
        url_name="request",
        permission_classes=[IsAuthenticated],
    )
    def take_back(self, request: Request, slug: str, seq: int) -> Response:
        """One of yours that is still open. Repeating this changes nothing."""
        asking.take_back(event_id=self.event().pk, player=caller(request), seq=seq, at=timezone.now())
        return Response(status=204)

    @extend_schema(
        summary="Copy an event",
        request=CopySerializer,
        responses={200: ActionAnswerSerializer, 201: EventDetailSerializer, **WRITE_ERRORS},
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def copy(self, request: Request, slug: str) -> Response:
        """Creates a draft with all settings of the event, without its dates and players. With `dry_run` nothing is
        created: the answer describes the draft, with status 200."""
        event, player, values = self.event(), caller(request), body_of(request, CopySerializer)
        made: list[Event] = []

        def make() -> None:
            made.append(
                copies.copy_event(
                    event_id=event.pk, player=player, name=values["name"], invites=values["invites"], at=timezone.now()
                )
            )

        if values["dry_run"]:
            undone(make)
            invited = len(copies.players_to_invite(event, player)) if values["invites"] else 0
            return answer_dry_run(copies.would_copy(event, values["name"], invited=invited))
        make()
        self.kwargs["slug"] = made[0].slug
        return Response(self.detail_of(self.event()), status=201)

    @extend_schema(
        summary="Save a template",
        request=NewTemplateSerializer,
        responses={
            200: PolymorphicProxySerializer(
                "TemplateOrDryRun", [TemplateSerializer, ActionAnswerSerializer], resource_type_field_name=None
            ),
            **WRITE_ERRORS,
        },
    )
    @action(detail=True, methods=["post"], permission_classes=[IsAuthenticated])
    def template(self, request: Request, slug: str) -> Response:
        """Saves the settings of an event that you direct for later events. A template with the same name is
        replaced. With `dry_run` nothing is saved: the answer says what would be."""
        event, player, values = self.event(), caller(request), body_of(request, NewTemplateSerializer)
        save = partial(copies.save_template, event_id=event.pk, player=player, name=values["name"], at=timezone.now())
        if values["dry_run"]:
            undone(save)
            return answer_dry_run(copies.would_save(event, player, values["name"]))
        return Response(TemplateSerializer(save()).data)

    @extend_schema(
        summary="Invite players from a list",
        request=EntrantListSerializer,
        responses={200: LineResultSerializer(many=True), **WRITE_ERRORS},
    )
    @action(
        detail=True,
        methods=["post"],
        url_path="entrant-list",
        permission_classes=[IsAuthenticated],
        pagination_class=None,
        filter_backends=[],
    )
    def entrant_list(self, request: Request, slug: str) -> Response:
        """Invites every player of the list and asks them to enter, with the seeds and places of the list. If any line
        is wrong, nothing is done. With `dry_run` the answer shows what each line would do, or what is wrong with it."""
        values = body_of(request, EntrantListSerializer)
        service = entrant_lists.try_list if values["dry_run"] else entrant_lists.enter_list
        found = service(event_id=self.event().pk, player=caller(request), text=values["list"], at=timezone.now())
        return Response(LineResultSerializer(found, many=True).data)


class DeskView(Operation):
    """All events of a director."""

    permission_classes = [IsAuthenticated]

    @extend_schema(summary="Your desk", responses={200: DeskSerializer(many=True), 429: READ_ERRORS[429]})
    def get(self, request: Request) -> Response:
        """What the events wait for that you direct, assist in or arbitrate and that are not archived: those first that
        need somebody, then the latest; at most 200."""
        return Response(DeskSerializer(desk_of(caller(request), at=timezone.now()), many=True).data)
