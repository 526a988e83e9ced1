"""The feed by REST: entries after a number, waited for if there are none, and the address of a stream of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.feed.shapes import FeedSerializer
from games.api.requests import caller
from games.feed import reading, tokens, topics
from games.models import ApiToken, Game
from ground.expensive import caller_of
from ground.rest.answers import READ_ERRORS
from ground.rest.operation import Operation
from ground.rest.problem import ProblemSerializer
from ground.rest.strict_input import numbers_in

_V = TypeVar("_V", bound=Callable[..., Any])
LONGEST_WAIT = 30  # seconds
NDJSON, EVENT_STREAM = "application/x-ndjson", "text/event-stream"
ERRORS = {400: ProblemSerializer, 401: ProblemSerializer, **READ_ERRORS}

AFTER = OpenApiParameter("after", int, description="Only entries with a greater `number`; 0 by default.")
WAIT = OpenApiParameter(
    "wait",
    int,
    description=f"If there are no entries yet, wait up to this many seconds for one; at most {LONGEST_WAIT}. If too"
    " many requests are already waiting, the answer comes at once.",
)


def in_feed(summary: str) -> Callable[[_V], _V]:
    """How the schema describes an address that answers with a part of the feed."""
    return extend_schema(summary=summary, parameters=[AFTER, WAIT], responses={200: FeedSerializer, **ERRORS})


def in_stream(summary: str) -> Callable[[_V], _V]:
    """How the schema describes an address that leads to a stream."""
    moved = OpenApiResponse(description="`Location` has the address of the stream, which is valid for 30 minutes.")
    return extend_schema(summary=summary, parameters=[AFTER], responses={307: moved, **ERRORS})


class FeedView(Operation):
    """A part of the feed."""

    def topics(self, request: Request, **where: Any) -> Sequence[str]:
        """What the feed is about. Raises Http404."""
        raise NotImplementedError

    def answer(self, request: Request, **where: Any) -> Response:
        """What has happened since. Raises ValidationError."""
        after, seconds = numbers_in(request, after=0, wait=0)
        if seconds > LONGEST_WAIT:
            raise serializers.ValidationError(
                {"wait": [gettext("Wait {longest_wait} seconds at most.").format(longest_wait=LONGEST_WAIT)]}
            )
        asked = self.topics(request, **where)
        portion = reading.wait(asked, after=after, seconds=seconds, caller=caller_of(request))
        return Response(FeedSerializer(portion).data)


class AnyForm(BaseContentNegotiation):
    """Whatever form is asked for: the stream has it, this answer has none."""

    def select_parser(self, request: Request, parsers: Any) -> Any:
        return parsers[0]

    def select_renderer(self, request: Request, renderers: Any, format_suffix: Any = None) -> Any:
        return renderers[0], renderers[0].media_type


class StreamView(FeedView):
    """The way to a stream: what comes as it happens, one line of JSON each, or as server-sent events if asked for."""

    content_negotiation_class = AnyForm

    def answer(self, request: Request, **where: Any) -> Response:
        """Where the stream is. Raises ValidationError."""
        (after,) = numbers_in(request, after=0)
        asked = {"after": str(after)} if "after" in request.query_params else {}
        form = "sse" if EVENT_STREAM in request.headers.get("Accept", "") else "ndjson"
        ends = [topics.of_account(request.user.pk)] if request.user.is_authenticated else []
        ends += [topics.of_key(request.auth.pk)] if isinstance(request.auth, ApiToken) else []
        ends += [topics.of_session(session)] if (session := request.session.session_key) and ends else []
        address = tokens.stream_address(self.topics(request, **where), ends=ends, form=form, **asked)
        return Response(status=307, headers={"Location": address, "Cache-Control": "no-store"})


class OfPlayer:
    """What concerns the caller."""

    def topics(self, request: Request, **where: Any) -> Sequence[str]:
        return [topics.of_player(caller(request).pk)]


class OfGame:
    """What happens in a game."""

    def topics(self, request: Request, **where: Any) -> Sequence[str]:
        return [topics.of_game(get_object_or_404(Game, pk=where["pk"]).pk)]


class OfLobby:
    """Seeks and challenges that are made, and gone."""

    def topics(self, request: Request, **where: Any) -> Sequence[str]:
        return [topics.LOBBY]


class PlayerFeedView(OfPlayer, FeedView):
    permission_classes = [IsAuthenticated]

    @in_feed("What has happened to you")
    def get(self, request: Request) -> Response:
        """Your turns, receipts, offers, challenges, results, and news of your events: everything that a mail could
        report."""
        return self.answer(request)


class PlayerStreamView(OfPlayer, StreamView):
    permission_classes = [IsAuthenticated]

    @in_stream("A stream of what happens to you")
    def get(self, request: Request) -> Response:
        """Lines of JSON, or server-sent events with `Accept: text/event-stream`. Without `after` the stream starts
        now."""
        return self.answer(request)


class GameFeedView(OfGame, FeedView):
    @in_feed("What has happened in a game")
    def get(self, request: Request, pk: int) -> Response:
        """Every change of the game, with the state it led to. The log and the remarks have the details."""
        return self.answer(request, pk=pk)


class GameStreamView(OfGame, StreamView):
    @in_stream("A stream of what happens in a game")
    def get(self, request: Request, pk: int) -> Response:
        """Lines of JSON, or server-sent events with `Accept: text/event-stream`. Without `after` the stream starts
        now."""
        return self.answer(request, pk=pk)


class LobbyFeedView(OfLobby, FeedView):
    @in_feed("What has happened in the lobby")
    def get(self, request: Request) -> Response:
        """Proposals that were made, started or closed: `proposal` is the number, `detail` the status."""
        return self.answer(request)


class LobbyStreamView(OfLobby, StreamView):
    @in_stream("A stream of what happens in the lobby")
    def get(self, request: Request) -> Response:
        """Lines of JSON, or server-sent events with `Accept: text/event-stream`. Without `after` the stream starts
        now."""
        return self.answer(request)
