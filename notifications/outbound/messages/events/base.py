"""What all mails about one event have in common."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse

from notifications.choices.topics import Topic
from notifications.outbound.messages.base import Message, short_lines
from tournaments.models import Division, Event

LONGEST_NAME = 60  # characters of an event's name


class EventMessage(Message):
    """A mail about one event."""

    topic = Topic.EVENTS
    page = "tournaments:event"

    @cached_property
    def event(self) -> Event:
        return Event.objects.get(pk=self.mail.context["event"])

    @cached_property
    def divisions(self) -> list[Division]:
        divisions = list(self.event.divisions.select_related("stage"))
        for division in divisions:
            division.event = self.event
        return divisions

    @property
    def event_id(self) -> int | None:
        return self.event.pk

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse(self.page, args=[self.event.slug])}"

    @property
    def in_digest(self) -> str:
        return f"{self.event.name}: {self.headline}"

    @property
    def thread(self) -> str:
        return f"event-{self.event.pk}@{settings.MAIL_DOMAIN}"

    def values(self) -> dict[str, Any]:
        event = self.event
        return {
            "event_name": short_lines(event.name, LONGEST_NAME),
            "title": event.game_title,
            "time": event.time_control.describe(),
            "rated": event.rated,
            "headline": self.headline,
            "link": self.link,
        }
