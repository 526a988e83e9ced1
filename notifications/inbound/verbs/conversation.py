"""What is written about a game and read of it: remarks, notes, watching; boards, lists, tables and help."""

from __future__ import annotations

from django.utils.translation import gettext

from games.conversation import remarks, watching
from games.models import Submission
from games.rules import RULES
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, event_named, game_action, game_of
from notifications.mail_format.command_list import HERE
from notifications.mail_format.commands import Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail
from tournaments.models import Event

Kind = OutboundMail.Kind


def say(opened: OpenMail, order: Order, key: str) -> None:
    """Tell the others, together with a held move of the same mail. The next mail of the game shows it to its writer."""
    if opened.waits:
        message = gettext("The other players see it when the move is played.")
        opened.record(Submission.State.HELD, message, text=order.text, verb="say", key=key)
        return
    receipt = opened.serve(remarks.say, order, key, text=order.text)
    if "move" not in opened.done:  # whose receipt tells it, too
        opened.tell(receipt.submission.message, lines=remarks.tidy(order.text).splitlines())


def note(opened: OpenMail, order: Order, key: str) -> None:
    seat = opened.need_seat(order)
    if order.text:
        receipt = opened.serve(remarks.keep_note, order, key, text=order.text, add=True)
        opened.tell(receipt.submission.message)
    lines = remarks.note_on(seat.game, opened.player).splitlines()
    opened.tell(gettext("Your notes on this game:") if lines else gettext("You have no notes on this game."))
    opened.tell(lines=lines)


def watch(opened: OpenMail, order: Order, key: str) -> None:
    """Be notified of a game in which one does not play, or, with the other verb, no more."""
    values = {"each_turn": bool(order.text)} if order.verb == "watch" else {}
    service = watching.watch if values else watching.unwatch
    receipt = opened.serve(service, order, key, game_id=game_of(opened, order).pk, **values)
    opened.tell(receipt.submission.message)


def show(opened: OpenMail, order: Order, key: str) -> None:
    """A board, the reader's own or any other: as it stands, or as it was after a move."""
    game = game_of(opened, order)
    if order.ply is not None and order.ply > game.ply:
        message = gettext("Game {game} has the moves 0 to {ply}, and no {ply_2}.")
        raise Problem("no_such_move", message.format(game=game.pk, ply=game.ply, ply_2=order.ply))
    opened.answer(Kind.SHOW, game, at=order.ply)


def games(opened: OpenMail, order: Order, key: str) -> None:
    opened.seat = None
    opened.answer(Kind.GAMES)


def help_(opened: OpenMail, order: Order, key: str) -> None:
    """Help: in general, about a word, or about what can be done now."""
    opened.answer(Kind.HELP, topic=order.text if opened.seat or order.text != HERE else "")


def rules(opened: OpenMail, order: Order, key: str) -> None:
    """The rules of a game: of the one that is named, else of the one that the address is of. Raises Problem."""
    slug = order.text or (opened.seat.game.rules if opened.seat else "")
    if not slug:
        message = gettext("Say which game you mean. Answer with one of these lines:")
        raise Problem("which_rules", message, choices=[f"rules {slug}" for slug in RULES])
    opened.answer(Kind.HELP, topic=f"rules:{slug}")


def standings(opened: OpenMail, order: Order, key: str) -> None:
    event = event_named(opened.player, order)
    if event.state not in (Event.State.RUNNING, Event.State.FINISHED):
        raise Problem("no_standings", gettext("That event has not begun, so it has no standings yet."), order.text)
    opened.answer(Kind.TABLE, event=event.pk)


HANDLERS: dict[str, Handler] = {
    "say": say,
    "mute": game_action(remarks.mute, is_of_the_moment=False),
    "unmute": game_action(remarks.unmute, is_of_the_moment=False),
    "note": note,
    "watch": watch,
    "unwatch": watch,
    "show": show,
    "games": games,
    "rules": rules,
    "standings": standings,
    "help": help_,
}
