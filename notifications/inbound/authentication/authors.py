"""Who wrote a mail, and whether we believe it. The one place that says so.

First ``look_for_proof``, which asks the network and therefore runs outside of every transaction; then ``authenticate``,
which decides by what that has found.
"""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from allauth.account.models import EmailAddress
from django.conf import settings
from django.utils.translation import gettext

from games.models import Game, Player
from ground.callers import is_loopback
from ground.prepared.queries import Asked, Prepared
from ground.wording import kept, reread
from notifications.addresses.reply_addresses import is_address_of
from notifications.inbound.authentication import dmarc
from notifications.inbound.authentication.dns import Names, NamesAway
from notifications.mail_format.open_headers import other_texts
from notifications.mail_format.parsing import END_OF_HEADERS, ParsedMail, decoded, headers_of
from notifications.mail_format.senders import Sender, sender_in
from notifications.models import InboundMail, MailPreference, MailToken, OutboundMail

log = logging.getLogger(__name__)

# What is noted of a mail, as sentences that are stored.
SILENT = kept("The name servers of {domain} did not answer.")
ODD_SIGNS = kept("Its header has characters that mail programs read in different ways.")
OUR_FAULT = kept("We could not find out who signed it, and the fault is ours.")

UNLIKE_ITS_TYPE = kept(
    "Its signature does not cover its Content-Type and its encoding, and its text does not look like what they say."
)

Source = InboundMail.Source
Proof = InboundMail.Proof
PLAY = MailToken.Kind.PLAY

PATIENCE = 5  # readings of a mail until name servers that are away count: some 20 minutes
A_DAY = timedelta(days=1)  # for which servers that stayed away are not waited for again
LONGEST_TO = 10_000  # characters
_QUOTED = re.compile(r'"[^"\\]*(?:\\.[^"\\]*)*"', re.DOTALL)
_GROUP_NAME = re.compile(r"(^|[,;])[^,;:<>()]*:")  # which may look like an address
LONGEST_WAY = timedelta(days=10)  # of a signed mail: longer than any server keeps trying
CLOCKS_DIFFER = timedelta(minutes=30)
ONCE = (  # RFC 5322, 3.6, and RFC 2045: of two such fields, programs read different ones
    "From", "Sender", "Reply-To", "To", "Cc", "Subject", "Date", "Message-ID", "In-Reply-To", "References",
    "MIME-Version", "Content-Type", "Content-Transfer-Encoding",
)  # fmt: skip

_ANSWER = re.compile(
    r"(?:(?:re|aw|antw|sv|vs|odp|ynt|rv|res|r|отв|回复|答复|返信)\s*(?:\[\d+\])?\s*[:\uff1a]\s*)+", re.IGNORECASE
)
_ODD = re.compile(rb"\r(?!\n)|\0|(?im:^from[ \t]+:)")  # "From :" is a sender to some programs, and nothing to ours


@dataclass(frozen=True)
class Verdict:
    """Whether a mail counts as its player's own, and if not, why: one sentence for that player.

    Of a believed mail: ``subject``, where nobody else can have written it; and, where it is proven, ``written_at``, as
    its header says, and ``other_texts``, what else it may say, since its signature leaves open how it is to be read.
    """

    is_believed: bool
    reason: str = ""
    subject: str = ""
    written_at: datetime | None = None
    other_texts: tuple[str, ...] = ()


class NotKnownYet(Exception):
    """The name servers do not answer. The mail waits, and keeps its time."""


def look_for_proof(stored: InboundMail, names: Names) -> None:
    """Find out, once, whether the mail is from the domain it names, and write it down. Raises NotKnownYet.

    Nothing is looked up for a mail that would not be believed anyway.
    """
    player = stored.token.player
    if stored.proof or stored.confirmed_at or _is_trusted(stored) or (player is None and stored.token.kind != PLAY):
        return
    headers = headers_of(raw := bytes(stored.raw))
    sender = sender_in(headers)
    if sender is None or not (player is None or is_from_player(sender, player)):
        return
    found = _proof(raw, headers, sender, stored, names)
    stored.proof, stored.proof_note = found.result, found.note[:200]
    InboundMail.objects.filter(pk=stored.pk).update(proof=stored.proof, proof_note=stored.proof_note)


def _proof(raw: bytes, headers: Message, sender: Sender, stored: InboundMail, names: Names) -> dmarc.Proof:
    end = END_OF_HEADERS.search(raw)
    if _ODD.search(raw, 0, end.end() if end else len(raw)):
        return dmarc.Proof(dmarc.FAIL, ODD_SIGNS)
    host, hops = settings.MAIL_AUTHSERV_ID, settings.MAIL_AUTHSERV_HOPS
    is_ours = bool(host) and stored.source != Source.SMTP  # at that door everybody may have written it
    if is_ours and (found := dmarc.reported(headers, sender.domain, authserv_id=host, hops=hops)):
        return found
    carried = dmarc.Carried(stored.peer, stored.envelope_from) if stored.source == Source.SMTP else dmarc.Carried()
    try:
        return dmarc.prove(raw, headers, sender.domain, names, carried)
    except NamesAway as error:
        silent = SILENT.format(domain=sender.domain)
        if stored.attempts < PATIENCE and not _was_waited_for(stored, silent):
            raise NotKnownYet(str(error)) from error
        return dmarc.Proof(dmarc.FAIL, silent)
    except Exception:  # a mail that cannot be judged must not wait indefinitely: no time runs out meanwhile
        log.exception("%s could not be judged", stored)
        return dmarc.Proof(dmarc.FAIL, OUR_FAULT)


def _was_waited_for(stored: InboundMail, note: str) -> bool:
    """Whether another mail of this player has waited in vain for the same servers: while mails wait, no flag falls."""
    lately = InboundMail.objects.filter(token__player=stored.token.player, received_at__gt=stored.received_at - A_DAY)
    return lately.filter(proof_note=note[:200]).exclude(pk=stored.pk).exists()


def names_its_player(stored: InboundMail) -> bool:
    """Whether a stored mail says that it is from the player of its address; only such a mail can be believed."""
    if stored.confirmed_at or stored.token.player is None:
        return bool(stored.confirmed_at)
    sender = sender_in(headers_of(bytes(stored.raw)))
    return sender is not None and is_from_player(sender, stored.token.player)


def authenticate(mail: ParsedMail, stored: InboundMail, player: Player) -> Verdict:
    subject = mail.header("Subject")
    if stored.confirmed_at:
        return Verdict(True, subject=subject)
    sender = sender_in(mail.headers)
    if sender is None:
        return Verdict(False, gettext("It does not name one sender that can be read."))
    if not is_from_player(sender, player):
        return Verdict(False, gettext("It came from somebody else, at {domain}.").format(domain=sender.domain))
    if _is_trusted(stored):
        return Verdict(True, subject=subject)
    if doubled := _doubled(mail):
        return Verdict(False, gettext("Its header has two fields called {doubled}.").format(doubled=doubled))
    if stored.proof == Proof.PASS:
        return _judge_signed(mail, stored, sender)
    is_open = stored.token.kind != PLAY and stored.proof == Proof.NONE
    if is_open and not _asks_for_proof(stored, player, sender):
        return Verdict(True, subject=subject)
    reason = gettext("Nothing proves that it came from you. {note}").format(note=reread(stored.proof_note))
    return Verdict(False, reason.strip())


def _doubled(mail: ParsedMail) -> str:
    """The name of a field that a header has twice and may have once; empty if there is none."""
    return next((name for name in ONCE if len(mail.headers.get_all(name, [])) > 1), "")


def is_proven_stranger(mail: ParsedMail, stored: InboundMail, sender: Sender) -> bool:
    """Whether a mail of somebody without an account is from the address that it names, and was meant for us."""
    if _is_trusted(stored):
        return True
    return stored.proof == Proof.PASS and not _doubled(mail) and _judge_signed(mail, stored, sender).is_believed


def _judge_signed(mail: ParsedMail, stored: InboundMail, sender: Sender) -> Verdict:
    """Whether a proven mail is meant for this address, by what is signed: anybody may have put the rest on top."""
    signed = dmarc.covered(mail.headers, sender.domain)
    if not _is_addressed(signed, stored) and not _answers_our_mail(signed, stored):
        return Verdict(False, gettext("It was addressed to somebody else."))
    if _is_old(signed, mail.headers, sender, stored):
        reason = gettext("It was signed more than {days} days before it came.")
        return Verdict(False, reason.format(days=LONGEST_WAY.days))
    others = other_texts(
        mail.headers,
        is_type_open=not dmarc.covers(mail.headers, sender.domain, "Content-Type"),
        is_encoding_open=not dmarc.covers(mail.headers, sender.domain, "Content-Transfer-Encoding"),
    )
    if others is None:
        return Verdict(False, gettext(UNLIKE_ITS_TYPE))
    written_at = _date_of(signed)
    if written_at is None and stored.token.kind != MailToken.Kind.TURN:  # which serves one turn, and then nothing
        return Verdict(False, gettext("Its signature does not say when it was written, so it could be an old one."))
    return Verdict(True, subject=decoded(signed.get("Subject")), written_at=written_at, other_texts=others)


_VERIFIED = Prepared(lambda: EmailAddress.objects.filter(user=Asked("player"), verified=True))


def is_from_player(sender: Sender, player: Player) -> bool:
    return any(own.email.lower() == sender.address.lower() for own in _VERIFIED.ask(player=player.pk))


def _is_trusted(stored: InboundMail) -> bool:
    """Whether it came from this machine, in development. By LMTP it came from a mail host, and so from anybody."""
    return bool(settings.TRUST_LOOPBACK_MAIL) and stored.source == Source.SMTP and is_loopback(stored.peer)


def _is_addressed(headers: Message, stored: InboundMail) -> bool:
    """Whether the mail names, as its addressee, the address of ours at which it came in."""
    values = [str(value) for name in ("To", "Cc") for value in headers.get_all(name, [])]
    if sum(map(len, values)) > LONGEST_TO:
        return False
    plain = [_GROUP_NAME.sub(r"\1", _QUOTED.sub("", value)) for value in values]
    return any(is_address_of(stored.token, address) for _, address in getaddresses(plain))


def _answers_our_mail(signed: Message, stored: InboundMail) -> bool:
    """Whether a mail whose signature leaves To open, as Microsoft's do, answers the mail with this very address.

    Then what is signed says so: the subject is ours, as an answer, and the date is later than our mail.
    """
    token = stored.token
    at = _date_of(signed)
    answer = _ANSWER.match(subject := decoded(signed.get("Subject")))
    if token.seat is None or token.ply is None or at is None or answer is None or "To" in signed:
        return False
    sent = OutboundMail.objects.filter(
        reader=token.player, game=token.seat.game_id, ply=token.ply, sent_at__lt=at + CLOCKS_DIFFER
    )
    asked = " ".join(subject[answer.end() :].split())
    return any(" ".join(ours.split()) == asked for ours in sent.values_list("subject", flat=True))


def _is_old(signed: Message, headers: Message, sender: Sender, stored: InboundMail) -> bool:
    """Whether a mail took longer than mail does: somebody may have kept it."""
    made = [one.made_at for one in dmarc.signatures_of(headers, sender.domain) if one.made_at is not None]
    moments = [*(datetime.fromtimestamp(at, UTC) for at in made), _date_of(signed)]
    return any(moment < stored.received_at - LONGEST_WAY for moment in moments if moment)


def _date_of(headers: Message) -> datetime | None:
    try:
        at = parsedate_to_datetime(str(headers.get("Date", "")))
        return at.replace(tzinfo=UTC) if at.tzinfo is None else at.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


def _asks_for_proof(stored: InboundMail, player: Player, sender: Sender) -> bool:
    """Whether a mail without proof will not do: by the player's wish, wherever a rated game is played with it, and
    where the same domain has signed their mail before."""
    if MailPreference.objects.filter(pk=player.pk, only_proven=True).exists():
        return True
    own = InboundMail.objects.filter(token__player=player)
    if own.filter(proof=Proof.PASS, proof_note=dmarc.SIGNED.format(domain=sender.domain)[:200]).exists():
        return True
    if stored.token.seat is not None:
        return stored.token.seat.game.rated
    return Game.objects.filter(seats__player=player, status=Game.Status.RUNNING, rated=True).exists()
