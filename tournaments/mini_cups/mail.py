"""Mini cups by mail."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.rules import RULES
from notifications.inbound.open_mail import OpenMail
from notifications.mail_format.commands import CUP, Order
from notifications.mail_format.problems import Problem
from notifications.outbound.messages.base import moment
from tournaments.formats.mini_cups import MINI_CUPS, MiniCup
from tournaments.mini_cups import queries as sentences
from tournaments.mini_cups import services as cup_queues
from tournaments.mini_cups.queries import queue_rows


def join_cup(opened: OpenMail, order: Order, key: str) -> str | None:
    """Sign up for a mini cup; alone it lists them. Raises Problem."""
    if not order.text:
        _list_cups(opened)
        return None
    cup = _cup_meant(order)
    begun = cup_queues.join_queue(cup=cup.slug, player=opened.player, at=opened.now)
    message = _("You are in the queue for %(game)s, %(cup)s, until %(moment)s. A mail comes when the cup starts.")
    if begun is not None:
        message = _("%(event)s has begun. A mail about your games is on its way.")
    values = {
        "game": cup.game_title,
        "cup": cup.title,
        "moment": moment(opened.now + cup_queues.WAITS_FOR, opened.player),
        "event": begun.name if begun else "",
    }
    return message % values


def drop_cup(opened: OpenMail, order: Order, key: str) -> str:
    """Leave the queue for a mini cup. Raises Problem."""
    cup = _cup_meant(order)
    return sentences.left(has_waited=cup_queues.leave_queue(cup=cup.slug, player=opened.player))


def _cup_meant(order: Order) -> MiniCup:
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


def _list_cups(opened: OpenMail) -> None:
    rows = queue_rows(opened.player, at=opened.now)
    opened.tell(_("These are the mini cups; answer with one of these lines to sign up:"))
    opened.tell(
        lines=[
            f"cup {_written(row.cup)} ({row.cup.title}, {sentences.waiting(row.waiting, row.cup.players)}"
            + (f"; {sentences.you_wait(row.until)})" if row.until else ")")
            for row in rows
        ]
    )


HANDLERS = {"cup": join_cup, "drop cup": drop_cup}
