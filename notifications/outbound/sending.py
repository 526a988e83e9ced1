"""Sending what stands in the outbox: at least once, and always as the same message.

Nothing here knows what a mail says (``messages``) or when it is due to be written (``receivers``).
"""

from __future__ import annotations

import logging
import smtplib
from datetime import datetime, timedelta
from typing import Any

from allauth.account.models import EmailAddress
from django.db.models import F, Q

from games.sweeps import Sweep
from notifications.addresses.address_health import take_refusal
from notifications.addresses.reply_addresses import blot
from notifications.addresses.warnings import record_accepted
from notifications.channels import CHANNELS
from notifications.models import OutboundMail
from notifications.outbound.envelopes import render
from notifications.outbound.messages import ForDigest, NotWanted, NotYet

log = logging.getLogger(__name__)

State = OutboundMail.State

# The wait after each failed attempt; a sender that dies holds its claim as long. After the last one we give up.
RETRIES = tuple(timedelta(minutes=minutes) for minutes in (2, 5, 15, 60, 240, 720, 1440))
SWEEP = 200
# Which unsent mails a newer one of the same kind and game makes superfluous.
REPLACED: dict[str, tuple[str, ...]] = {
    OutboundMail.Kind.TURN: (State.WAITING, State.COLLECTED),
    OutboundMail.Kind.WATCHED: (
        State.COLLECTED,
    ),  # a line of the digest; one that waits tells all since it was written
}


def claim(mail_id: int, now: datetime) -> OutboundMail | None:
    """Take one waiting mail: whoever raises ``attempts`` first holds it until it is due again."""
    mail = OutboundMail.objects.select_related("reader", "game").filter(pk=mail_id).first()
    if mail is None or mail.state != State.WAITING or mail.due_at > now:
        return None
    if mail.attempts >= len(RETRIES):
        _settle(mail, state=State.DROPPED, reason=f"Given up after {mail.attempts} attempts. {mail.reason}"[:200])
        return None
    due_at = now + RETRIES[mail.attempts]
    mine = OutboundMail.objects.filter(pk=mail.pk, state=State.WAITING, attempts=mail.attempts, due_at__lte=now)
    if not mine.update(attempts=F("attempts") + 1, due_at=due_at):
        return None
    mail.attempts, mail.due_at = mail.attempts + 1, due_at
    return mail


def _settle(mail: OutboundMail, **values: Any) -> bool:
    """Write what became of a mail, if nobody else has taken it since."""
    waiting = OutboundMail.objects.filter(pk=mail.pk, state=State.WAITING, attempts=mail.attempts)
    return bool(waiting.update(**values))


def _replace_older(mail: OutboundMail) -> None:
    """A newer mail about the same game says what an older unsent one would have said."""
    older = OutboundMail.objects.filter(kind=mail.kind, reader=mail.reader_id, game=mail.game_id, pk__lt=mail.pk)
    older.filter(state__in=REPLACED[mail.kind]).update(
        state=State.DROPPED, reason="A newer mail about the same game replaces it."
    )


def recipient(mail: OutboundMail) -> EmailAddress | None:
    """The verified address of the reader's account that takes mail, the primary one first. Nobody else is mailed.

    What the reader has just asked for goes to an address that is off, too.
    """
    verified = EmailAddress.objects.filter(user=mail.reader_id, verified=True)
    if mail.kind == OutboundMail.Kind.SECURITY:
        return verified.filter(email__iexact=mail.to).first()  # none any more, if its removal is what the mail tells
    if mail.kind == OutboundMail.Kind.RECHECK:
        return verified.filter(pk=mail.context.get("address")).first()
    if mail.kind != OutboundMail.Kind.ACCOUNT:
        verified = verified.filter(Q(mail_health=None) | Q(mail_health__off_since=None))
    return verified.order_by("-primary", "pk").first()


def send(mail_id: int, *, now: datetime) -> bool:
    """Render and send one mail if it waits and is due; say whether it went out."""
    mail = claim(mail_id, now)
    if mail is None:
        return False
    for channel in CHANNELS:
        channel.notify(mail, now=now)
    if mail.kind in REPLACED:
        _replace_older(mail)
    exempt = mail.kind in OutboundMail.EXEMPT
    address = None if exempt else recipient(mail)
    if address is None and not mail.to:
        _settle(mail, state=State.DROPPED, reason="The account has no verified address that takes mail.")
        return False
    try:
        rendered = render(mail, to=address.email if address else mail.to, now=now)
    except NotWanted as reason:
        _settle(mail, state=State.DROPPED, reason=str(reason)[:200])
        return False
    except NotYet as later:  # waiting is no attempt
        _settle(mail, due_at=later.until, reason=str(later)[:200], attempts=mail.attempts - 1)
        return False
    except ForDigest as reason:
        _settle(mail, state=State.COLLECTED, reason=str(reason)[:200])
        return False
    try:
        rendered.message.send()
    except Exception as error:  # whatever a mail server or the network does: it is tried again
        why = blot(f"{type(error).__name__}: {error}")[:200]
        log.warning("%s was not sent, attempt %d: %s", mail, mail.attempts, why)
        _settle(mail, reason=why)
        if address is not None and (words := _refusal(error)):
            mail.address = address
            take_refusal(mail, words, at=now)
        return False
    was_ours = _settle(
        mail,
        state=State.SENT,
        reason="",
        address=address,
        sent_at=now,
        subject=rendered.subject,
        text=rendered.stored_text,
        html=rendered.stored_html,
        raw=rendered.stored_raw,
        context=mail.context if rendered.keep_context else {},
    )
    if mail.kind == OutboundMail.Kind.REMINDER:
        record_accepted(mail)
    return was_ours


def _refusal(error: Exception) -> str:
    """What the mail host said where it would not take a mail for its recipient; empty for other errors."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):  # each mail has one
        return "".join(words.decode("utf-8", "replace") for _, words in error.recipients.values())
    if isinstance(error, smtplib.SMTPDataError):
        words = error.smtp_error
        return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return ""


def send_waiting(*, now: datetime) -> int:
    """Send what a lost task or a failed attempt has left behind; say how many went out."""
    waiting = OutboundMail.objects.filter(state=State.WAITING, due_at__lte=now).order_by("due_at", "pk")
    sent = 0
    with Sweep("mails out") as sweep:
        for pk in waiting.values_list("pk", flat=True)[:SWEEP]:
            with sweep.one(f"mail {pk}"):
                sent += send(pk, now=now)
    return sent
