"""What handlers of commands have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext

from games.action.base import Call, I, PlayerAction, T
from games.models import Game, Player, Submission
from games.play.submissions import Receipt
from notifications.inbound.open_mail import OpenMail
from notifications.mail_format.commands import Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail
from tournaments.models import Event
from tournaments.queries import events_shown_to

Kind = OutboundMail.Kind
State = Submission.State

MOST_EVENTS = 10  # named in the answer to a name that no event has
# Sentences about what was done that is about no game; None where the handler has said itself what it did.
Said = str | tuple[str, ...] | None
Handler = Callable[[OpenMail, Order, str], Said]
MAILS: set[str] = set()  # the actions that have a command


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


def acting(action: PlayerAction[T, I], read: Callable[[OpenMail, Order], tuple[T, I]]) -> Handler:
    """The handler of an action; ``read`` finds what it is done to, and its inputs, in an order. Raises Problem."""

    def act(opened: OpenMail, order: Order, key: str) -> Said:
        target, inputs = read(opened, order)
        outcome = action.do(target, inputs, Call(opened.player, opened.now, key, Submission.Source.MAIL))
        return (*outcome.sentences, *outcome.warnings)

    MAILS.add(action.slug)
    return act


def game_of(opened: OpenMail, order: Order) -> Game:
    """The game that an order names, else that of the address. Raises Problem."""
    if order.game is None:
        return opened.need_seat(order).game
    game = Game.objects.filter(pk=order.game).first() if order.game < 2**62 else None
    if game is None:
        raise Problem("no_such_game", gettext("There is no game {game}.").format(game=order.game))
    return game


def event_named(player: Player, order: Order) -> Event:
    """The event that somebody means by a name, a part of it that fits no other, or the end of its address."""
    text = order.text
    shown = list(events_shown_to(player).exclude(state=Event.State.DRAFT)[:1000])
    wanted = text.strip("\"'").casefold()
    whole = [event for event in shown if wanted in (event.name.casefold(), event.slug, str(event.pk))]
    found = whole or [event for event in shown if wanted and wanted in event.name.casefold()]
    if len(found) == 1:
        return found[0]
    mine = [event for event in found or shown if found or event.entrants.filter(player=player).exists()]
    message = gettext("Write the name of the event as the site shows it.")
    if found:
        message = gettext("More than one event could be meant. Write one of these names in full.")
    elif mine and wanted:
        message = gettext("There is no event of that name. These are yours:")
    elif mine:
        message = gettext("Which event? These are yours:")
    raise Problem("no_such_event", message, text or order.verb, choices=[event.name for event in mine[:MOST_EVENTS]])
