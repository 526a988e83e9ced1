"""Boards, lists, tables and help: nothing here changes anything."""

from __future__ import annotations

from games.models import Player, Submission
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, game_of
from notifications.mail_format.command_list import HERE
from notifications.mail_format.commands import Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail
from tournaments.models import Event
from tournaments.queries import events_shown_to

Kind = OutboundMail.Kind
State = Submission.State

MOST_EVENTS = 10  # named in the answer to a name that no event has


def show(opened: OpenMail, order: Order, key: str) -> None:
    """A board, the reader's own or any other: as it stands, or as it was after a move."""
    game = game_of(opened, order)
    if order.ply is not None and order.ply > game.ply:
        raise Problem("no_such_move", f"Game {game.pk} has the moves 0 to {game.ply}, and no {order.ply}.")
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
    event = _event_named(opened.player, order.text)
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        raise Problem("no_standings", "That event has not begun, so it has no standings yet.", order.text)
    opened.answer(Kind.TABLE, event=event.pk)


def _event_named(player: Player, text: str) -> Event:
    """The event that somebody means by a name, a part of it that fits no other, or the end of its address."""
    shown = list(events_shown_to(player).exclude(state=Event.State.DRAFT)[:1000])
    wanted = text.strip("\"'").casefold()
    whole = [event for event in shown if wanted in (event.name.casefold(), event.slug, str(event.pk))]
    found = whole or [event for event in shown if wanted and wanted in event.name.casefold()]
    if len(found) == 1:
        return found[0]
    mine = [event for event in found or shown if found or event.entrants.filter(player=player).exists()]
    if found:
        message = "More than one event could be meant. Write one of these names in full."
    elif mine:
        message = "There is no event of that name. These are yours:" if wanted else "Which event? These are yours:"
    else:
        message = "Write the name of the event as the site shows it."
    raise Problem("no_such_event", message, order_line(text), choices=[event.name for event in mine[:MOST_EVENTS]])


def order_line(text: str) -> str:
    """What was read of an order without words is the verb alone."""
    return text or "standings"


HANDLERS: dict[str, Handler] = {
    "show": show,
    "games": games,
    "standings": standings,
    "help": help_,
}
