"""Remarks, notes, and watching games."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext

from games.conversation import remarks, watching
from games.models import Submission
from games.play.submissions import Receipt
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, game_action, game_of
from notifications.mail_format.commands import Order
from notifications.models import OutboundMail

Kind = OutboundMail.Kind
State = Submission.State


def say(opened: OpenMail, order: Order, key: str) -> None:
    """Tell the others. The next mail of the game shows it to its writer, too."""
    receipt = opened.serve(remarks.say, order, key, text=order.text)
    if not opened.has_moved:
        opened.tell(receipt.submission.message, lines=remarks.tidy(order.text).splitlines())


def note(opened: OpenMail, order: Order, key: str) -> None:
    """Write something down; without words, send what is written."""
    seat = opened.need_seat(order)
    if order.text:
        receipt = opened.serve(remarks.keep_note, order, key, text=order.text, add=True)
        opened.tell(receipt.submission.message)
    lines = remarks.note_on(seat.game, opened.player).splitlines()
    opened.tell(
        gettext("Your notes on this game:") if lines else gettext("You have no notes on this game."),
        lines=lines,
    )


def watch(opened: OpenMail, order: Order, key: str) -> None:
    """Be notified of a game in which one does not play."""
    _watch(opened, order, key, partial(watching.watch, each_turn=bool(order.text)))


def unwatch(opened: OpenMail, order: Order, key: str) -> None:
    """Be notified no more of it."""
    _watch(opened, order, key, watching.unwatch)


def _watch(opened: OpenMail, order: Order, key: str, service: Callable[..., Receipt]) -> None:
    game = game_of(opened, order)
    receipt = service(
        game_id=game.pk, player_id=opened.player.pk, at=opened.mail.received_at, source=Submission.Source.MAIL, key=key
    )
    opened.played(receipt)
    opened.tell(receipt.submission.message)


HANDLERS: dict[str, Handler] = {
    "say": say,
    "mute": game_action(remarks.mute, is_of_the_moment=False),
    "unmute": game_action(remarks.unmute, is_of_the_moment=False),
    "note": note,
    "watch": watch,
    "unwatch": unwatch,
}
