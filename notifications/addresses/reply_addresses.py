"""The addresses that take mail: made, found again, blotted out.

An address is ``<kind>-<26 letters>@<MAIL_DOMAIN>``: 130 bits in lower-case base32, which survives relays that fold
the case of local parts. The letters are the start of HMAC-SHA256(server key, nonce); the table keeps the nonce and
a second keyed hash of the letters. So the same mail rendered twice carries the same address, while the table alone
gives no address away.

Where all mail comes into one mailbox (``MAIL_BOX``, say ``play@hoster.example``) they have that in front:
``play+<kind>-<letters>@hoster.example``.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass

from django.conf import settings
from django.utils.crypto import salted_hmac

from games.models import Seat
from notifications.models import MailToken, OutboundMail, new_nonce

Kind = MailToken.Kind

LETTERS = 26
_LOCAL_PART = re.compile(rf"({'|'.join(Kind.values)})-([a-z2-7]{{{LETTERS}}})", re.ASCII)
_ANYWHERE = re.compile(rf"\b({'|'.join(Kind.values)})-[a-z2-7]{{{LETTERS}}}\b", re.ASCII | re.IGNORECASE)


def _letters(nonce: str) -> str:
    code = salted_hmac("notifications.addresses.reply_addresses.letters", nonce, algorithm="sha256").digest()
    return base64.b32encode(code).decode().lower()[:LETTERS]


def _digest(letters: str) -> str:
    return salted_hmac("notifications.addresses.reply_addresses.digest", letters, algorithm="sha256").hexdigest()


def address_of(token: MailToken) -> str:
    """The address of a token, at our domain or in our mailbox."""
    part = f"{token.kind}-{_letters(token.nonce)}"
    if not settings.MAIL_BOX:
        return f"{part}@{settings.MAIL_DOMAIN}"
    box, _, domain = settings.MAIL_BOX.rpartition("@")
    return f"{box}+{part}@{domain}"


def is_address_of(token: MailToken, address: str) -> bool:
    """Whether an address, as somebody has written it, is that of a token."""
    part = parse_address(address)
    return part is not None and part.kind == token.kind and _digest(part.letters) == token.digest


def turn_address(seat: Seat, ply: int) -> str:
    """Where the seat's player sends the move for this ply. It is dead once the game has moved on."""
    return address_of(_token(Kind.TURN, seat=seat, player_id=seat.player_id, ply=ply))


def game_address(seat: Seat) -> str:
    """Where the seat's player writes about the game as long as it lives."""
    return address_of(_token(Kind.GAME, seat=seat, player_id=seat.player_id))


def personal_address(player_id: int) -> str:
    """Where a player writes about all games."""
    return address_of(_token(Kind.PERSONAL, player_id=player_id))


def return_path(mail: OutboundMail) -> str:
    """Where other mail servers complain about this one mail."""
    return address_of(_token(Kind.BOUNCE, mail=mail))


def _token(kind: str, **bound_to: object) -> MailToken:
    nonce = new_nonce()
    token, _ = MailToken.objects.get_or_create(
        kind=kind, **bound_to, defaults={"nonce": nonce, "digest": _digest(_letters(nonce))}
    )
    return token


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


def find_token(address: str) -> MailToken | None:
    """The token that an address stands for; None if it is none of ours."""
    part = parse_address(address)
    if part is None:
        return None
    return (
        MailToken.objects.filter(kind=part.kind, digest=_digest(part.letters))
        .select_related("player", "seat__player", "seat__game", "mail")
        .first()
    )


def blot(text: str) -> str:
    """The text with the letters of every address of ours replaced: fit to be stored and shown."""
    return _ANYWHERE.sub(lambda match: f"{match[1]}-{'x' * 4}", text)
