"""The feed of an event by REST."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.response import Response

from games.api.feed.views import FeedView, StreamView, in_feed, in_stream
from games.feed import topics
from tournaments.presenting import finding


class OfEvent:
    """What happens in an event."""

    def topics(self, request: Request, **where: Any) -> Sequence[str]:
        return [topics.of_event(finding.find_event(request._request, where["slug"]).pk)]


class EventFeedView(OfEvent, FeedView):
    @in_feed("What has happened in an event")
    def get(self, request: Request, slug: str) -> Response:
        """New entries in the log of the event, and newly computed standings."""
        return self.answer(request, slug=slug)


class EventStreamView(OfEvent, StreamView):
    @in_stream("A stream of what happens in an event")
    def get(self, request: Request, slug: str) -> Response:
        """Lines of JSON, or server-sent events with `Accept: text/event-stream`. Without `after` the stream starts
        now."""
        return self.answer(request, slug=slug)
