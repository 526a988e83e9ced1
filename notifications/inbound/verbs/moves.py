"""Moves, plans for moves to come, and what is offered, asked or answered in a game."""

from __future__ import annotations

from datetime import datetime, time

from django.utils.translation import gettext as _

from games.models import CurrentTurn, Game, GameEvent, Seat, Submission
from games.plans.language import WAITS
from games.play import agreements, held_moves, moving, planning, standing_answers
from games.play.outcome import plan_of
from games.play.submissions import ANNOUNCED
from games.timekeeping import turn_clock
from ground.wording import day_in_words
from notifications.addresses.held_mails import CONFIRMABLE
from notifications.addresses.preferences import quiet_of
from notifications.inbound.open_mail import OpenMail
from notifications.inbound.suggestions import NO, mail_of, question_meant, say, what_is_held
from notifications.inbound.verbs import account, lobby
from notifications.inbound.verbs.base import Handler, Said, game_action
from notifications.mail_format.commands import OFFER, Order
from notifications.mail_format.problems import Problem
from notifications.models import OutboundMail

Kind = OutboundMail.Kind
State = Submission.State

NIGHT = time(22), time(8)  # of players who have no quiet hours


def move(opened: OpenMail, order: Order, key: str, arrived_at: datetime | None = None) -> Said:
    """Play it, at the moment that the address or the order names.

    ``arrived_at``: when it came, if an earlier mail brought it.
    """
    seat = opened.need_seat(order)
    at, ply = arrived_at or opened.mail.received_at, opened.need_ply(order)
    night = (quiet_of(opened.player) or NIGHT) if opened.is_announced else None
    values = {"text": order.text, "ply": ply, "at": at, "now": opened.now, "night": night}
    receipt = opened.serve(moving.play_move, order, key, **values)
    if receipt.submission.state == State.DUPLICATE:
        opened.mail.reason = receipt.submission.message
        _tell_again(opened, seat, receipt.submission.message)
    if receipt.submission.state == State.HELD:  # the log, and so the mails of the game, say nothing yet
        _announce(opened, receipt.submission) if opened.is_announced else opened.answer(
            Kind.SHOW, message=receipt.submission.message
        )
    elif receipt.submission.state == State.PLAYED and opened.words:
        say(receipt.submission, opened.words, opened.mail.pk, opened.now)
        opened.mail.unread = [line for line in opened.mail.unread if line not in opened.words]
    return None


def _tell_again(opened: OpenMail, seat: Seat, message: str) -> None:
    """Answer a move that we have already, beside words: they join those of the first mail while that move is held."""
    turn = CurrentTurn.objects.filter(game=seat.game_id, held__code=ANNOUNCED).select_related("held").first()
    if turn is not None and turn.held is not None:
        if first := mail_of(turn.held):
            first.unread = list(dict.fromkeys((*first.unread, *opened.words)))
            opened.words = tuple(first.unread)
            first.save(update_fields=["unread"])
        _announce(opened, turn.held)
    elif opened.words:
        opened.tell(message, _("The words beside it were shown to nobody: write them behind [say]."))


def _announce(opened: OpenMail, held: Submission) -> None:
    """Say what was read, until when it can be cancelled, and the words that the others see then."""
    player, opened.waits = opened.player, True
    opened.mail.unread = list(opened.words)
    until = CurrentTurn.objects.get(held=held).held_until
    described = [_("[yes] plays it now, and another move takes its place.")]
    lines = [*(opened.words if player.passes_words_on else ()), *opened.said]
    if lines:
        described.append(_("The other players see these words with it:"))
    message = what_is_held(held.text, until or opened.now, player, opened.now)
    opened.answer(Kind.SHOW, message=message, described=described, lines=lines, is_held=True)


def accept(opened: OpenMail, order: Order, key: str) -> Said:
    """Agree to what an opponent has offered, or play the one move that we asked about."""
    if opened.asks:
        return _confirm(opened, order, key)
    if lobby.is_about_proposals(opened, order):
        return lobby.accept(opened, order, key)
    asked = question_meant(opened, order)
    if asked is None:
        return None if _is_played_meanwhile(opened, order) else _accept_offer(opened, order, key)
    if asked.is_held:
        opened.tell(opened.serve(held_moves.play_held, order, key).submission.message)
        return None
    if asked.text == "resign":
        return HANDLERS["resign"](opened, Order("resign"), key)
    return move(opened, Order("move", asked.text, ply=asked.ply), key, asked.arrived_at)


_CONFIRMED = {"close": account.close_confirmed, "withdraw": lobby.withdraw_confirmed}


def _confirm(opened: OpenMail, order: Order, key: str) -> Said:
    """Do what we asked about once more. Raises Problem where the question is an old one."""
    if not opened.is_asked_lately:
        old = _("We asked that more than %(days)s days ago, so nothing was done. Send the command again.")
        raise Problem("too_old", old % {"days": CONFIRMABLE.days})
    return _CONFIRMED[opened.asks](opened, order, key)


def decline(opened: OpenMail, order: Order, key: str) -> Said:
    """Turn down what an opponent has offered, or what we asked."""
    if opened.asks:
        opened.tell(_("Nothing was changed."))
        return None
    if lobby.is_about_proposals(opened, order):
        return lobby.decline(opened, order, key)
    seat = opened.need_seat(order)
    asked = question_meant(opened, order)
    if asked is not None and asked.is_held:
        opened.tell(opened.serve(held_moves.cancel_held, order, key).submission.message)
        return None
    if asked is None:
        return None if _is_played_meanwhile(opened, order) else _decline_offer(opened, order, key)
    game = Game.objects.select_for_update(of=("self",)).get(pk=seat.game_id)
    turn_clock.end_question(game, opened.mail.received_at)
    turn_clock.save_clock(game)
    raise Problem(NO, _("Then it is not played. Write the move that you mean."))


def _is_played_meanwhile(opened: OpenMail, order: Order) -> bool:
    """Whether a yes or a no answers the mail that announced a move which was played since; its writer is told so."""
    named, seat = opened.named, opened.need_seat(order)
    if order.text == OFFER or named is None or not named.context.get("is_held") or named.game_id != seat.game_id:
        return False
    played = GameEvent.objects.filter(game=seat.game_id, ply=(named.ply or 0) + 1, seat=seat.number).first()
    if played is None:
        return False
    values = {"ply": played.ply, "text": played.text, "time": f"{played.at:%H:%M}", "day": day_in_words(played.at)}
    was_played = _("Move {ply} was already played: {text}, at {time} UTC on {day}. Nothing has changed.")
    opened.tell(was_played.format(**values), _("[undo] takes it back, and nobody has to agree until it is answered."))
    return True


_accept_offer = game_action(agreements.accept_offer)
_decline_offer = game_action(agreements.decline_offer)


def preview(opened: OpenMail, order: Order, key: str) -> None:
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


def plan(opened: OpenMail, order: Order, key: str) -> None:
    """Keep a plan; without one, show the plan that is kept."""
    if not order.text:
        return _show_plan(opened, opened.need_seat(order))
    opened.need_present(order)
    receipt = opened.serve(planning.set_plan, order, key, text=order.text, ply=order.ply)
    opened.tell(_("Your plan is kept. Nobody else sees it."))
    opened.mail.reason = receipt.submission.message[:300]
    return _show_plan(opened, opened.need_seat(order))


def _show_plan(opened: OpenMail, seat: Seat) -> None:
    seat = Seat.objects.select_related("game").get(pk=seat.pk)
    if not seat.plan:
        return opened.tell(_("You have no plan in this game."))
    kept = plan_of(seat)
    lines = [f"{'- ' * depth}{text}" for depth, text in kept.lines()]
    opened.tell(_("This is your plan:"), lines=[*lines, WAITS] if kept.waits else lines)
    return None


HANDLERS: dict[str, Handler] = {
    "move": move,
    "preview": preview,
    "always": always,
    "resign": game_action(agreements.resign),
    "draw": game_action(agreements.offer_draw),
    "abandon": game_action(agreements.offer_abandonment),
    "undo": game_action(agreements.ask_undo),
    "accept": accept,
    "decline": decline,
    "cancel": game_action(held_moves.cancel_held),
    "plan": plan,
    "drop plan": game_action(planning.drop_plan),
}
