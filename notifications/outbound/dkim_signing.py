"""Signs what goes out (DKIM, RFC 6376), for a server that does not: a mail backend over SMTP, chosen by settings."""

from __future__ import annotations

from collections.abc import Sequence
from email.message import Message
from typing import Any

import dkim
from django.conf import settings
from django.core.mail import EmailMessage

from notifications.outbound.mail_hosts import PipeliningBackend

# Both of those by which mail programs unsubscribe must be signed (RFC 8058). From stands twice: no second one fits in.
SIGNED = (
    "From", "From", "To", "Subject", "Date", "Message-ID", "Reply-To", "In-Reply-To", "References", "MIME-Version",
    "Content-Type", "Auto-Submitted", "List-Id", "List-Unsubscribe", "List-Unsubscribe-Post",
)  # fmt: skip


def signed(message: Message) -> Message:
    """The message with a signature of the domain in MAIL_FROM on top, made with the first selector."""
    raw = message.as_bytes()
    there = [name.encode() for name in SIGNED if name in message]
    header = dkim.sign(
        raw.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"),
        settings.MAIL_DKIM_SELECTORS[0].encode(),
        settings.MAIL_FROM_DOMAIN.encode(),
        settings.MAIL_DKIM_KEY.encode(),
        canonicalize=(b"relaxed", b"relaxed"),
        include_headers=there,
    )
    value = header.decode("ascii").partition(":")[2].strip()
    message["DKIM-Signature"] = value.replace("\r\n", "")  # the blank of each fold is part of what was signed
    message._headers.insert(0, message._headers.pop())  # type: ignore[attr-defined]
    return message


class Signed:
    """A mail of Django's that gives its message signed; everything else is as it was."""

    def __init__(self, mail: EmailMessage) -> None:
        self._mail = mail

    def __getattr__(self, name: str) -> Any:
        return getattr(self._mail, name)

    def message(self) -> Message:
        return signed(self._mail.message())


class SigningBackend(PipeliningBackend):
    """The backend for SMTP; every mail is signed before it goes out."""

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        return super().send_messages([Signed(mail) for mail in email_messages])  # type: ignore[misc]
