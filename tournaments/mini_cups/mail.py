"""Mini cups by mail."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.action.base import NoInputs
from games.rules import RULES
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Said, acting
from notifications.mail_format.commands import CUP, Order
from notifications.mail_format.problems import Problem
from tournaments.formats.mini_cups import MINI_CUPS, MiniCup
from tournaments.mini_cups import actions
from tournaments.mini_cups import queries as sentences
from tournaments.mini_cups.queries import queue_rows


def _join(opened: OpenMail, order: Order, key: str) -> Said:
    """Sign up for a mini cup; alone it lists them. Raises Problem."""
    if order.text:
        return _sign_up(opened, order, key)
    _list_cups(opened)
    return None


def _cup_meant(opened: OpenMail, order: Order) -> tuple[str, NoInputs]:
    """The mini cup that an order names. Raises Problem."""
    match = CUP.fullmatch(order.text)
    game = match and next(rules.slug for rules in RULES.values() if match["game"] in (rules.slug, rules.title.lower()))
    slug = f"{game}-table-{match['players']}" if match and match["table"] else f"{game}-{match and match['players']}"
    if slug not in MINI_CUPS:
        lines = [f"{order.verb} {line}" for line in map(_written, MINI_CUPS.values())]
        raise Problem("no_such_cup", _("Say which mini cup. Answer with one of these lines:"), choices=lines)
    return slug, NoInputs()


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


_sign_up = acting(actions.JOIN, _cup_meant)
HANDLERS = {"cup": _join, "drop cup": acting(actions.LEAVE, _cup_meant)}
