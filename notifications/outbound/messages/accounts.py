"""Mails about the account: those worded by the accounts library, which the post office only carries, and decisions of
moderators."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from django.conf import settings
from django.urls import reverse

from games.models import ModerationEntry
from games.moderation.subjects import report_address
from games.presenting.page_sentences import moderation as sentences
from notifications.addresses.reply_addresses import answer_address
from notifications.models import OutboundMail
from notifications.outbound.messages import phrases
from notifications.outbound.messages.base import Message, plain, short_lines

Kind = OutboundMail.Kind


class Account(Message):
    kind = Kind.ACCOUNT
    template = "account"
    keep = False  # may hold a secret

    @property
    def subject(self) -> str:
        return str(self.mail.context["subject"])

    @property
    def reply_to(self) -> str:
        return ""

    def values(self) -> dict[str, Any]:
        return {"headline": self.subject, "paragraphs": self.mail.context["text"].strip().split("\n\n")}


class SignUp(Account):
    kind = Kind.SIGN_UP

    @property
    def reply_to(self) -> str:
        """Of one that answers a mail, where a yes is sent to; the others have a link."""
        return answer_address(self.mail) if self.mail.context.get("name") else ""

    @property
    def taps(self) -> list[str]:
        return phrases.yes_or_no()[:1]


class LoginCode(Account):
    kind = Kind.LOGIN_CODE


class Security(Account):
    kind = Kind.SECURITY


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
