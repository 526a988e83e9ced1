"""A moderator has decided something about the reader."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.models import ModerationEntry
from games.moderation.subjects import report_address
from games.presenting.page_sentences import sanctions as sentences
from notifications.models import OutboundMail
from notifications.outbound.messages.base import Message, plain, short_lines


class Moderation(Message):
    """The decision, its end, its reason and what it means; always sent."""

    kind = OutboundMail.Kind.MODERATION

    @cached_property
    def entry(self) -> ModerationEntry:
        return ModerationEntry.objects.get(pk=self.mail.context["entry"])

    @property
    def headline(self) -> str:
        return sentences.headline(self.entry.kind, self.entry.until)

    @property
    def subject(self) -> str:
        return plain(self.headline.rstrip("."))

    @property
    def link(self) -> str:
        return f"{settings.SITE_URL}{reverse('games:conduct')}"

    @property
    def reply_to(self) -> str:
        return ""

    def values(self) -> dict[str, Any]:
        entry = self.entry
        return {
            "headline": self.headline,
            "reason": short_lines(entry.reason, len(entry.reason)),
            "consequences": sentences.consequences(entry.kind),
            "appeal": f"{settings.SITE_URL}{report_address('decision', entry.pk)}",
            "link": self.link,
        }
