"""Warnings, flags and answers by default: what happens when the time of a seat is over."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction

from games.clock.longest_end import MOST_NOTICES
from games.clock.pauses import Pause, Reason
from games.models import CurrentTurn, Game, GameEvent, Seat, Submission
from games.play.held_moves import publish_if_due
from games.play.log import open_game
from games.play.outcome import answer_by_default, leave_seat
from games.play.turn_writing import is_covered_by_leave, wake_bots
from games.signals import flag_planned, time_is_over
from games.timekeeping import turn_clock
from games.uptime.outages import clear_until, credit
from ground.sweeps import Sweep

Kind = GameEvent.Kind
Source = Submission.Source


@transaction.atomic
def record_warning(*, game_id: int, turn_started_at: datetime, warning: str) -> None:
    """The next mail host has accepted a warning that the time of this turn is running out. Idempotent."""
    turn = _turn_begun_at(game_id, turn_started_at)
    if turn is not None and warning not in turn.warned:
        turn.warned = [*turn.warned, warning]
        turn.save(update_fields=["warned"])


@transaction.atomic
def withdraw_warning(*, game_id: int, turn_started_at: datetime, warning: str) -> None:
    """A warning that was accepted has come back: it has reached nobody."""
    turn = _turn_begun_at(game_id, turn_started_at)
    if turn is not None and warning in turn.warned:
        turn.warned = [known for known in turn.warned if known != warning]
        turn.save(update_fields=["warned"])


def _turn_begun_at(game_id: int, started_at: datetime) -> CurrentTurn | None:
    """The turn of a game, locked, unless it is another one by now."""
    game = open_game(game_id).game
    return game.turn if not game.is_over and game.turn.started_at == started_at else None


def flag_grace() -> timedelta:
    """How long after a deadline nothing falls that others notice: a message of the seat may be read at this moment."""
    return timedelta(seconds=settings.FLAG_GRACE_SECONDS)


def flag_overdue(*, now: datetime) -> list[int]:
    """Declare the losses on time and the answers by default that are certain by ``now``, and say in which games."""
    overdue = CurrentTurn.objects.filter(due_at__lte=now, deadline__lt=now - flag_grace())
    fallen = []
    with Sweep("flags") as sweep:
        for pk in overdue.order_by("deadline", "pk").values_list("pk", flat=True):
            with sweep.one(f"game {pk}"):
                if resolve_timeout(pk, now=now):
                    fallen.append(pk)
    return fallen


@transaction.atomic
def resolve_timeout(game_id: int, *, now: datetime, grace: timedelta = timedelta(0)) -> bool:
    """If the time of the seat to act is over and no earlier message of its can still be waiting, its flag falls; a seat
    that is asked out of turn answers by default.

    Whoever notices it, a late move or the sweep, asks here; under the game's lock it happens once. While the service is
    not whole, its clock not believed or the game paused, nothing falls; leave may cover it; and a player whom no
    warning has reached by mail gets a notice on the site and a grace first, in MOST_NOTICES turns of a game. ``grace``
    is for those who cannot know whether a message of the seat is being read at this moment.
    """
    opened = open_game(game_id)
    game, deadline = opened.game, opened.game.deadline
    if deadline is None or game.to_act is None:
        return False
    if game.turn.held_until is not None:  # a move arrived in time
        publish_if_due(opened, now=now)
        return False
    if deadline + grace >= now or turn_clock.is_paused(game):
        return False
    known = clear_until(now)
    if known is None:
        return False
    credit(game)  # the outage, if any, at whose end all parts are back: it was noted after the game was opened
    time_is_over.send(Game, game=game, now=now)
    deadline = game.deadline or deadline
    if deadline + grace >= now or is_covered_by_leave(opened, now) or known <= (game.deadline or deadline):
        return False
    if _may_have_unread(game, game.deadline or deadline, now):
        return False
    seat = opened.seats[game.to_act]
    if not opened.position.is_answer and not _is_warned(game) and seat.notices < MOST_NOTICES:
        _give_notice(game, seat, now)
        return False
    at = game.deadline or deadline
    if opened.position.is_answer:
        answer_by_default(opened, at, now=now)
    else:
        opened.write(Kind.FLAGGED, source=Source.SERVICE, at=at, seat=seat.number)
        game.clocks[seat.number] = 0
        leave_seat(opened, seat, at, "time", now=now)
    opened.save()
    wake_bots(game, opened.seats)
    return True


def _may_have_unread(game: Game, deadline: datetime, now: datetime) -> bool:
    """Whether a message about the game that arrived before its deadline may still be unread."""
    return any(answer for _, answer in flag_planned.send(Game, game=game, deadline=deadline, now=now))


def _is_warned(game: Game) -> bool:
    """Whether the warnings that a loss on time needs were accepted, or a notice stood on the site in their place."""
    return len(game.turn.warned) >= settings.FLAG_WARNINGS or turn_clock.has_notice(game)


def _give_notice(game: Game, seat: Seat, now: datetime) -> None:
    """Show on the site what no mail could say. The clock has stood since its time was over, and a grace begins."""
    if game.deadline is not None:
        seat.notices += 1
        seat.save(update_fields=["notices"])
        turn_clock.hold(game, Pause(game.deadline, now, Reason.NOTICE, timedelta(hours=settings.FLAG_NOTICE_HOURS)))
        turn_clock.save_clock(game)
