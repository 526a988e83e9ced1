"""What handlers of commands have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from games.models import Game, Submission
from games.play.submissions import Receipt
from notifications.inbound.open_mail import OpenMail
from notifications.mail_format.commands import Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail

Kind = OutboundMail.Kind
State = Submission.State

MOST_EVENTS = 10  # named in the answer to a name that no event has


Handler = Callable[[OpenMail, Order, str], None]


def game_action(service: Callable[..., Receipt], *, is_of_the_moment: bool = True, **values: Any) -> Handler:
    """The handler of a verb that takes nothing but its game.

    What is of the moment counts for the ply that the writer saw.
    """

    def act(opened: OpenMail, order: Order, key: str) -> None:
        if is_of_the_moment:
            opened.need_present(order)
        receipt = opened.serve(service, order, key, **values)
        if receipt.submission.first_seq is None:
            opened.tell(receipt.submission.message)

    return act


def game_of(opened: OpenMail, order: Order) -> Game:
    """The game that an order names, else that of the address. Raises Problem."""
    if order.game is None:
        return opened.need_seat(order).game
    game = Game.objects.filter(pk=order.game).first() if order.game < 2**62 else None
    if game is None:
        raise Problem("no_such_game", f"There is no game {order.game}.")
    return game
