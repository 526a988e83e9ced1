"""The one way in. SMTP, LMTP and IMAP end in ``receive``: bytes are stored and committed before the server says yes."""

from __future__ import annotations

import hashlib
import logging
from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.conf import settings
from django.db import IntegrityError, transaction
from django.db.models import DateTimeField, F, Q, QuerySet
from django.dispatch import receiver
from django.utils.translation import gettext

from games.clock.heartbeats import read_monotonic_counter
from games.models import Game, Seat
from games.play.submissions import storable
from games.signals import flag_planned
from games.uptime.outages import record_heartbeat
from ground.background import enqueue_after_commit
from ground.prepared.queries import Asked, Prepared
from ground.prepared.writes import insert, update_if
from ground.tracing import traced
from notifications.addresses.reply_addresses import find_token, fixed_token
from notifications.inbound.authentication.authors import names_its_player
from notifications.mail_format.command_list import OF_ACCOUNT
from notifications.mail_format.parsing import END_OF_HEADERS, MOST_HEADER_BYTES, headers_of
from notifications.mail_format.senders import sender_in
from notifications.models import InboundMail, MailToken

log = logging.getLogger(__name__)

State, Source = InboundMail.State, InboundMail.Source

HEARTBEATS = {Source.SMTP: "mail intake", Source.LMTP: "mail intake by LMTP", Source.IMAP: "mail intake by IMAP"}
RETRIES = tuple(timedelta(seconds=seconds) for seconds in (30, 60, 300, 900, 3600))
MOST_FAULTS = 2  # errors of ours, until a mail counts as unreadable

# More than a person sends; beyond it the sender's mail host keeps the rest and tries again.
WAITING_AT_ONE_ADDRESS = 20
AT_ONE_ADDRESS_AN_HOUR = 60
OF_STRANGERS_AN_HOUR = 600  # at the address that everybody knows, where they have one room together
DEEP = 500  # so many mails that wait are a flood ...
WAITING_OF_ONE_PLAYER = 10  # ... in which every player has so much room


class NotTaken(Exception):
    """A mail that is not stored: for an address that is none of ours, or too big."""


class NotNow(Exception):
    """A mail for which there is no room now; later there will be."""


def receive(raw: bytes, *, envelope_from: str, envelope_to: str, source: str, peer: str, at: datetime) -> InboundMail:
    """Store one mail for one of our addresses and wake a worker. Committed when it returns what is stored: of a mail
    that comes twice the first.

    Every way ends here: SMTP, LMTP, IMAP; a provider's webhook would hand over the raw mail and the envelope that
    its signed call names. ``source`` says which, ``peer`` the IP address that brought it, where one is known. Both
    count when its sender has to be proved. ``at`` is its arrival. Raises NotTaken and NotNow.
    """
    if len(raw) > settings.MAIL_MAX_BYTES:
        message = gettext("A mail may have {mail_max_bytes} bytes.")
        raise NotTaken(message.format(mail_max_bytes=settings.MAIL_MAX_BYTES))
    if not END_OF_HEADERS.search(raw, 0, MOST_HEADER_BYTES) and len(raw) > MOST_HEADER_BYTES:
        message = gettext("The header of a mail may have {most_header_bytes} bytes.")
        raise NotTaken(message.format(most_header_bytes=MOST_HEADER_BYTES))
    token = find_token(envelope_to)
    if token is None:
        raise NotTaken(gettext("There is no such address."))
    if token.kind == MailToken.Kind.PLAY:
        token = fixed_token(_account_of(raw))
    check_room(token, now=at)
    raw_key, message_key = keys_of(raw, token.pk)
    try:
        with traced(), transaction.atomic():
            mail = InboundMail(
                raw=raw,
                raw_key=raw_key,
                message_key=message_key,
                envelope_from=storable(envelope_from)[:320],
                token=token,
                source=source,
                peer=peer[:45],
                received_at=at,
                due_at=at,
            )
            insert([mail])
            enqueue_after_commit("notifications.tasks.read_waiting_mail")
            log.info("%s came by %s.", mail, source)
    except IntegrityError:
        earlier = InboundMail.objects.filter(raw_key=raw_key) | InboundMail.objects.filter(message_key=message_key)
        return earlier.order_by("pk")[0]
    return mail


def _account_of(raw: bytes) -> int | None:
    """The account that a mail to the address that everybody knows says it is from; whether it is, is judged later."""
    sender = sender_in(headers_of(raw))
    if sender is None:
        return None
    found = EmailAddress.objects.filter(email__iexact=sender.address, verified=True, user__is_active=True).first()
    return found.user_id if found else None


_AT_ADDRESS = Prepared(
    lambda: (
        InboundMail.objects.filter(
            Q(state=State.WAITING) | Q(received_at__gt=Asked("since", DateTimeField)), token=Asked("token")
        )
        .order_by()
        .only("state")[:OF_STRANGERS_AN_HOUR]
    )  # beyond which no address has room
)


def check_room(token: MailToken, *, now: datetime, is_deep: bool = False) -> None:
    """Raises NotNow while too many mails wait at an address, or, in a flood, too many of its player."""
    found = _AT_ADDRESS.ask(token=token.pk, since=now - timedelta(hours=1))
    waiting = sum(mail.state == State.WAITING for mail in found)
    is_of_strangers = token.kind == MailToken.Kind.PLAY and token.player_id is None
    most = OF_STRANGERS_AN_HOUR if is_of_strangers else AT_ONE_ADDRESS_AN_HOUR
    if waiting >= WAITING_AT_ONE_ADDRESS or len(found) >= most:
        raise NotNow(gettext("Too many mails have come to this address lately."))
    if not is_deep or token.player_id is None:
        return
    if InboundMail.objects.filter(state=State.WAITING, token__player=token.player_id).count() >= WAITING_OF_ONE_PLAYER:
        raise NotNow(gettext("Many mails are waiting to be read."))


def depth() -> int:
    """How many mails wait to be read, counted up to a flood."""
    return len(InboundMail.objects.filter(state=State.WAITING).values_list("pk")[:DEEP])


def keys_of(raw: bytes, token_id: int) -> tuple[str, str]:
    """Two names of a mail for one address: its bytes, and its Message-ID (else its bytes again).

    A relay that delivers twice changes the bytes, by its trace lines, but not the Message-ID.
    """
    message_id = str(headers_of(raw).get("Message-ID", "")).strip()
    named = message_id.encode("utf-8", "replace") if message_id else b"content " + raw
    return tuple(hashlib.sha256(b"%d %s" % (token_id, part)).hexdigest() for part in (raw, named))  # type: ignore[return-value]


def _waiting() -> QuerySet[InboundMail]:
    return InboundMail.objects.filter(state=State.WAITING, due_at__lte=Asked("now", DateTimeField))


_OLDEST = Prepared(lambda: _waiting().order_by("due_at", "pk").only("pk")[:1])
_ONE = Prepared(
    lambda: (
        _waiting()
        .filter(pk=Asked("mail"))
        .select_related("token__player", "token__mail", "token__seat__game", "token__seat__player")
    )
)


def oldest_waiting(now: datetime) -> int | None:
    return next((mail.pk for mail in _OLDEST.ask(now=now)), None)


def claim(mail_id: int, now: datetime) -> InboundMail | None:
    """Take one waiting mail for as long as its retry time. After the last retry it is taken to be given up."""
    found = _ONE.ask(mail=mail_id, now=now)
    if not found:
        return None
    (mail,) = found
    attempts, mail.due_at = mail.attempts, now + RETRIES[min(mail.attempts, len(RETRIES) - 1)]
    mail.attempts += 1
    is_ours = update_if(mail, ("attempts", "due_at"), state=State.WAITING, attempts=attempts)
    return mail if is_ours else None


def note_fault(mail: InboundMail, now: datetime) -> bool:
    """Count an error of ours while a claimed mail was read; say whether it has had its last attempt."""
    mine = InboundMail.objects.filter(pk=mail.pk, state=State.WAITING, attempts=mail.attempts)
    if not mine.update(faults=F("faults") + 1, due_at=now + RETRIES[0]):
        return False
    mail.faults += 1
    return mail.faults >= MOST_FAULTS


def beat(*, now: datetime, arriving_since: datetime | None = None, source: str = Source.SMTP) -> None:
    """Tell the games that a door takes mail in, and up to when everything that arrived has been stored.

    ``arriving_since``: when the oldest mail began to be stored that the server has at this moment in its hands, or may
    not have seen yet. Mails that are stored and wait to be read hold back games one by one: see ``unread``.
    """
    name, clear_until = HEARTBEATS[Source(source)], min(now, arriving_since or now)
    record_heartbeat(name=name, at=now, clear_until=clear_until, **read_monotonic_counter().values())


PROTECTION = timedelta(hours=2)  # after a deadline; all attempts to read a mail are over before


@receiver(flag_planned)
def may_be_unread(game: Game, deadline: datetime, now: datetime, **_: object) -> bool:
    """Whether a mail that arrived before ``deadline`` waits to be read and can concern the game.

    At the address of a seat it can concern that game; at that of an account, every game of its player; both only if it
    says that it is from the address's player. A mail that came back can concern the games that it warned of.
    """
    if now > deadline + PROTECTION:
        return False
    players = Seat.objects.filter(game=game).values("player")
    at_our_addresses = (
        Q(token__seat__game=game)
        | Q(token__kind__in=OF_ACCOUNT, token__player__in=players)
        | Q(token__mail__reminders__seat__game=game)
    )
    waiting = InboundMail.objects.filter(at_our_addresses, state=InboundMail.State.WAITING, received_at__lte=deadline)
    return any(_can_concern(mail) for mail in waiting.select_related("token__player").distinct())


def _can_concern(mail: InboundMail) -> bool:
    if mail.token.kind == MailToken.Kind.BOUNCE:
        return True
    try:
        return names_its_player(mail)
    except Exception:  # whatever it is that cannot be read, and perhaps the reason why the mail waits
        return True
