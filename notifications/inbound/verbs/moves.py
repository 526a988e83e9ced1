"""Moves, and what is offered, asked or answered in a game."""

from __future__ import annotations

from games.models import Submission
from games.play import agreements, held_moves, moving, standing_answers
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.verbs.base import Handler, game_action
from notifications.mail_format.commands import Order
from notifications.models import OutboundMail

Kind = OutboundMail.Kind
State = Submission.State

MOST_EVENTS = 10  # named in the answer to a name that no event has


def move(opened: OpenMail, order: Order, key: str) -> None:
    """Play it, at the moment that the address or the order names."""
    seat = opened.need_seat(order)
    receipt = moving.play_move(
        game_id=seat.game_id,
        player_id=opened.player.pk,
        text=order.text,
        ply=opened.need_ply(order),
        at=opened.mail.received_at,
        source=Submission.Source.MAIL,
        key=key,
        now=opened.now,
    )
    opened.played(receipt)
    if receipt.submission.state == State.DUPLICATE:
        opened.mail.reason = receipt.submission.message
    if receipt.submission.state == State.HELD:  # the log, and so the mails of the game, say nothing yet
        opened.answer(Kind.SHOW, message=receipt.submission.message)


def preview(opened: OpenMail, order: Order, key: str) -> None:
    """Show the board after it."""
    seat = opened.need_seat(order)
    ply = order.ply if order.ply is not None else opened.token.ply
    seen = moving.preview_move(
        game_id=seat.game_id,
        player_id=opened.player.pk,
        text=order.text,
        ply=seat.game.ply if ply is None else ply,  # to look at the present board is no danger
        at=opened.mail.received_at,
        source=Submission.Source.MAIL,
        key=key,
    )
    opened.mail.submission = Submission.objects.filter(player=opened.player, key=key).first()
    opened.answer(Kind.PREVIEW, steps=list(seen.steps), position=seen.position.dump(), rest=list(seen.unplayed))


def always(opened: OpenMail, order: Order, key: str) -> None:
    """Say how the seat always answers out of turn."""
    opened.need_present(order)
    receipt = opened.serve(standing_answers.set_standing_answer, order, key, text=order.text)
    if receipt.submission.first_seq is None:  # else the mails of the game tell
        opened.tell(receipt.submission.message)


HANDLERS: dict[str, Handler] = {
    "move": move,
    "preview": preview,
    "always": always,
    "resign": game_action(agreements.resign),
    "draw": game_action(agreements.offer_draw),
    "abandon": game_action(agreements.offer_abandonment),
    "undo": game_action(agreements.ask_undo),
    "accept": game_action(agreements.accept_offer),
    "decline": game_action(agreements.decline_offer),
    "cancel": game_action(held_moves.cancel_held),
}
