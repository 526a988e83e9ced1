"""Mails that we do not believe: they are kept, and their player is asked once, at their own address, about each.

The link is signed and stored nowhere. What it confirms counts as of the confirmation: else anybody who knows an address
could stop a clock.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from enum import StrEnum

from django.conf import settings
from django.core import signing
from django.db.models import F
from django.urls import reverse
from django.utils.translation import gettext_noop

from games.models import Game
from ground.background import enqueue_after_commit
from notifications.models import InboundMail, MailToken, OutboundMail
from notifications.outbox import NewMail, enqueue

CONFIRMABLE = timedelta(days=7)  # from its arrival
ASKED_A_PLY = 3  # mails to confirm what came for one moment of one game
ASKED_A_DAY = 10

TOO_LATE = gettext_noop("It is too late to confirm that mail: the game has moved on since, or the question is too old.")

_SALT = "notifications.holding"


class Standing(StrEnum):
    """What a link to confirm a mail is still good for."""

    OPEN = "open"
    CONFIRMED = "confirmed"
    OVER = "over"  # the game has moved on since
    EXPIRED = "expired"


def ask(mail: InboundMail, *, domain: str, at: datetime) -> bool:
    """Write to the player, in the caller's transaction, that a mail waits for a yes; say whether it was written.

    ``domain`` is what the mail says it is from. More than its player could mean are not asked about.
    """
    token = mail.token
    if token.player_id is None or standing(mail, now=at) is not Standing.OPEN:
        return False
    game = token.seat.game if token.seat else None
    asked = OutboundMail.objects.filter(reader=token.player_id, kind=OutboundMail.Kind.CONFIRM)
    asked = asked.filter(created_at__gt=at - timedelta(days=1))
    about_this = asked.filter(game=game, ply=game.ply if game else None)
    if asked.count() >= ASKED_A_DAY or about_this.count() >= ASKED_A_PLY:
        return False
    letter = NewMail(
        kind=OutboundMail.Kind.CONFIRM,
        reader_id=token.player_id,
        cause=f"mail:{mail.pk}",
        game_id=game.pk if game else None,
        ply=game.ply if game else None,
        context={"inbound": mail.pk, "domain": domain[:100]},
    )
    enqueue([letter], at=at)
    return True


def link_to(mail_id: int) -> str:
    """The address of the page on which a player says that a mail is their own."""
    code = signing.dumps(mail_id, salt=_SALT)
    return f"{settings.SITE_URL}{reverse('notifications:confirm', args=[code])}"


def find(code: str) -> InboundMail:
    """The mail of a link. Raises BadSignature for one that is not ours, and DoesNotExist."""
    pk = signing.loads(code, salt=_SALT)
    return InboundMail.objects.select_related("token__player", "token__seat__game", "submission").get(pk=pk)


def standing(mail: InboundMail, *, now: datetime) -> Standing:
    """What can still be done about a held mail."""
    if mail.confirmed_at is not None:
        return Standing.CONFIRMED
    seat = mail.token.seat
    if seat is not None and (
        seat.game.status != Game.Status.RUNNING
        or (mail.token.kind == MailToken.Kind.TURN and seat.game.ply != mail.token.ply)
    ):
        return Standing.OVER
    is_forgotten = not mail.raw  # where mails are kept for some days only
    return Standing.EXPIRED if is_forgotten or now > mail.received_at + CONFIRMABLE else Standing.OPEN


def confirm(mail: InboundMail, *, at: datetime) -> Standing:
    """The player says that a mail is their own: it is read again, believed, as if it came in now. Idempotent."""
    found = standing(mail, now=at)
    if found is not Standing.OPEN:
        return found
    held = InboundMail.objects.filter(
        pk=mail.pk, state=InboundMail.State.DONE, outcome=InboundMail.Outcome.HELD, confirmed_at=None
    )
    taken = held.update(
        state=InboundMail.State.WAITING,
        outcome="",
        reason="",
        submission=None,
        attempts=0,
        confirmed_at=at,
        arrived_at=F("received_at"),
        received_at=at,
        due_at=at,
    )
    if taken:
        enqueue_after_commit("notifications.tasks.read_waiting_mail")
    return Standing.CONFIRMED
