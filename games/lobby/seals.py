"""Secrets that are sealed before there is a proposal, so that proposers see the seal before they give their word.

Nothing is stored: a seal is a signed random number for one player, and the secret follows from it and ``SECRET_KEY``.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from datetime import UTC, datetime

from django.core import signing
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext

from games.exceptions import ProposalError
from games.models import Outage, Player
from games.records import dice

VALID_SECONDS = 24 * 3600

_SALT = "games.lobby.seals"


@dataclass(frozen=True, slots=True)
class Seal:
    """``ticket`` comes back with the proposal, ``commitment`` is shown to the proposer."""

    ticket: str
    commitment: str


def new_seal(player: Player) -> Seal:
    """A seal for the next proposal of a player."""
    ticket = signing.TimestampSigner(salt=_SALT).sign(f"{player.pk}.{secrets.token_urlsafe(16)}")
    return Seal(ticket, dice.commit(secret_of(ticket, player)))


def secret_of(ticket: str, player: Player) -> str:
    """The secret under a seal. Raises ProposalError for one that is not this player's, that is too old, or from before
    an outage, since every restored backup follows one: its throws may have been seen."""
    try:
        number = signing.TimestampSigner(salt=_SALT).unsign(ticket, max_age=VALID_SECONDS)
    except signing.BadSignature:  # or too old
        number = ""
    made = signing.b62_decode(ticket.rsplit(":", 2)[-2]) if number else 0  # seconds since 1970
    if number.partition(".")[0] != str(player.pk) or _was_away_since(made):
        raise ProposalError(
            gettext("This seal cannot be used any more. Ask for a new one, then send the proposal again.")
        )
    return salted_hmac(_SALT, number, algorithm="sha256").hexdigest()


def _was_away_since(seconds: int) -> bool:
    next_second = datetime.fromtimestamp(seconds + 1, UTC)  # a seal may be of the very second in which an outage ended
    return Outage.objects.filter(ends_at__range=(next_second, timezone.now())).exists()
