"""How accounts are made and written to: the accounts library's mails go through our outbox, under its rules."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.utils import timezone

from notifications.mail_format.command_list import RESERVED
from notifications.models import OutboundMail, new_nonce
from notifications.outbound.messages.base import plain
from notifications.outbox import request_sending

Kind = OutboundMail.Kind

# Which of the library's mails may go to an address that nobody has verified yet.
_EXEMPT = {
    "account/email/email_confirmation": Kind.SIGN_UP,
    "account/email/email_confirmation_signup": Kind.SIGN_UP,
    "account/email/login_code": Kind.LOGIN_CODE,
}


class AccountAdapter(DefaultAccountAdapter):
    """Names in lower case; mails by way of the outbox."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored. Raises ValidationError for one that is taken or not allowed."""
        cleaned: str = super().clean_username(username.lower(), shallow=shallow)
        if cleaned in RESERVED:  # a mail program that breaks a line before the name would make a command of it
            raise ValidationError(f"{cleaned} is a word by which moves are sent by mail. Choose another name.")
        return cleaned

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write down one of the library's mails. To an address nobody has verified go only those that verify it."""
        message = self.render_mail(template_prefix, email, context)
        address = EmailAddress.objects.filter(email__iexact=email, verified=True).first()
        kind = Kind.ACCOUNT if address else _EXEMPT.get(template_prefix)
        if kind is None:
            return
        now = timezone.now()
        row = OutboundMail.objects.create(
            kind=kind,
            reader_id=address.user_id if address else None,
            to="" if address else email,
            context={"subject": plain(str(message.subject)), "text": str(message.body)},
            dedupe_key=f"{kind}:{new_nonce()}",  # each is wanted: a second code replaces the first
            created_at=now,
            due_at=now,
        )
        request_sending([row])
