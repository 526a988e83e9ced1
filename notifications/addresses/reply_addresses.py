"""The addresses that take mail: made, found again, blotted out.

An address is ``<kind>-<26 letters>@<MAIL_DOMAIN>``: 130 bits in lower-case base32, which survives relays that fold
the case of local parts. The letters are the start of HMAC-SHA256(server key, what the address stands for); the table
keeps what it stands for and a second keyed hash of the letters. So the same mail rendered twice carries the same
address, while the table alone gives no address away.

Where all mail comes into one mailbox (``MAIL_BOX``, say ``play@hoster.example``) they have that in front:
``play+<kind>-<letters>@hoster.example``.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass

from django.conf import settings
from django.db.models import CharField
from django.utils.crypto import salted_hmac

from games.models import Seat
from ground.prepared.queries import Asked, Prepared
from notifications.models import MailToken, OutboundMail

Kind = MailToken.Kind

LETTERS = 26
PLAY, POSTMASTER = "play", "postmaster"
FIXED = (PLAY, "seeds", POSTMASTER)  # names that everybody knows; what comes to the last is for the operators
_LOCAL_PART = re.compile(rf"({'|'.join(Kind.values)})-([a-z2-7]{{{LETTERS}}})", re.ASCII)
_LETTERS = re.compile(rf"-[a-z2-7]{{{LETTERS}}}\b", re.ASCII | re.IGNORECASE)
_ANYWHERE = re.compile(rf"(?:\b|(?<=%2B))({'|'.join(Kind.values)})-[a-z2-7]{{{LETTERS}}}\b", re.ASCII | re.IGNORECASE)


def _letters(token: MailToken) -> str:
    meant = f"{token.kind} {token.player_id} {token.seat_id} {token.ply} {token.mail_id}"
    code = salted_hmac("notifications.addresses.reply_addresses.letters", meant, algorithm="sha256").digest()
    return base64.b32encode(code).decode().lower()[:LETTERS]


def _digest(letters: str, secret: str | None = None) -> str:
    place = "notifications.addresses.reply_addresses.digest"
    return salted_hmac(place, letters, secret, algorithm="sha256").hexdigest()


def _digests(letters: str) -> list[str]:
    """What may be stored of an address in a mail: it was made with the present secret key, or with a former one."""
    return [_digest(letters, secret) for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)]


def address_of(token: MailToken) -> str:
    """The address of a token, at our domain or in our mailbox."""
    return play_address() if token.kind == Kind.PLAY else _written(token.kind, _letters(token))


def _written(kind: str, letters: str) -> str:
    part = f"{kind}-{letters}"
    if not settings.MAIL_BOX:
        return f"{part}@{settings.MAIL_DOMAIN}"
    box, _, domain = settings.MAIL_BOX.rpartition("@")
    return f"{box}+{part}@{domain}"


def is_address_of(token: MailToken, address: str) -> bool:
    """Whether an address, as somebody has written it, is that of a token."""
    if token.kind == Kind.PLAY:
        return fixed_name(address) in (PLAY, "seeds")
    part = parse_address(address)
    return part is not None and part.kind == token.kind and token.digest in _digests(part.letters)


def play_address() -> str:
    """The one address that everybody knows: by it an account lives by mail alone."""
    return settings.MAIL_BOX or f"{PLAY}@{settings.MAIL_DOMAIN}"


def fixed_name(address: str) -> str:
    """Which of the names that everybody knows an address has; empty for every other address."""
    local, _, domain = address.strip().lower().rpartition("@")
    box, _, box_domain = settings.MAIL_BOX.lower().rpartition("@")
    if box and domain == box_domain:
        start, plus, rest = local.partition("+")
        if start != box:
            return ""
        local = rest if plus else PLAY
    elif domain != settings.MAIL_DOMAIN.lower():
        return ""
    return local if local in FIXED else ""


def is_ours(address: str) -> bool:
    """Whether an address has the form of one of ours; whether it exists, the table says."""
    return bool(fixed_name(address) or parse_address(address))


def fixed_token(player_id: int | None = None, *, kind: Kind = Kind.PLAY) -> MailToken:
    """The address that everybody knows as an account writes to it; without one, as strangers do."""
    digest = _digest(f"{kind} {player_id}")
    return MailToken.objects.get_or_create(kind=kind, digest=digest, defaults={"player_id": player_id})[0]


def answer_address(mail: OutboundMail) -> str:
    """Where the reader of one mail of ours answers what it asks."""
    return _made(MailToken(kind=Kind.ANSWER, mail=mail, player_id=mail.reader_id))


def turn_address(seat: Seat, ply: int) -> str:
    """Where the seat's player sends the move for this ply. It is dead once the game has moved on."""
    return _made(MailToken(kind=Kind.TURN, seat=seat, player_id=seat.player_id, ply=ply))


def game_address(seat: Seat) -> str:
    """Where the seat's player writes about the game as long as it lives."""
    return _made(MailToken(kind=Kind.GAME, seat=seat, player_id=seat.player_id))


def personal_address(player_id: int) -> str:
    """Where a player writes about all games."""
    return _made(MailToken(kind=Kind.PERSONAL, player_id=player_id))


def return_path(mail: OutboundMail) -> str:
    """Where other mail servers complain about this one mail."""
    return _made(MailToken(kind=Kind.BOUNCE, mail=mail))


_not_yet_stored: ContextVar[list[MailToken] | None] = ContextVar("not yet stored", default=None)


@contextmanager
def stored_together() -> Iterator[None]:
    """The addresses that are made in this block are stored by one statement at its end, before any of them is used."""
    made: list[MailToken] = []
    outer = _not_yet_stored.set(made)
    try:
        yield
    finally:
        _not_yet_stored.reset(outer)
    _store(made)


def _made(token: MailToken) -> str:
    letters = _letters(token)
    token.digest = _digest(letters)
    made = _not_yet_stored.get()
    if made is None:
        _store([token])
    else:
        made.append(token)
    return _written(token.kind, letters)


def _store(tokens: list[MailToken]) -> None:
    MailToken.objects.bulk_create({token.digest: token for token in tokens}.values(), ignore_conflicts=True)


@dataclass(frozen=True)
class LocalPart:
    """The two halves of an address of ours, as written by somebody."""

    kind: str
    letters: str


def parse_address(address: str) -> LocalPart | None:
    """Kind and letters of one of our addresses in any case; None for every other text."""
    local, _, domain = address.strip().lower().rpartition("@")
    box, _, box_domain = settings.MAIL_BOX.lower().rpartition("@")
    if box and domain == box_domain:
        start, plus, rest = local.partition("+")
        local = rest if plus and start == box else ""
    elif domain != settings.MAIL_DOMAIN.lower():
        return None
    match = _LOCAL_PART.fullmatch(local)
    return LocalPart(match[1], match[2]) if match else None


_STORED = Prepared(
    lambda: MailToken.objects.filter(kind=Asked("kind", CharField), digest=Asked("digest", CharField)).select_related(
        "player", "seat__player", "seat__game", "mail"
    )
)


def find_token(address: str) -> MailToken | None:
    """The token that an address stands for; None if it is none of ours."""
    if name := fixed_name(address):
        return fixed_token(kind=Kind.OPERATORS if name == POSTMASTER else Kind.PLAY)
    part = parse_address(address)
    if part is None:
        return None
    found = (_STORED.ask(kind=part.kind, digest=digest) for digest in _digests(part.letters))
    return next((token for tokens in found for token in tokens), None)


def blot(text: str) -> str:
    """The text with the letters of every address of ours replaced: fit to be stored and shown."""
    if not _LETTERS.search(text):  # which takes a fifth of the time
        return text
    return _ANYWHERE.sub(lambda match: f"{match[1]}-{'x' * 4}", text)
