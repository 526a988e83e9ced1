"""What a batch of mails needs to know, looked up by a few statements for all of them.

It stands afterwards where Django keeps what was looked up of a row. Whatever is not looked up here is looked up when a
mail asks for it.
"""

from __future__ import annotations

from collections.abc import Sequence

from allauth.account.models import EmailAddress
from django.db.models import Prefetch, prefetch_related_objects

from games.models import Game, Player
from notifications.models import OutboundMail
from notifications.outbound.messages.game_base import SEATS, newest_entries
from tournaments.presenting.match_scores import FIXTURE


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
