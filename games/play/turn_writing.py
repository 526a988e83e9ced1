"""Writing the steps of a submission into a locked game, or keeping them back as a held move. Services use it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time, timedelta

from django.utils.translation import gettext

from games.clock.calendars import Calendar
from games.clock.pauses import Pause, Reason, resumes_at
from games.exceptions import NotYourTurn, OutOfTime, RefusedMove, StalePly
from games.models import Game, GameEvent, Seat, Submission
from games.play.log import OpenGame
from games.play.outcome import advance, dice_of, forget_plan_news, standing_answers
from games.play.submissions import LONGEST_TEXT, Sent, check_not_played, over
from games.signals import time_is_over
from games.timekeeping import turn_clock
from games.timekeeping.leave import take_leave
from games.turns.playing import Throw, Turn, read_turn
from games.turns.receipt_words import account_of
from games.uptime.outages import going_on, is_clock_believed
from games.work import Budget
from ground.background import enqueue_after_commit
from ground.wording import day_in_words

State = Submission.State

LONGEST_DELAY = timedelta(hours=1)  # of a deadline by a move that was read beside other words


def turn_of(opened: OpenGame, seat: Seat, sent: Sent, *, throw: Throw | None, is_in_time: bool = False) -> Turn:
    """The turn a message would make, after every guard; ``is_in_time``: its time was looked at before."""
    game = opened.game
    if sent.ply != game.ply:
        check_not_played(game, seat, sent)
    check_running(game)
    if sent.ply != game.ply:
        raise StalePly(_what_happened_since(game, sent.ply), game.ply)
    if game.to_act != seat.number:
        raise NotYourTurn(
            gettext("It is not your turn: {to_act_name} is to move.").format(to_act_name=_to_act_name(opened))
        )
    if throw:
        check_in_time(opened, seat, sent)
    elif not is_in_time:
        _check_deadline(game, seat, sent)
    if len(sent.text) > LONGEST_TEXT:
        raise RefusedMove(
            gettext("That is too long: a message may have {longest_text} characters.").format(
                longest_text=LONGEST_TEXT
            ),
            code="unreadable",
            index=0,
            step=sent.text[:60],
            rest=[],
        )
    standing = standing_answers(opened) if throw else None  # nobody can find out by a preview how others answer
    budget = None if throw else Budget()  # what the rules allow to be played is never refused for what it costs
    return read_turn(game.game_rules, opened.position, seat.number, sent.text, game.ply, throw, standing, budget)


def check_in_time(opened: OpenGame, seat: Seat, sent: Sent) -> None:
    """Raises OutOfTime, unless what makes it late is ours to answer for or covered by leave."""
    game = opened.game
    is_late = game.to_act == seat.number and game.deadline is not None and sent.at > game.deadline
    if is_late:
        time_is_over.send(Game, game=game, now=sent.at)
    if is_late and not _is_late_because_of_us(game, sent.at) and not is_covered_by_leave(opened, sent.at):
        _check_deadline(game, seat, sent)


def _is_late_because_of_us(game: Game, at: datetime) -> bool:
    """Whether the clock cannot be believed, or an outage that still goes on will be given back."""
    if not is_clock_believed():
        return True
    until = turn_clock.time_over_at(game, *going_on(at))
    return until is None or until >= at


def _check_deadline(game: Game, seat: Seat, sent: Sent) -> None:
    deadline = game.deadline
    if game.to_act == seat.number and deadline is not None and sent.at > deadline:
        raise OutOfTime(
            gettext("Your time ran out at {time} UTC on {day}.").format(
                time=f"{deadline:%H:%M}", day=day_in_words(deadline)
            )
        )


def _what_happened_since(game: Game, ply: int | None) -> str:
    event = GameEvent.objects.filter(game=game, ply=(ply or 0) + 1).first()
    if event is None:
        return gettext(
            "Game {game} is at move {ply}, not at {ply_2}. Look at the board and send your move again."
        ).format(game=game.pk, ply=game.ply, ply_2=ply)
    return gettext("Move {ply} was already played: {text}, at {time} UTC on {day}. Nothing has changed.").format(
        ply=event.ply, text=event.text, time=f"{event.at:%H:%M}", day=day_in_words(event.at)
    )


def _to_act_name(opened: OpenGame) -> str:
    if opened.game.to_act is None:
        return gettext("nobody")
    return opened.seats[opened.game.to_act].player.username


def play_now(opened: OpenGame, seat: Seat, sent: Sent, *, now: datetime) -> Submission:
    turn = turn_of(opened, seat, sent, throw=dice_of(opened.game))
    first = opened.game.seq + 1
    forget_plan_news(seat)
    advance(opened, turn, sent.at, sent.source, now=now)
    submission = sent.record(
        State.PLAYED,
        seat=seat.number,
        first_seq=first,
        last_seq=opened.game.seq,
        receipt=opened.game.receipt,
        message=account_of(opened.game.game_rules, turn),
    )
    opened.save(submission)
    wake_bots(opened.game, opened.seats)
    return submission


def held_until_of(game: Game, seat: Seat, at: datetime, night: tuple[time, time] | None = None) -> datetime:
    """When a move that arrived ``at`` is published, as its player wants it, and never after the deadline: ``at`` itself
    where it would be held up to the hard end of the game, at which its opponent's time is over.

    One that was read beside other words has a ``night`` of its player's, in which nobody has to object: it is held
    until the morning then, and can delay the deadline by an hour.
    """
    player = seat.player
    until = at + timedelta(minutes=max(player.hold_minutes, player.announced_minutes if night else 0))
    if night and until > at:
        until = resumes_at(until, Calendar(zone=player.time_zone, sleep=night).pause_spans(until))
    if game.deadline:
        until = min(until, game.deadline + (LONGEST_DELAY if night else timedelta(0)))
    end = turn_clock.hard_end(game)
    return at if end and until >= end else until


def leave_an_hour(opened: OpenGame, at: datetime) -> None:
    """A player who objects to what we have read has time for the move that was meant."""
    game = opened.game
    if game.deadline and game.deadline < at + LONGEST_DELAY and at < turn_clock.waited_for(game, game.deadline)[1]:
        turn_clock.hold(game, Pause(min(game.deadline, at), at, Reason.QUESTION, LONGEST_DELAY))
        turn_clock.save_clock(game)


def hold_move(opened: OpenGame, seat: Seat, sent: Sent, until: datetime, code: str = "") -> Submission:
    """Accept a move in time and keep it to ourselves until then. No dice fall before, and the log says nothing."""
    turn_of(opened, seat, sent, throw=None, is_in_time=True)
    turn = opened.game.turn
    message = gettext(
        "Held until {until} UTC, then it is played as of now. Until then only you know, and can cancel it."
    ).format(until=f"{until:%H:%M}")
    held = sent.record(State.HELD, seat=seat.number, message=message, code=code)
    turn_clock.hold_move(turn, held, until)
    turn.save(update_fields=["held", "held_until", "due_at"])
    return held


def check_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise over(game)


def agreed(opened: OpenGame, seat: Seat, sent: Sent, *, message: str = "") -> Submission:
    """Record an action that is no move, and save what it did to the game, if anything."""
    events = opened.events
    submission = sent.record(
        State.PLAYED,
        seat=seat.number,
        first_seq=events[0].seq if events else None,
        last_seq=events[-1].seq if events else None,
        receipt=opened.game.receipt,
        message=message,
    )
    if events:
        opened.save(submission)
        wake_bots(opened.game, opened.seats)
    return submission


def wake_bots(game: Game, seats: Sequence[Seat]) -> None:
    """Tell a worker if the house is to act; :mod:`games.play.house_players` has what it does then."""
    if game.to_act is not None and (seats[game.to_act].has_left or seats[game.to_act].player.is_bot):
        enqueue_after_commit("games.tasks.play_house_bot", game.pk)


def is_covered_by_leave(opened: OpenGame, at: datetime) -> bool:
    if opened.position.is_answer or opened.game.to_act is None:
        return False
    is_covered = take_leave(opened.game, at)
    opened.seats[opened.game.to_act].player.refresh_from_db(fields=["calendar"])  # the next turn may begin on that day
    return is_covered
