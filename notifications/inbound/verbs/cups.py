"""Mini cups by mail: signing up, leaving a queue, and who waits."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.rules import RULES
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler
from notifications.mail_format.commands import CUP, Order
from notifications.mail_format.problems import Problem
from notifications.outbound.messages.base import moment
from tournaments.entries import cup_queues
from tournaments.exceptions import EventError
from tournaments.presenting.cup_queues import queue_rows
from tournaments.presenting.page_sentences import cups as sentences
from tournaments.setup.mini_cups import MINI_CUPS, MiniCup


def join(opened: OpenMail, order: Order, key: str) -> None:
    """Sign up for a mini cup; alone it lists them. Raises Problem."""
    if not order.text:
        return _list(opened)
    cup = _meant(order)
    try:
        begun = cup_queues.join_queue(cup=cup.slug, player=opened.player, at=opened.now)
    except EventError as error:
        raise Problem("refused", str(error), f"{order.verb} {order.text}") from error
    message = _("You wait for %(game)s, %(cup)s, until %(moment)s. It begins by itself, and you are mailed.")
    if begun is not None:
        message = _("%(event)s has begun. A mail about your games is on its way.")
    values = {
        "game": cup.game_title,
        "cup": cup.title,
        "moment": moment(opened.now + cup_queues.WAITS_FOR, opened.player),
        "event": begun.name if begun else "",
    }
    return opened.did(order, key, message % values)


def drop(opened: OpenMail, order: Order, key: str) -> None:
    """Leave the queue for a mini cup. Raises Problem."""
    cup = _meant(order)
    message = sentences.left(has_waited=cup_queues.leave_queue(cup=cup.slug, player=opened.player))
    opened.did(order, key, message)


def _meant(order: Order) -> MiniCup:
    """The mini cup that an order names. Raises Problem."""
    match = CUP.fullmatch(order.text)
    game = match and next(rules.slug for rules in RULES.values() if match["game"] in (rules.slug, rules.title.lower()))
    slug = f"{game}-table-{match['players']}" if match and match["table"] else f"{game}-{match and match['players']}"
    if slug not in MINI_CUPS:
        lines = [f"{order.verb} {line}" for line in map(_written, MINI_CUPS.values())]
        raise Problem("no_such_cup", _("Say which mini cup. Answer with one of these lines:"), choices=lines)
    return MINI_CUPS[slug]


def _written(cup: MiniCup) -> str:
    """A mini cup as a mail names it."""
    return f"{cup.rules} {'table ' if cup.layout.seats > 2 else ''}{cup.players}"


def _list(opened: OpenMail) -> None:
    rows = queue_rows(opened.player, at=opened.now)
    opened.tell(_("These are the mini cups; answer with one of these lines to sign up:"))
    opened.tell(
        lines=[
            f"cup {_written(row.cup)} ({row.cup.title}, {sentences.waiting(row.waiting, row.cup.players)}"
            + (f"; {sentences.you_wait(row.until)})" if row.until else ")")
            for row in rows
        ]
    )


HANDLERS: dict[str, Handler] = {"cup": join, "drop cup": drop}
