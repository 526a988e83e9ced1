"""A mail with the director's own words."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.utils.translation import gettext as _

from games.models import Player
from games.moderation.blocks import are_covering
from notifications.models import OutboundMail
from notifications.outbound.messages.base import NotWanted, plain, short_lines
from notifications.outbound.messages.events.base import EventMessage

LONGEST_ANNOUNCEMENT = 2000  # characters


class Announcement(EventMessage):
    """What a director says to the players of the event, or to some; not to those who have blocked the author."""

    kind = OutboundMail.Kind.ANNOUNCEMENT

    @property
    def subject(self) -> str:
        return plain(_("%(event)s: the director writes") % {"event": self.event.name})

    def check_wanted(self) -> None:
        if self.author != self.reader and are_covering([self.reader.pk], self.author).exists():
            raise NotWanted(_("The reader has blocked the author of the announcement."))

    @cached_property
    def author(self) -> Player:
        key = self.mail.context["author"]
        return self.event.director if key is None else Player.objects.get(pk=key)

    @property
    def headline(self) -> str:
        director = {"director": self.author.username}
        if self.mail.context["to_all"]:
            return _("A director of the event, %(director)s, writes to everybody in it.") % director
        return _("A director of the event, %(director)s, writes to some of its players.") % director

    def values(self) -> dict[str, Any]:
        paragraphs = self.mail.context["text"].splitlines()
        return super().values() | {"words": [short_lines(line, LONGEST_ANNOUNCEMENT) or [""] for line in paragraphs]}
