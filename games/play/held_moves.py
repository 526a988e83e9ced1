"""Moves that are held: cancelled by their player, or played once their time has come."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from games.exceptions import GameError, NothingHeld
from games.models import CurrentTurn, Game, Seat, Submission
from games.play.log import OpenGame, open_game
from games.play.submissions import ANNOUNCED, Receipt, Sent, submit
from games.play.turn_writing import agreed, check_running, leave_an_hour, play_now
from games.signals import flag_planned, held_published
from games.timekeeping import turn_clock
from ground.sweeps import Sweep

State = Submission.State


def cancel_held(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Take back a move that is held, as if it had never been sent: the clock has run on. Raises NothingHeld."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        check_running(opened.game)
        turn = opened.game.turn
        held = turn.held
        if held is None or held.player_id != player_id or not _is_held_at(turn, sent.at):
            raise NothingHeld(
                gettext("No move of yours is held in this game. What has been published can only be undone.")
            )
        _let_go_of_held(turn)
        if held.code == ANNOUNCED:
            leave_an_hour(opened, sent.at)
        return agreed(
            opened, seat, sent, message=gettext("[{text}] is cancelled. Your clock has run on.").format(text=held.text)
        )

    return submit(Sent(game_id, player_id, "cancel", "", None, at, source, key), action)


def play_held(*, game_id: int, player_id: int, at: datetime, source: str, key: str | None = None) -> Receipt:
    """Publish a move that is held before its time. Raises NothingHeld."""

    def action(opened: OpenGame, seat: Seat, sent: Sent) -> Submission:
        check_running(opened.game)
        turn = opened.game.turn
        if turn.held is None or turn.held.player_id != player_id:
            raise NothingHeld(gettext("No move of yours is held in this game."))
        text, turn.held_until = turn.held.text, sent.at
        if not _publish(opened, now=sent.at):
            raise NothingHeld(gettext("No move of yours is held in this game."))
        return sent.record(State.PLAYED, seat=seat.number, message=gettext("[{text}] is played.").format(text=text))

    return submit(Sent(game_id, player_id, "accept", "", None, at, source, key), action)


def _is_held_at(turn: CurrentTurn, at: datetime) -> bool:
    return turn.held_until is not None and turn.held_until > at


def _let_go_of_held(turn: CurrentTurn) -> None:
    turn_clock.let_go_of_held(turn)
    turn.save(update_fields=["held", "held_until"])


def publish_held(*, now: datetime) -> list[int]:
    """Play every held move whose time has come, and say in which games. Of two at once each plays others."""
    due = CurrentTurn.objects.filter(due_at__lte=now, held_until__lte=now).order_by("held_until", "pk")
    played = []
    with Sweep("held moves") as sweep:
        for pk in due.values_list("pk", flat=True):
            with sweep.one(f"game {pk}"), transaction.atomic():
                if publish_if_due(open_game(pk), now=now):
                    played.append(pk)
    return played


def publish_if_due(opened: OpenGame, *, now: datetime) -> bool:
    """Play the held move of a locked game if its time has come, and no message that may cancel it is still unread."""
    game, until = opened.game, None if opened.game.is_over else opened.game.turn.held_until
    if until is None or until > now:
        return False
    if any(answer for _, answer in flag_planned.send(Game, game=game, deadline=until, now=now)):
        return False
    return _publish(opened, now=now)


def publish_before_end(game_id: int, *, now: datetime) -> bool:
    """Play what is held in a game that is to be decided by its board; say whether the game still runs."""
    opened = open_game(game_id)
    if not opened.game.is_over:
        _publish(opened, now=now)
    return not opened.game.is_over


def _publish(opened: OpenGame, *, now: datetime) -> bool:
    """Play the held move of a locked game as of its arrival, and once.

    One that can be played no more is let go and stands refused among its player's submissions; the game goes on.
    """
    game = opened.game
    if game.turn.held is None:
        return False
    held = game.turn.held
    seat = opened.seats[held.seat or 0]
    key = f"{held.key}:held" if held.key else f"held:{held.pk}"
    arrived = min(held.received_at, now)
    sent = Sent(game.pk, seat.player_id, held.verb, held.text, held.ply, arrived, held.source, key)
    try:
        play_now(opened, seat, sent, now=now)
        held_published.send(Submission, submission=held, now=now)
    except GameError as error:
        _let_go_of_held(game.turn)
        sent.record(State.REJECTED, seat=seat.number, code=error.code, message=error.message)
        return False
    return True
