"""The mail that ends an event: the final table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext as _

from games.presenting.titles import division_in_words
from ground.wording import and_list
from notifications.models import OutboundMail
from notifications.outbound.messages.base import plain, short_lines
from notifications.outbound.messages.events.base import EventMessage
from tournaments.event_rules.layouts import Form
from tournaments.models import Division
from tournaments.presenting.match_scores import MatchNow, match_of
from tournaments.presenting.promotion_zones import Zone
from tournaments.presenting.tables import StandingLine, standing_table
from tournaments.queries import games_of_event
from tournaments.wording.decisions import points_in_words

MOST_PLACES = 30  # lines of a final table
MOST_TIES = 20
LONGEST_TIE = 400  # characters of the words about a tie


class Standings(EventMessage):
    """The final table."""

    kind = OutboundMail.Kind.STANDINGS

    @property
    def subject(self) -> str:
        return plain(_("%(event)s: final standings") % {"event": self.event.name})

    @property
    def headline(self) -> str:
        of = and_list([words for division in self._own_divisions for words in self._in_words(division)])
        if self._match is not None:
            return _("The match is over: %(score)s.") % {"score": self._match.score}
        if not of:
            return _("The event is over. These are the final standings.")
        return _("The event is over. In %(divisions)s, these are the final standings.") % {"divisions": of}

    def _in_words(self, division: Division) -> list[str]:
        """A division within a sentence; nothing for the only one of an event."""
        if self.event.form == Form.GROUPS and division.stage.number > 1:
            return [_("the finals")]
        if self.event.form == Form.LEAGUE:
            return division_in_words({"tier": division.tier, "division": division.number})
        return division_in_words({"group": division.number}) if self.event.form == Form.GROUPS else []

    @property
    def link(self) -> str:
        """The reader's own table."""
        parts = [self.event.slug, *[division.pk for division in self._own_divisions[:1] if len(self.divisions) > 1]]
        return f"{settings.SITE_URL}{reverse('tournaments:standings', args=parts)}"

    def values(self) -> dict[str, Any]:
        tables = [standing_table(division) for division in self._own_divisions]
        has_points = all(division.stage.stage_format.has_points for division in self._own_divisions)
        return super().values() | {
            "places": [self._place(line, has_points) for table in tables for line in self._shown(table.lines)],
            "ties": [short_lines(tie, LONGEST_TIE) for table in tables for tie in table.ties[:MOST_TIES]],
            "leads": [leads for table in tables for line in table.lines if (leads := self._leads(line))],
        }

    @cached_property
    def _match(self) -> MatchNow | None:
        """The match that was all of the event."""
        game = games_of_event(self.event).first() if self.event.form == Form.MATCH else None
        return None if game is None else match_of(game)

    @cached_property
    def _own_divisions(self) -> list[Division]:
        """Those of the latest stage in which the reader played; the first one for a director who has not played."""
        own = dict(self.event.entrants.filter(player=self.reader).values_list("division", "division__stage__number"))
        latest = max((number for number in own.values() if number), default=0)
        played = [division for division in self.divisions if own.get(division.pk) == latest]
        return played or self.divisions[-1:] if self.event.form == Form.GROUPS else played or self.divisions[:1]

    def _shown(self, lines: Sequence[StandingLine]) -> list[StandingLine]:
        """The first ones, and the reader's own with its neighbours; the page has them all."""
        if len(lines) <= MOST_PLACES:
            return list(lines)
        own = next((index for index, line in enumerate(lines) if line.player == self.reader.username), 0)
        near = range(max(0, own - 2), own + 3)
        return [line for index, line in enumerate(lines) if index < MOST_PLACES - 5 or index in near]

    def _leads(self, line: StandingLine) -> str:
        """Where the reader's place leads to in the next season."""
        if line.player != self.reader.username:
            return ""
        leads = _LEADS.get(line.zone)
        return leads() if leads else ""

    def _place(self, line: StandingLine, has_points: bool) -> str:
        reached = f"{points_in_words(line.points)} ({line.score})" if has_points else line.score
        described = "%(rank)s. %(player)s, %(reached)s"
        if line.player == self.reader.username:
            described = _("%(rank)s. %(player)s, %(reached)s - you")
        return described % {"rank": line.rank, "player": line.player, "reached": reached}


_LEADS: dict[str, Callable[[], str]] = {
    Zone.UP: lambda: _("With this place you move up a division if you stay for the next season."),
    Zone.STAYS: lambda: _("With this place you stay in your tier or move up, if you stay for the next season."),
    Zone.DOWN: lambda: _(
        "With this place you move down a division in the next season, unless players above leave and make room."
    ),
}
