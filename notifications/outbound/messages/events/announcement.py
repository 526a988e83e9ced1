"""A mail with the director's own words."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _

from notifications.models import OutboundMail
from notifications.outbound.messages.base import plain, short_lines
from notifications.outbound.messages.events.base import EventMessage

LONGEST_ANNOUNCEMENT = 2000  # characters


class Announcement(EventMessage):
    """What the director says to everybody in the event."""

    kind = OutboundMail.Kind.ANNOUNCEMENT

    @property
    def subject(self) -> str:
        return plain(_("%(event)s: the director writes") % {"event": self.event.name})

    @property
    def headline(self) -> str:
        director = self.event.director.username
        return _("The director of the event, %(director)s, writes to everybody in it.") % {"director": director}

    def values(self) -> dict[str, Any]:
        paragraphs = self.mail.context["text"].splitlines()
        return super().values() | {"words": [short_lines(line, LONGEST_ANNOUNCEMENT) or [""] for line in paragraphs]}
