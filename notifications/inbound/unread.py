"""Mails that are stored and not read yet: which games they can concern, and for how long they hold back a flag.

A mail that is stuck, for whatever cause, holds back only games in which it could be a move, and these for a bounded
time. So no mail holds the time of the service.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Q
from django.dispatch import receiver

from games.models import Game, Seat
from games.signals import flag_planned
from notifications.inbound.authentication.authors import names_its_player
from notifications.mail_format.command_list import OF_ACCOUNT
from notifications.models import InboundMail, MailToken

PROTECTION = timedelta(hours=2)  # after a deadline; all attempts to read a mail are over before


@receiver(flag_planned)
def may_be_unread(game: Game, deadline: datetime, now: datetime, **_: Any) -> bool:
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
