"""Sending what stands in the outbox: at least once, and always as the same message.

Mails are claimed, looked up and put together in batches. Each is settled as soon as it has gone out, so that a process
that is killed in the middle leaves one mail at most that goes out again, with the same Message-ID.

Nothing here knows what a mail says (``messages``) or when it is due to be written (``receivers``).
"""

from __future__ import annotations

import logging
import smtplib
import time
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from allauth.account.models import EmailAddress
from django.db.models import Prefetch, Q, prefetch_related_objects

from games.models import Game, Player
from games.play import timeouts
from ground.metrics import MAILS_OUT
from ground.sweeps import Sweep
from ground.tracing import traced
from notifications.addresses.address_health import take_refusal
from notifications.addresses.preferences import preferences_of
from notifications.addresses.reply_addresses import blot, stored_together
from notifications.channels import webhooks
from notifications.choices.topics import Pace, Topic
from notifications.models import OutboundMail
from notifications.outbound import claims
from notifications.outbound.envelopes import Rendered, render
from notifications.outbound.mail_hosts import MailHost
from notifications.outbound.messages import ForDigest, NotWanted, NotYet
from notifications.outbound.messages.game_base import SEATS, newest_entries
from notifications.outbound.resting_domains import Rests
from tournaments.presenting.match_scores import FIXTURE

log = logging.getLogger(__name__)

State = OutboundMail.State

BATCH = 100  # mails that are claimed and looked up together
BATCH_SECONDS = 30.0  # after which the rest of a batch is given back, long before somebody else may claim it
RESTS = "The mail host of this domain takes no mail at the moment, or only slowly."
SWEEP_SECONDS = 45.0  # after which a sweep leaves the rest to the next


@dataclass(frozen=True)
class Ready:
    """A mail put together, and the address of an account that it goes to; none for the exempt kinds."""

    mail: OutboundMail
    address: EmailAddress | None
    rendered: Rendered


def send(mail_ids: Collection[int], *, now: datetime) -> int:
    """Send those of these mails that wait and are due; say how many went out."""
    with Sweep("mails out") as sweep, MailHost() as host:
        return _Sender(now, host, Rests(), sweep).send(mail_ids)


def send_waiting(*, now: datetime, seconds: float = SWEEP_SECONDS) -> int:
    """Send what waits and is due, until nothing is left or so many ``seconds`` are over; say how many went out. What is
    tried now is not due again before long, so no mail keeps the others waiting."""
    waiting = OutboundMail.objects.filter(state=State.WAITING, due_at__lte=now).order_by("due_at", "pk")
    limit, sent, last = time.monotonic() + seconds, 0, (datetime.min.replace(tzinfo=UTC), 0)
    with Sweep("mails out") as sweep, MailHost() as host:
        sender = _Sender(now, host, Rests(), sweep)
        while time.monotonic() < limit:
            after = Q(due_at__gt=last[0]) | Q(due_at=last[0], pk__gt=last[1])  # one that could not be claimed is passed
            batch = list(waiting.filter(after).values_list("due_at", "pk")[:BATCH])
            if not batch:
                break
            sent += sender.send([pk for _, pk in batch])
            last = batch[-1]
    return sent


@dataclass(frozen=True)
class _Sender:
    """One sweep through the outbox."""

    now: datetime
    host: MailHost
    resting: Rests
    sweep: Sweep

    def send(self, mail_ids: Collection[int]) -> int:
        """Send a batch; say how many went out."""
        mails = claims.claim(mail_ids, self.now)
        if not mails:
            return 0
        look_up(mails)
        webhooks.notify(mails, now=self.now)  # before the preferences of readers are asked
        ready: list[Ready] = []
        with stored_together():
            for mail in claims.replace_older(mails):
                with self.sweep.one(mail), traced(mail.trace):
                    ready += self._put_together(mail)
        return self._deliver(ready)

    def _put_together(self, mail: OutboundMail) -> list[Ready]:
        """A mail ready to be sent, or nothing, once it is settled why it is not sent, or not now."""
        address = None if mail.kind in OutboundMail.EXEMPT else recipient(mail)
        to = address.email if address else mail.to
        if not to:
            reason = "The account has no verified address that takes mail."
            claims.settle([mail], state=State.DROPPED, reason=reason)
        elif (until := self.resting.until(domain_of(to), self.now)) is not None:
            claims.put_off([mail], until, RESTS)
        else:
            try:
                return [Ready(mail, address, render(mail, to=to, now=self.now))]
            except NotWanted as unwanted:
                claims.settle([mail], state=State.DROPPED, reason=str(unwanted))
            except NotYet as later:
                claims.put_off([mail], later.until, str(later))
            except ForDigest as kept:
                claims.keep_for_digest(mail, str(kept), now=self.now)
        return []

    def _deliver(self, ready: Sequence[Ready]) -> int:
        """Bring mails to the mail host and settle them; say how many it took."""
        if not ready:
            return 0
        try:
            self.host.connect()
        except Exception as error:  # whatever the network does: they are tried again
            return self._fail(ready, error)
        limit, sent = time.monotonic() + BATCH_SECONDS, 0
        for number, one in enumerate(ready):
            if time.monotonic() > limit:
                claims.put_off([rest.mail for rest in ready[number:]], self.now, "The mail host is slow.")
                break
            with self.sweep.one(one.mail), traced(one.mail.trace):
                sent += self._bring(one)
        return sent

    def _bring(self, one: Ready) -> bool:
        """Bring one mail to the mail host; say whether it took it, and nobody else had taken the mail meanwhile."""
        domain = domain_of(one.rendered.to)
        if (until := self.resting.until(domain, self.now)) is not None:  # since a moment ago
            claims.put_off([one.mail], until, RESTS)
            return False
        begun = time.monotonic()
        try:
            self.host.send(one.rendered.message)
        except Exception as error:  # whatever a mail server or the network does: it is tried again
            self.resting.record(domain, seconds=time.monotonic() - begun, now=self.now, error=error)
            self._fail([one], error)
            if one.address is not None and (words := _refusal(error)):
                one.mail.address = one.address
                take_refusal(one.mail, words, at=self.now)
            return False
        self.resting.record(domain, seconds=time.monotonic() - begun, now=self.now)
        return self._settle_sent(one)

    def _fail(self, ready: Sequence[Ready], error: Exception) -> int:
        why = blot(f"{type(error).__name__}: {error}")
        log.warning("%s was not sent: %s", ", ".join(str(one.mail) for one in ready), why)
        claims.settle([one.mail for one in ready], reason=why)
        return 0

    def _settle_sent(self, one: Ready) -> bool:
        mail, rendered = one.mail, one.rendered
        is_ours = claims.settle_one(
            mail,
            state=State.SENT,
            reason="",
            address=one.address,
            sent_at=self.now,
            subject=rendered.subject,
            text=rendered.stored_text,
            html=rendered.stored_html,
            raw=rendered.stored_raw,
            context=mail.context if rendered.keep_context else {},
        )
        if mail.kind == OutboundMail.Kind.REMINDER:
            _record_warnings(mail)
        log.info("%s went out.", mail)
        MAILS_OUT.labels(mail.kind).inc()
        return is_ours


def _record_warnings(mail: OutboundMail) -> None:
    """The next mail host has taken a reminder: the games may count it as a warning, unless the mail left them out."""
    chosen = preferences_of(mail.reader_id or 0, Topic.REMINDERS)
    for reminder in mail.reminders.select_related("seat"):
        if chosen.pace(reminder.seat.game_id) != Pace.OFF:
            timeouts.record_warning(
                game_id=reminder.seat.game_id, turn_started_at=reminder.turn_started_at, warning=reminder.stage
            )


def domain_of(address: str) -> str:
    """The domain of an address, in small letters."""
    return address.rpartition("@")[2].lower()


def _refusal(error: Exception) -> str:
    """What the mail host said where it would not take a mail for its recipient; empty for other errors."""
    if isinstance(error, smtplib.SMTPRecipientsRefused):  # each mail has one
        return "".join(words.decode("utf-8", "replace") for _, words in error.recipients.values())
    if isinstance(error, smtplib.SMTPDataError):
        words = error.smtp_error
        return words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return ""


def look_up(mails: Sequence[OutboundMail]) -> None:
    """Look up readers, their addresses and choices, and the games with their seats, events, remarks and newest log."""
    prefetch_related_objects(
        mails,
        Prefetch("reader", Player.objects.select_related("mail_preference")),
        Prefetch("reader__emailaddress_set", EmailAddress.objects.select_related("mail_health")),
        "reader__topic_preferences",
        Prefetch("game", Game.objects.select_related("turn")),
        Prefetch("game__seats", SEATS.queryset),
        Prefetch("game__fixture_game", FIXTURE.queryset),
        "game__remarks",
        newest_entries("game__events"),
    )


def recipient(mail: OutboundMail) -> EmailAddress | None:
    """The verified address of the reader's account that takes mail, the primary one first. Nobody else is mailed.

    What the reader has just asked for goes to an address that is off, too.
    """
    if mail.reader is None:
        return None
    own = mail.reader.emailaddress_set.all()  # type: ignore[attr-defined]
    verified: list[EmailAddress] = [address for address in own if address.verified]
    if mail.kind == OutboundMail.Kind.SECURITY:  # none any more, if its removal is what the mail tells
        verified = [address for address in verified if address.email.lower() == mail.to.lower()]
    elif mail.kind == OutboundMail.Kind.RECHECK:
        verified = [address for address in verified if address.pk == mail.context.get("address")]
    elif mail.kind != OutboundMail.Kind.ACCOUNT:
        verified = [address for address in verified if _takes_mail(address)]
    return min(verified, key=lambda address: (not address.primary, address.pk), default=None)


def _takes_mail(address: EmailAddress) -> bool:
    health = getattr(address, "mail_health", None)
    return health is None or health.off_since is None
