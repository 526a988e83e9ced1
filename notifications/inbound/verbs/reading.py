"""Boards, lists, tables and help: nothing here changes anything."""

from __future__ import annotations

from django.utils.translation import gettext

from games.models import Submission
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, event_named, game_of
from notifications.mail_format.command_list import HERE
from notifications.mail_format.commands import Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail
from tournaments.models import Event

Kind = OutboundMail.Kind
State = Submission.State


def show(opened: OpenMail, order: Order, key: str) -> None:
    """A board, the reader's own or any other: as it stands, or as it was after a move."""
    game = game_of(opened, order)
    if order.ply is not None and order.ply > game.ply:
        raise Problem(
            "no_such_move",
            gettext("Game {game} has the moves 0 to {ply}, and no {ply_2}.").format(
                game=game.pk, ply=game.ply, ply_2=order.ply
            ),
        )
    opened.answer(Kind.SHOW, game, at=order.ply)


def games(opened: OpenMail, order: Order, key: str) -> None:
    """The list of games that wait."""
    opened.seat = None
    opened.answer(Kind.GAMES)


def help_(opened: OpenMail, order: Order, key: str) -> None:
    """Help: in general, about a word, or about what can be done now."""
    opened.answer(Kind.HELP, topic=order.text if opened.seat or order.text != HERE else "")


def standings(opened: OpenMail, order: Order, key: str) -> None:
    """The table of an event."""
    event = event_named(opened.player, order)
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        raise Problem("no_standings", gettext("That event has not begun, so it has no standings yet."), order.text)
    opened.answer(Kind.TABLE, event=event.pk)


HANDLERS: dict[str, Handler] = {
    "show": show,
    "games": games,
    "standings": standings,
    "help": help_,
}
