"""Mails about the account, worded by the accounts library; the post office only carries them."""

from __future__ import annotations

from typing import Any

from notifications.addresses.reply_addresses import answer_address
from notifications.models import OutboundMail
from notifications.outbound.messages import phrases
from notifications.outbound.messages.base import Message

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
