"""How accounts are made, opened and written to: the accounts library's mails go through our outbox, under its rules."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_lazy

from games.accounts import guests
from games.accounts.bots import is_like_a_bot
from games.models import Player
from games.moderation.names import players_like, skeleton
from notifications.accounts import joining, sign_in_limits
from notifications.accounts.changes import origin_of
from notifications.accounts.notices import NOTICES, send_notice
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

WAYS_TO_CONFIRM = {
    "reauthenticate": gettext_lazy("Use your password"),
    "mfa_reauthenticate": gettext_lazy("Use a one-time code"),
    "mfa_reauthenticate:webauthn": gettext_lazy("Use a passkey"),
}


_KEPT = frozenset(map(skeleton, settings.ACCOUNT_USERNAME_BLACKLIST))


class AccountAdapter(DefaultAccountAdapter):
    """Names in lower case; mails by way of the outbox; wrong passwords counted for account and address together."""

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """The name as it will be stored. Raises ValidationError for one that is taken or not allowed."""
        username = username.lower()
        guest = guests.guest_of(self.request) if self.request else None
        if guest is not None and username == guest.username and not username.startswith(guests.PREFIX):
            return username  # joining again, with another address
        if username.startswith((guests.PREFIX, "house-", "player-")):
            raise ValidationError(
                gettext("Names that begin with guest-, house- or player- are kept. Choose another name.")
            )
        if is_like_a_bot(username):
            raise ValidationError(gettext("Names that end in -bot are for bots. Choose another name."))
        cleaned: str = super().clean_username(username, shallow=shallow)
        if cleaned in RESERVED:  # a mail program that breaks a line before the name would make a command of it
            raise ValidationError(
                gettext("{cleaned} is a word by which moves are sent by mail. Choose another name.").format(
                    cleaned=cleaned
                )
            )
        taken = skeleton(cleaned) in _KEPT or players_like(cleaned).exists()
        if not shallow and taken:
            raise ValidationError(
                gettext("{cleaned} looks too much like a name that is taken. Choose another name.").format(
                    cleaned=cleaned
                )
            )
        return cleaned

    def new_user(self, request: HttpRequest) -> Player:
        """Who joins: the guest of this browser, or somebody new. An address that the guest never checked is dropped."""
        guest = guests.guest_of(request)
        if guest is None:
            return Player()
        EmailAddress.objects.filter(user=guest, verified=False).delete()
        return guest

    def save_user(self, request: HttpRequest, user: Player, form: Any, commit: bool = True) -> Player:
        """Store the new player, with the time zone of their browser if it names one, in the language of the page.

        Raises JoiningError where somebody else has just used the invitation.
        """
        user.language = translation.get_language()
        zone = request.POST.get("time_zone", "")
        if zone in available_timezones():
            user.time_zone = zone
        with transaction.atomic():
            saved: Player = super().save_user(request, user, form, commit=commit)
            joining.use_code(form.cleaned_data.get("invitation"), saved, at=timezone.now())
        return saved

    def send_account_already_exists_mail(self, email: str) -> None:
        """Tell the owner of an address that somebody wanted to join with it; takes as long as joining does."""
        make_password(new_nonce())  # a new account's password is hashed, and the time must not tell that this is none
        super().send_account_already_exists_mail(email)

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write down one of the library's mails. To an address nobody has verified go only those that verify it."""
        address = EmailAddress.objects.filter(email__iexact=email, verified=True).select_related("user").first()
        with translation.override(address.user.language if address else translation.get_language()):
            message = self.render_mail(template_prefix, email, context)
        kind = Kind.ACCOUNT if address else _EXEMPT.get(template_prefix)
        if kind is None:
            return
        now = timezone.now()
        OutboundMail.objects.create(
            kind=kind,
            reader_id=address.user_id if address else None,
            to="" if address else email,
            context={"subject": plain(str(message.subject)), "text": str(message.body)},
            dedupe_key=f"{kind}:{new_nonce()}",  # each is wanted: a second code replaces the first
            created_at=now,
            due_at=now,
        )
        request_sending()

    def send_notification_mail(
        self, template_prefix: str, user: Player, context: dict[str, Any] | None = None, email: str | None = None
    ) -> None:
        """Write down one of the library's notices; that an address was removed, ``accounts.changes`` says itself."""
        if notice := NOTICES.get(template_prefix):
            facts = {"keys": getattr(self.request, "keys_words", ""), **(context or {})}
            send_notice(user, notice, origin_of(self.request), at=timezone.now(), **facts)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt to sign in. Raises ValidationError where there were too many."""
        super().pre_authenticate(request, **credentials)
        counted = sign_in_limits.consume_for_account(request, credentials)
        if counted is None:
            raise self.validation_error("too_many_login_attempts")
        self._login_failed_rl_usage.usage.extend(counted.usage)  # given back after a right password

    def authenticate(self, request: HttpRequest, **credentials: Any) -> Any:
        """The player with this name and password, or None. Raises ValidationError for one without a mail address: there
        is none to confirm, so signing in would begin again and again."""
        player = super().authenticate(request, **credentials)
        if player is not None and not player.email and not EmailAddress.objects.filter(user=player).exists():
            raise ValidationError(
                gettext("This account has no mail address, so you cannot sign in to it. Ask the operators to add one.")
            )
        return player

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return sign_in_limits.key_for(request, credentials)

    def get_reauthentication_methods(self, user: Player | AnonymousUser) -> list[dict[str, Any]]:
        """The ways in which a player can confirm who they are, in our words."""
        return [
            {**method, "description": WAYS_TO_CONFIRM.get(method["id"], method["description"])}
            for method in super().get_reauthentication_methods(user)
        ]
