"""Mails about changes of an account, to every checked address that it has or had a moment before."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import gettext, gettext_lazy

from games.accounts.api_keys import create_token, create_with
from games.clock.calendars import zone_named
from games.models import ApiToken, Player
from games.presenting.moments import write_full_moment
from ground.rest.scopes import Scope
from notifications.models import OutboundMail, new_nonce
from notifications.outbound.messages.base import short_lines
from notifications.outbox import request_sending

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise


@dataclass(frozen=True)
class Notice:
    """What a mail about an account says: its subject, and the sentence that names the change."""

    subject: StrPromise
    change: StrPromise  # with placeholders for the facts of the change


# By the name that the accounts library has for each of its own.
NOTICES = {
    "account/email/password_changed": Notice(
        gettext_lazy("your password was changed"), gettext_lazy("The password of your account was changed. %(keys)s")
    ),
    "account/email/password_set": Notice(
        gettext_lazy("your password was set"), gettext_lazy("A password was set for your account.")
    ),
    "account/email/password_reset": Notice(
        gettext_lazy("your password was reset"),
        gettext_lazy("The password of your account was reset by a link that we had mailed. %(keys)s"),
    ),
    "account/email/email_changed": Notice(
        gettext_lazy("your main address was changed"),
        gettext_lazy("The main address of your account is now %(to_email)s. It was %(from_email)s."),
    ),
    "mfa/email/totp_activated": Notice(
        gettext_lazy("one-time codes are on"), gettext_lazy("One-time codes were turned on for your account.")
    ),
    "mfa/email/totp_deactivated": Notice(
        gettext_lazy("one-time codes are off"), gettext_lazy("One-time codes were turned off for your account.")
    ),
    "mfa/email/webauthn_added": Notice(
        gettext_lazy("a passkey was added"), gettext_lazy("A passkey was added to your account.")
    ),
    "mfa/email/webauthn_removed": Notice(
        gettext_lazy("a passkey was removed"), gettext_lazy("A passkey was removed from your account.")
    ),
    "mfa/email/recovery_codes_generated": Notice(
        gettext_lazy("new recovery codes"), gettext_lazy("New recovery codes were made for your account.")
    ),
}
ADDRESS_ADDED = Notice(
    gettext_lazy("an address was added"), gettext_lazy("The address %(email)s was added to your account and checked.")
)
ADDRESS_REMOVED = Notice(
    gettext_lazy("an address was removed"), gettext_lazy("The address %(email)s was removed from your account.")
)
FACTORS_REMOVED = Notice(
    gettext_lazy("your second factors were removed"),
    gettext_lazy("The people who run this site have removed all second factors of your account."),
)
SIGNED_IN = Notice(
    gettext_lazy("a sign-in from a new browser"),
    gettext_lazy(
        "Your account was opened in a new browser, in which it had not been opened since the password was last changed."
    ),
)
KEY_MADE = Notice(
    gettext_lazy("a key was made"),
    gettext_lazy("A key for programs was made for your account, called %(name)s. It can: %(scopes)s."),
)
BOT_KEY_MADE = Notice(
    gettext_lazy("a key was made for your bot"),
    gettext_lazy("A key was made for your bot %(name)s. It can read and play."),
)
DOWNLOADED = Notice(
    gettext_lazy("your data was downloaded"), gettext_lazy("Everything that your account holds was downloaded.")
)
CLOSED = Notice(
    gettext_lazy("your account is closed"), gettext_lazy("Your account was closed. It cannot be opened again.")
)


@dataclass(frozen=True)
class Origin:
    """Where a change came from: the address and the browser of the request."""

    address: str
    browser: str


BY_MAIL = Origin("", "mail")


def send_notice(
    player: Player, notice: Notice, origin: Origin, *, at: datetime, also_to: Iterable[str] = (), **facts: Any
) -> None:
    """Write down a mail to each checked address of the player, and to those in ``also_to``."""
    checked = EmailAddress.objects.filter(user=player, verified=True).values_list("email", flat=True)
    with translation.override(player.language):
        context = {
            "subject": gettext("%(site)s: %(subject)s") % {"site": settings.SITE_NAME, "subject": notice.subject},
            "text": "\n\n".join(_paragraphs(player, str(notice.change) % facts, origin, at)),
        }
    rows = [
        OutboundMail(
            kind=OutboundMail.Kind.SECURITY,
            reader=player,
            to=address,
            context=context,
            dedupe_key=f"{OutboundMail.Kind.SECURITY}:{new_nonce()}",
            created_at=at,
            due_at=at,
        )
        for address in dict.fromkeys([*checked, *also_to])
    ]
    OutboundMail.objects.bulk_create(rows)
    request_sending()


def _paragraphs(player: Player, change: str, origin: Origin, at: datetime) -> Iterable[str]:
    with timezone.override(zone_named(player.time_zone)):
        moment = write_full_moment(at)
    yield gettext("This is about the account of %(player)s.") % {"player": player.username}
    yield "\n".join(short_lines(change, 400))
    when = gettext("When: %(moment)s") % {"moment": moment}
    if origin == BY_MAIL:
        by_mail = gettext("By a mail from your address")
        yield f"{when}\n{by_mail}"
    else:
        yield "\n".join(
            [
                when,
                gettext("From the address: %(address)s") % {"address": origin.address},
                gettext("With the browser:"),
                *short_lines(origin.browser, 200),
            ]
        )
    yield gettext("Was it you? Then there is nothing to do.")
    if player.is_active:
        address = f"{settings.SITE_URL}{reverse('account_reset_password')}"
        yield gettext("If it was not you, choose a new password:")
        yield address
        yield gettext("That ends every sign-in and revokes your keys.")
    else:
        yield gettext("If it was not you, write to the people who run this site at once.")


LONGEST = timedelta(days=365)
SCOPES = (Scope.READ, Scope.PLAY)


@transaction.atomic
def make_bot_key(
    bot: Player, origin: Origin, *, at: datetime, name: str, expires_at: datetime, made_with: ApiToken | None = None
) -> tuple[ApiToken, str]:
    """A key that reads and plays, and its secret. ``made_with`` is the key of the owner that asks for it, if one does.

    Raises KeyRefused and TooManyTokens.
    """
    if made_with is None:
        token, secret = create_token(bot, name=name, scopes=SCOPES, expires_at=expires_at)
    else:
        token, secret = create_with(made_with, name=name, scopes=SCOPES, expires_at=expires_at, bot=bot)
    if bot.owner is not None:
        send_notice(bot.owner, BOT_KEY_MADE, origin, at=at, name=bot.username)
    return token, secret
