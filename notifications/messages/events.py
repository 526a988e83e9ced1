"""Mails about an event: it has begun, with the reader's games; it is over, with the final standings."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse

from notifications.messages.base import Message, plain, short_lines
from notifications.models import OutboundMail
from notifications.topics import Topic
from tournaments.models import Division, Event, Fixture
from tournaments.queries import fixtures_of
from tournaments.tables import StandingLine, standing_table
from tournaments.wording import join

Kind = OutboundMail.Kind

LONGEST_NAME = 60  # characters of an event's name
LONGEST_ANNOUNCEMENT = 2000
LONGEST_TIE = 400  # characters of the words about a tie


class EventMessage(Message):
    """A mail about one event."""

    topic = Topic.EVENTS
    page = "tournaments:event"

    @cached_property
    def event(self) -> Event:
        return Event.objects.get(pk=self.mail.context["event"])

    @cached_property
    def divisions(self) -> list[Division]:
        divisions = list(self.event.divisions.all())
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


class Round(EventMessage):
    """Who the reader meets, and in which games."""

    kind = Kind.ROUND

    @property
    def subject(self) -> str:
        return plain(f"Your games have begun: {self.event.name}")

    @property
    def headline(self) -> str:
        if "fixtures" in self.mail.context:
            return "The next games of an event that you play in have begun."
        return "An event that you entered has begun. Your games run now."

    def values(self) -> dict[str, Any]:
        only = self.mail.context.get("fixtures")  # a round that was paired later
        meetings = [line for division in self.divisions for fixture in fixtures_of(division)
                    if only is None or fixture.pk in only if (line := self._meeting(fixture))]  # fmt: skip
        return super().values() | {"meetings": meetings}

    def _meeting(self, fixture: Fixture) -> str:
        """One fixture of the reader's in a line; empty for a fixture of others."""
        players = [seat.entrant.player for seat in fixture.seats.all()]
        if self.reader not in players:
            return ""
        others = join([player.username for player in players if player != self.reader])
        numbers = [str(played.game_id) for played in fixture.games.all()]
        return f"round {fixture.round.number} against {others}: game{'s' if len(numbers) > 1 else ''} {join(numbers)}"


class Announcement(EventMessage):
    """What the director says to everybody in the event."""

    kind = Kind.ANNOUNCEMENT

    @property
    def subject(self) -> str:
        return plain(f"{self.event.name}: the director writes")

    @property
    def headline(self) -> str:
        return f"The director of the event, {self.event.director.username}, writes to everybody in it."

    def values(self) -> dict[str, Any]:
        paragraphs = self.mail.context["text"].splitlines()
        return super().values() | {"words": [short_lines(line, LONGEST_ANNOUNCEMENT) or [""] for line in paragraphs]}


class Standings(EventMessage):
    """The final table."""

    kind = Kind.STANDINGS
    page = "tournaments:standings"

    @property
    def subject(self) -> str:
        return plain(f"Final standings: {self.event.name}")

    @property
    def headline(self) -> str:
        return "The event is over. These are the final standings."

    def values(self) -> dict[str, Any]:
        tables = [standing_table(division) for division in self.divisions]
        return super().values() | {
            "places": [self._place(line) for table in tables for line in table.lines],
            "ties": [short_lines(tie, LONGEST_TIE) for table in tables for tie in table.ties],
        }

    def _place(self, line: StandingLine) -> str:
        points = f"{line.points} point" if line.points == "1" else f"{line.points} points"
        you = " - you" if line.player == self.reader.username else ""
        return f"{line.rank}. {line.player}, {points} ({line.won} won, {line.drawn} drawn, {line.lost} lost){you}"
