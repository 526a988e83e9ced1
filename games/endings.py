"""How a game ends, and what happens to a seat whose player leaves. In the caller's transaction, on an open game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from games.log import OpenGame, start_clock
from games.models import Game, GameEvent, Seat, Submission
from games.rules.base import places_of


def leave_seat(opened: OpenGame, seat: Seat, at: datetime, reason: str) -> None:
    """A seat leaves. The game ends when one is left; else the house bot takes the seat over."""
    game = opened.game
    seat.left_ply, seat.left_reason = game.ply, reason
    seat.save(update_fields=["left_ply", "left_reason"])
    if len(opened.staying) > 1:
        if game.to_act == seat.number:
            start_clock(game, opened.seats, seat.number, at)
        agreed = {what: [n for n in seats if n != seat.number] for what, seats in game.agreements.items()}
        game.agreements = {what: seats for what, seats in agreed.items() if seats}
        finish_if_agreed(opened, at)
        return
    finish_game(opened, at, reason=reason, places=places_of(opened.position.scores))


def finish_if_agreed(opened: OpenGame, at: datetime) -> None:
    """End the game when all who stay have said yes to the same offer."""
    staying = {seat.number for seat in opened.staying}
    for what, seats in opened.game.agreements.items():
        if staying <= set(seats):
            if what == "abandon":
                finish_game(opened, at, reason="abandoned", places=None)
            else:
                finish_game(opened, at, reason="draw agreed", places=(1,) * len(opened.seats))
            return


def finish_game(opened: OpenGame, at: datetime, *, reason: str, places: Sequence[int] | None) -> None:
    """The game is over; with ``places`` None it has no result. Those who left are placed last."""
    game = opened.game
    game.status, game.finished_at, game.end_reason = Game.Status.FINISHED, at, reason
    game.agreements = {}
    start_clock(game, opened.seats, None, at)
    opened.write(GameEvent.Kind.FINISHED, door=Submission.Door.SERVICE, at=at, text=reason)
    scores = opened.position.scores
    final = _places_with_leavers(opened.seats, places) if places is not None else [None] * len(scores)
    for seat, place, points in zip(opened.seats, final, scores, strict=True):
        seat.place, seat.points = place, points
    Seat.objects.bulk_update(opened.seats, ["place", "points"])


def _places_with_leavers(seats: Sequence[Seat], places: Sequence[int]) -> list[int]:
    """Rank the stayers by their places, then the leavers, the later a seat left the better."""
    worth = [(0, -places[s.number]) if not s.has_left else (-1, s.left_ply or 0) for s in seats]
    return [1 + sum(other > own for other in worth) for own in worth]
