"""How a game goes on by itself and how it ends. In the caller's transaction, on an open game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import partial

from games import dice
from games.log import OpenGame, start_clock, write_turn
from games.models import Game, GameEvent, Seat, Submission
from games.rules.base import places_of
from games.turns import Cause, Standing, StandingAnswer, Throw, Turn, answer, settle

ABANDONED, DRAW_AGREED = "abandoned", "draw agreed"  # reasons for which a game ends


def dice_of(game: Game) -> Throw:
    """What throws the dice of a game."""
    return partial(dice.throw, game.secret, game.pk)


def standing_answers(opened: OpenGame) -> Standing:
    """The seats that answer at once when they are asked out of turn: those with a wish for it, those a bot plays."""
    wishes = opened.game.game_rules.standing_wishes
    if not wishes:
        return {}
    by_bot = StandingAnswer(wishes[0].text, Cause.BOT)
    bots = {seat.number: by_bot for seat in opened.seats if seat.has_left or seat.player.is_bot}
    said = {seat.number: seat.standing_answer for seat in opened.seats if seat.standing_answer}
    return {number: StandingAnswer(wish, Cause.STANDING) for number, wish in said.items()} | bots


def advance(opened: OpenGame, turn: Turn, at: datetime, door: str, *, now: datetime) -> None:
    """Write a turn, and the end of the game if it is one. ``at`` and ``now`` are those of ``write_turn``."""
    write_turn(opened, turn, at, door, now=now)
    if outcome := opened.position.outcome():
        finish_game(opened, at, reason=outcome.reason, places=outcome.places)


def settle_game(opened: OpenGame, at: datetime, *, now: datetime) -> None:
    """Write what happens by itself from the present position on."""
    game = opened.game
    turn = settle(game.game_rules, opened.position, game.ply, dice_of(game), standing_answers(opened))
    if turn.steps:
        advance(opened, turn, at, Submission.Door.SERVICE, now=now)


def answer_by_default(opened: OpenGame, at: datetime, *, now: datetime) -> None:
    """The seat that is asked out of turn has not answered in time: its answer is the game's default."""
    game = opened.game
    given = StandingAnswer(game.game_rules.standing_wishes[0].text, Cause.DEFAULT)
    turn = answer(game.game_rules, opened.position, given, game.ply, dice_of(game), standing_answers(opened))
    advance(opened, turn, at, Submission.Door.SERVICE, now=now)


def leave_seat(opened: OpenGame, seat: Seat, at: datetime, reason: str, *, now: datetime) -> None:
    """A seat leaves. The game ends when one is left; else the house bot takes the seat over, and answers at once."""
    game = opened.game
    seat.left_ply, seat.left_reason = game.ply, reason
    seat.save(update_fields=["left_ply", "left_reason"])
    if len(opened.staying) > 1:
        if game.to_act == seat.number:
            start_clock(game, opened.seats, seat.number, at)
        agreed = {what: [n for n in seats if n != seat.number] for what, seats in game.agreements.items()}
        game.agreements = {what: seats for what, seats in agreed.items() if seats}
        finish_if_agreed(opened, at)
        if game.status == Game.Status.RUNNING:
            settle_game(opened, at, now=now)
        return
    finish_game(opened, at, reason=reason, places=places_of(opened.position.scores))


def finish_if_agreed(opened: OpenGame, at: datetime) -> None:
    """End the game when all who stay have said yes to the same offer."""
    staying = {seat.number for seat in opened.staying}
    for what, seats in opened.game.agreements.items():
        if staying <= set(seats):
            if what == "abandon":
                finish_game(opened, at, reason=ABANDONED, places=None)
            else:
                finish_game(opened, at, reason=DRAW_AGREED, places=(1,) * len(opened.seats))
            return


def finish_game(opened: OpenGame, at: datetime, *, reason: str, places: Sequence[int] | None) -> None:
    """The game is over; with ``places`` None it has no result. Those who left are placed last."""
    game = opened.game
    game.status, game.finished_at, game.end_reason = Game.Status.FINISHED, at, reason
    game.agreements = {}
    start_clock(game, opened.seats, None, at)
    opened.write(GameEvent.Kind.FINISHED, door=Submission.Door.SERVICE, at=at, text=reason)
    scores = opened.position.scores
    final = places_with_leavers(opened.seats, places) if places is not None else [None] * len(scores)
    for seat, place, points in zip(opened.seats, final, scores, strict=True):
        seat.place, seat.points = place, points
    Seat.objects.bulk_update(opened.seats, ["place", "points"])


def places_with_leavers(seats: Sequence[Seat], places: Sequence[int]) -> list[int]:
    """Rank the stayers by their places, then the leavers, the later a seat left the better."""
    worth = [(0, -places[s.number]) if not s.has_left else (-1, s.left_ply or 0) for s in seats]
    return [1 + sum(other > own for other in worth) for own in worth]
