"""Signing up by mail. A stranger is answered only if their mail is proven, and has an account once they answer yes.

So nobody is mailed because somebody forged them: the one mail that goes to an address without an account answers a mail
whose signature covers the sender and our address, and there are few of them a day.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from notifications.accounts import joining
from notifications.addresses import held_mails
from notifications.addresses.reply_addresses import is_ours, play_address
from notifications.inbound.authentication.authors import is_proven_stranger
from notifications.mail_format.parsing import ParsedMail
from notifications.mail_format.senders import Sender, sender_in
from notifications.mail_format.trimming import own_lines
from notifications.models import InboundMail, MailToken, OutboundMail
from notifications.outbox import NewMail, enqueue, request_sending

Kind = OutboundMail.Kind
Outcome = InboundMail.Outcome

A_DAY = timedelta(days=1)
MOST_A_DAY = 3  # mails to an address without an account
_SIGN_UP = re.compile(
    r"(?:sign ?up|join|register)(?: as)? (?P<name>(?P<plain>[a-z0-9][a-z0-9._-]{0,29})|\S.{0,40}?)"
    r"(?:(?: with)?(?: invitation)? (?P<code>[a-z0-9-]{16,19}))?[ .!]*",
    re.IGNORECASE,
)


def answer_stranger(mail: InboundMail, parsed: ParsedMail, *, now: datetime) -> tuple[Outcome, str]:
    """What becomes of a mail without an account at an address that everybody knows, and why.

    A proven sender is asked to confirm the name they chose, or gets a mail that says how one signs up.
    """
    sender = sender_in(parsed.headers)
    if mail.token.kind == MailToken.Kind.OPERATORS:
        return Outcome.IGNORED, _("It is for the operators, who read it here.")
    if mail.token.kind != MailToken.Kind.PLAY or sender is None:
        return Outcome.IGNORED, _("It is not addressed to any player.")
    if is_ours(sender.address):
        return Outcome.IGNORED, _("It says that it is from an address of ours.")
    if not is_proven_stranger(parsed, mail, sender):
        return Outcome.IGNORED, _("Nothing proves that the stranger wrote it, so there is no answer.")
    lines = [*own_lines(parsed.text)[:5], parsed.header("Subject")]
    found = [match for line in lines if (match := _SIGN_UP.fullmatch(line.strip()))]
    match = max(found, key=lambda match: bool(match["plain"]), default=None)  # else the first, which is not allowed
    name, code, trouble = _wish(match["name"], match["code"] or "", now) if match else ("", None, "")
    if not _write_to(sender.address, mail, name, trouble, code=code, now=now):
        return Outcome.IGNORED, _("The stranger has had enough answers today.")
    asked, helped = _("The stranger was asked to confirm the name {name}."), _("The stranger was sent how to sign up.")
    return Outcome.ANSWERED, asked.format(name=name) if name else helped


def _write_to(
    address: str, mail: InboundMail, name: str, trouble: str, *, now: datetime, code: int | None = None
) -> bool:
    """Answer a mail of somebody without an account, unless there have been enough answers; say whether it was done."""
    sent = OutboundMail.objects.filter(kind=Kind.SIGN_UP, to__iexact=address, created_at__gt=now - A_DAY)
    if sent.count() >= MOST_A_DAY:
        return False
    OutboundMail.objects.create(
        kind=Kind.SIGN_UP,
        to=address,
        context={"subject": _subject(name), "text": _text(name, trouble), "name": name, "inbound": mail.pk}
        | ({"invitation": code} if code else {}),
        dedupe_key=f"{Kind.SIGN_UP}:mail:{mail.pk}",
        created_at=now,
        due_at=now,
    )
    request_sending()
    return True


def _wish(name: str, code: str, now: datetime) -> tuple[str, int | None, str]:
    """A name that is free and the number of an invitation, or neither and what is wrong."""
    try:
        number = joining.find_code(code, now=now)
    except joining.JoiningError as error:
        return "", None, error.message
    name, trouble = _checked(name)
    return name, number if name else None, trouble


def _checked(name: str) -> tuple[str, str]:
    try:
        return get_adapter().clean_username(name), ""
    except ValidationError as error:
        return "", " ".join(error.messages)


def _subject(name: str) -> str:
    words = _("%(site)s: join as %(name)s?") if name else _("%(site)s: how to join")
    return words % {"site": settings.SITE_NAME, "name": name}


def _text(name: str, trouble: str) -> str:
    if name:
        return _(
            "You asked to join %(site)s as %(name)s.\n\nAnswer this mail with [yes] within %(days)s days, and the "
            "account is yours. If you did not ask, ignore this mail, and nothing happens."
        ) % {"site": settings.SITE_NAME, "name": name, "days": held_mails.CONFIRMABLE.days}
    how = _(
        "To join %(site)s, a server for games by mail, send a mail to %(address)s with one line: [sign up NAME], "
        "without the brackets. NAME is what the other players see."
    )
    if joining.needs_code():
        how = _(
            "To join %(site)s, a server for games by mail, send a mail to %(address)s with one line: "
            "[sign up NAME CODE], without the brackets. NAME is what the other players see, CODE your invitation."
        )
        trouble = trouble or joining.closed_sentence()
    how %= {"site": settings.SITE_NAME, "address": play_address()}
    return f"{trouble}\n\n{how}".strip()


def ask_to_join_again(mail: InboundMail, asked: OutboundMail, sender: Sender, *, now: datetime) -> None:
    """Ask a stranger once more whose answer was no yes, unless they have had enough answers today."""
    name, invitation = asked.context.get("name", ""), asked.context.get("invitation")
    if name and sender.address.lower() == asked.to.lower():
        _write_to(asked.to, mail, name, "", code=invitation, now=now)


def confirm_sign_up(mail: InboundMail, asked: OutboundMail, sender: Sender, *, now: datetime) -> str:
    """Make the account that a stranger has said yes to. Idempotent. Returns what became of it."""
    name = asked.context.get("name", "")
    if not name or sender.address.lower() != asked.to.lower():
        return _("There was nothing to say yes to.")
    if EmailAddress.objects.filter(email__iexact=asked.to, verified=True).exists():
        return _("The address has an account already.")
    name, trouble = _checked(name)
    if name and now > asked.created_at + held_mails.CONFIRMABLE:
        trouble = _("You asked for the name {name} more than {days} days ago. Ask again.")
        name, trouble = "", trouble.format(name=name, days=held_mails.CONFIRMABLE.days)
    if name:
        try:
            _join(name, asked, mail, at=now)
        except joining.JoiningError as error:
            name, trouble = "", error.message
    if not name:
        _write_to(asked.to, mail, "", trouble, now=now)
        return _("There is no account yet. {trouble}").format(trouble=trouble)
    return _("{name} has joined.").format(name=name)


@transaction.atomic
def _join(name: str, asked: OutboundMail, mail: InboundMail, *, at: datetime) -> None:
    """Make the account. Raises JoiningError where somebody else has used the invitation."""
    player = Player(username=name, email=asked.to, time_zone=settings.TIME_ZONE)
    player.set_unusable_password()
    player.save()
    joining.use_code(asked.context.get("invitation"), player, at=at)
    EmailAddress.objects.create(user=player, email=asked.to, verified=True, primary=True)
    context = {"address": "play", "topic": "", "is_welcome": True, "inbound": mail.pk}
    welcome = NewMail(Kind.HELP, player.pk, f"welcome:{player.pk}", context=context)
    enqueue([welcome], at=at)
