"""How a game goes on by itself and how it ends. In the caller's transaction, on an open game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial
from typing import Any

from django.utils import translation

from games.exceptions import CannotUndo, RefusedMove
from games.models import Game, GameEvent, Seat, Submission
from games.plans.language import RESIGN, Branch, Plan, read_plan
from games.plans.matching import Ply, branch_taken, read_reply
from games.play.log import OpenGame, run_clocks, start_clock, write_turn
from games.play.queries import position_at, standing_plies
from games.play.submissions import Sent, over
from games.records import dice
from games.rules.base import Position, places_of
from games.rules.replay import format_undo
from games.signals import plan_dropped
from games.timekeeping import turn_clock
from games.turns.playing import Cause, Standing, StandingAnswer, Throw, Turn, answer, settle
from ground.wording import gettext, kept

BY_PLAN = "by plan"  # the text of a resignation that its player had said beforehand
ABANDONED, DRAW_AGREED = "abandoned", "draw agreed"  # reasons for which a game ends
UNDO = "undo"  # what can be agreed on besides the end

# What became of a plan that its player did not drop.
NOT_AS_PLANNED = kept("The game has not gone as you planned, so your plan was dropped at move {ply}.")
NOT_PLAYABLE = kept("Your plan was dropped at move {ply}: [{reply}] could not be played.")
TAKEN_BACK = kept("Moves were taken back, so your plan was dropped.")


def dice_of(game: Game, nonce: str | None = None) -> Throw:
    """What throws the dice of a game, after its newest nonce or another one."""
    return partial(dice.throw, dice.renew(dice.mix(game.secret, game.words), game.nonce if nonce is None else nonce))


def standing_answers(opened: OpenGame) -> Standing:
    """The seats that answer at once when they are asked out of turn: those with a preference, and those of bots."""
    preferences = opened.game.game_rules.standing_preferences
    if not preferences:
        return {}
    by_bot = StandingAnswer(preferences[0].text, Cause.BOT)
    bots = {seat.number: by_bot for seat in opened.seats if seat.has_left or seat.player.is_bot}
    said = {seat.number: seat.standing_answer for seat in opened.seats if seat.standing_answer}
    return {number: StandingAnswer(preference, Cause.STANDING) for number, preference in said.items()} | bots


def advance(opened: OpenGame, turn: Turn, at: datetime, source: str, *, now: datetime) -> None:
    """Write a turn, what others had planned to reply to it, and the end of the game if it comes to that.

    ``at`` and ``now`` are those of ``write_turn``. Replies are made ``now``: until then nobody could know of the turn.
    """
    _write(opened, turn, at, source, now=now)
    while (seat := _planner(opened)) is not None:
        follow_plan(opened, seat, max(at, now))


def _write(opened: OpenGame, turn: Turn, at: datetime, source: str, *, now: datetime) -> None:
    write_turn(opened, turn, at, source, now=now)
    if outcome := opened.position.outcome():
        finish_game(opened, at, reason=outcome.reason, places=outcome.places)


def settle_game(opened: OpenGame, at: datetime, *, now: datetime) -> None:
    """Write what happens by itself from the present position on."""
    game = opened.game
    turn = settle(game.game_rules, opened.position, game.ply, dice_of(game), standing_answers(opened))
    if turn.steps:
        advance(opened, turn, at, Submission.Source.SERVICE, now=now)


def answer_by_default(opened: OpenGame, at: datetime, *, now: datetime) -> None:
    """The seat that is asked out of turn has not answered in time: its answer is the game's default."""
    game = opened.game
    given = StandingAnswer(game.game_rules.standing_preferences[0].text, Cause.DEFAULT)
    turn = answer(game.game_rules, opened.position, given, game.ply, dice_of(game), standing_answers(opened))
    advance(opened, turn, at, Submission.Source.SERVICE, now=now)


# Plans ------------------------------------------------------------------------------------------------------------


def _planner(opened: OpenGame) -> Seat | None:
    """The seat to act, if it is its own turn and it has a plan for it."""
    game = opened.game
    if game.status != Game.Status.RUNNING or game.to_act is None or opened.position.is_answer:
        return None
    seat = opened.seats[game.to_act]
    return seat if seat.plan else None


def follow_plan(opened: OpenGame, seat: Seat, at: datetime) -> None:
    """Make the reply that the plan of the seat to act has for what has happened, or drop the plan.

    Each call takes one branch of a finite tree, so that two plans against each other come to an end.
    """
    game = opened.game
    start: Position[Any] = game.game_rules.load(seat.plan_position)
    plan = plan_of(seat)
    branch = branch_taken(game.game_rules, start, seat.number, plan.branches, _plies_since(opened, seat))
    if branch is None:
        drop_plan(seat, NOT_AS_PLANNED.format(ply=game.ply))
    elif branch.reply == RESIGN:
        opened.write(GameEvent.Kind.RESIGNED, source=Submission.Source.SERVICE, at=at, seat=seat.number, text=BY_PLAN)
        leave_seat(opened, seat, at, "resignation", now=at)
    else:
        _reply(opened, seat, branch, at, waits=plan.waits)


def _reply(opened: OpenGame, seat: Seat, branch: Branch, at: datetime, *, waits: bool) -> None:
    game = opened.game
    throw, standing = dice_of(game), standing_answers(opened)
    try:
        with translation.override(seat.player.language):  # a refusal is for the player who planned
            turn = read_reply(game.game_rules, opened.position, seat.number, branch.reply, game.ply, throw, standing)
    except RefusedMove as error:
        drop_plan(seat, NOT_PLAYABLE.format(ply=game.ply, reply=branch.reply[:60]))
        plan_dropped.send(Seat, seat=seat, reply=branch.reply, reason=error.message, at=at)
        return
    own = max(number for number, step in enumerate(turn.steps, start=1) if step.is_sent)
    if branch.then:
        keep_plan(seat, Plan(branch.then, waits), game.ply + own, turn.positions[own])
    else:
        drop_plan(seat)
    _write(opened, turn.by(Cause.PLAN), at, Submission.Source.SERVICE, now=at)


def plan_of(seat: Seat) -> Plan:
    """The plan that a seat keeps, as an object."""
    return read_plan(seat.plan, seat.game.game_rules.omens)


def keep_plan(seat: Seat, plan: Plan, ply: int, position: Position[Any]) -> None:
    """Store the plan of a seat; it begins after ``ply``, at ``position``."""
    seat.plan, seat.plan_ply, seat.plan_position, seat.plan_news = str(plan), ply, position.dump(), ""
    seat.save(update_fields=["plan", "plan_ply", "plan_position", "plan_news"])


def drop_plan(seat: Seat, news: str = "") -> None:
    """The seat has no plan any more. ``news`` is a stored sentence for its player, who did not drop it."""
    seat.plan, seat.plan_ply, seat.plan_position, seat.plan_news = "", None, None, news
    seat.save(update_fields=["plan", "plan_ply", "plan_position", "plan_news"])


def forget_plan_news(seat: Seat) -> None:
    """The player has moved on, and need not be notified of a dropped plan any more."""
    if seat.plan_news:
        seat.plan_news = ""
        seat.save(update_fields=["plan_news"])


def _plies_since(opened: OpenGame, seat: Seat) -> list[Ply]:
    """What has happened since the plan of a seat began; mostly it is all in the turn that is being written."""
    began = seat.plan_ply or 0
    plies = [event for event in opened.events if event.ply is not None and event.ply > began]
    if len(plies) < opened.game.ply - began:
        stored = opened.game.events.filter(ply__gt=began).order_by("ply")
        plies = [*stored, *plies]
    return [(None if event.kind == GameEvent.Kind.ROLL else event.seat, event.text) for event in plies]


# Leaving and ending -----------------------------------------------------------------------------------------------


def leave_seat(opened: OpenGame, seat: Seat, at: datetime, reason: str, *, now: datetime) -> None:
    """A seat leaves. The game ends when one is left; else the house bot takes the seat over, and answers at once."""
    game = opened.game
    seat.left_ply, seat.left_reason = game.ply, reason
    if game.to_act == seat.number:
        turn_clock.let_go_of_held(game.turn)
    seat.plan = ""
    seat.save(update_fields=["left_ply", "left_reason", "plan"])
    if len(opened.staying) > 1:
        if game.to_act == seat.number:
            start_clock(game, opened.seats, seat.number, at)
        game.agreements.pop(UNDO, None)  # it was asked of everybody who then played
        agreed = {what: [n for n in seats if n != seat.number] for what, seats in game.agreements.items()}
        game.agreements = {what: seats for what, seats in agreed.items() if seats}
        finish_if_agreed(opened, at)
        if game.status == Game.Status.RUNNING:
            settle_game(opened, at, now=now)
        return
    finish_game(opened, at, reason=reason, places=places_of(opened.position.scores))


def finish_if_agreed(opened: OpenGame, at: datetime) -> None:
    """End the game, or take moves back, when all who stay have said yes to the same offer.

    House bots are asked about draws alone, and agree to everything else.
    """
    for what, seats in opened.game.agreements.items():
        asked = (seat.number for seat in opened.staying if what == "draw" or not seat.player.is_bot)
        if not set(asked) <= set(seats):
            continue
        if what == UNDO:
            take_back(opened, seats[0], at)
        elif what == "abandon":
            finish_game(opened, at, reason=ABANDONED, places=None)
        else:
            finish_game(opened, at, reason=DRAW_AGREED, places=(1,) * len(opened.seats))
        return


def take_back(opened: OpenGame, seat: int, at: datetime) -> None:
    """Take back the last turn of a seat and everything since, by a step of its own. For the clock of the seat to act
    that is the end of a turn like any other; nobody keeps a plan for moves that are gone."""
    game = opened.game
    at = max(at, game.turn.started_at)
    target = undo_target(game, seat)
    after = position_at(game, target)
    opened.write(GameEvent.Kind.UNDONE, source=Submission.Source.SERVICE, at=at, text=format_undo(target))
    run_clocks(opened, opened.position, after, at, at)
    opened.position = after
    game.agreements = {}
    for planner in opened.seats:
        if planner.plan:
            drop_plan(planner, TAKEN_BACK)


def undo_target(game: Game, seat: int) -> int:
    """The ply to which a game goes back when the last turn of a seat is taken back. Raises CannotUndo."""
    plies = standing_plies(game)
    own = [n for n, event in enumerate(plies) if event.seat == seat and event.kind == GameEvent.Kind.STEP]
    chosen = [n for n in own if plies[n].cause != Cause.FORCED]
    if not chosen:
        raise CannotUndo(gettext("You have made no move in this game that could be taken back."))
    first = chosen[-1]
    while first - 1 in own:
        first -= 1
    if any(event.kind == GameEvent.Kind.ROLL for event in plies[first:]):
        raise CannotUndo(gettext("Dice have fallen since your last move, and a throw cannot be taken back."))
    return (plies[first - 1].ply or 0) if first else 0


def finish_game(
    opened: OpenGame, at: datetime, *, reason: str, places: Sequence[int] | None, as_given: bool = False
) -> None:
    """The game is over; with ``places`` None it has no result. Those who left are placed last, unless ``as_given``."""
    game = opened.game
    game.status, game.finished_at, game.end_reason = Game.Status.FINISHED, at, reason
    game.agreements = {}
    if (held := game.turn.held) is not None:
        _refuse_held(opened, held)
    start_clock(game, opened.seats, None, at)
    opened.write(GameEvent.Kind.FINISHED, source=Submission.Source.SERVICE, at=at, text=reason)
    scores = opened.position.scores
    final: Sequence[int | None] = places if places is not None else [None] * len(scores)
    if places is not None and not as_given:
        final = places_with_leavers(opened.seats, places)
    for seat, place, points in zip(opened.seats, final, scores, strict=True):
        seat.place, seat.points, seat.plan = place, points, ""
    Seat.objects.bulk_update(opened.seats, ["place", "points", "plan"])


def _refuse_held(opened: OpenGame, held: Submission) -> None:
    """A move that was held until the game ended is not played, and stands refused among its player's submissions."""
    seat = opened.seats[held.seat or 0]
    key = f"{held.key}:held" if held.key else f"held:{held.pk}"
    sent = Sent(opened.game.pk, seat.player_id, held.verb, held.text, held.ply, held.received_at, held.source, key)
    with translation.override(seat.player.language):
        error = over(opened.game)
    sent.record(Submission.State.REJECTED, seat=seat.number, code=error.code, message=error.message)


def are_leavers_last(seats: Sequence[Seat], places: Sequence[int]) -> bool:
    """Whether these places by seat put every seat that has left behind every seat that has not."""
    stayed = [places[seat.number] for seat in seats if not seat.has_left]
    left = [places[seat.number] for seat in seats if seat.has_left]
    return not left or not stayed or max(stayed) < min(left)


def places_with_leavers(seats: Sequence[Seat], places: Sequence[int]) -> list[int]:
    """Rank the stayers by their places, then the leavers, the later a seat left the better."""
    worth = [(0, -places[s.number]) if not s.has_left else (-1, s.left_ply or 0) for s in seats]
    return [1 + sum(other > own for other in worth) for own in worth]
