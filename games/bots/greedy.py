"""Greedy play: the best prospects when the turn is over, all steps of it and the dice that fall in it considered."""

from __future__ import annotations

from operator import itemgetter
from random import Random
from typing import Any

from games.rules.base import P, Position, Roll, Seat, lead
from games.rules.playout import random_faces

WIDTH = 4  # first steps that are followed to the end of the turn
THROWS = 4  # how often, where dice fall on the way


def choose_greedily(position: Position[Any], random: Random) -> Any:
    """The move after which the seat to act may expect the greatest lead by prospects at the end of its turn.

    Only the best rated moves are followed so far; of equals the better rated one is played.
    """
    seat, turn = position.seat_to_act, position.turn_of
    if seat is None:
        raise ValueError("Nobody is to act.")
    luck = random.getrandbits(32)  # the same dice for each of them, so that luck decides less

    def worth(move: Any) -> float:
        after = position.play(move)
        throws = THROWS if isinstance(after.to_act, Roll) or after.turn_of == turn else 1
        ends = (finish_turn(after, turn, Random(luck + number)) for number in range(throws))
        return sum(lead(end.prospects(), seat) for end in ends) / throws

    best = [move for _, move in best_first(position, random)[:WIDTH]]
    return best[0] if len(best) == 1 else max(best, key=worth)


def best_first(position: Position[Any], random: Random) -> list[tuple[float, Any]]:
    """The legal moves with their rates, the best rated first, equals in random order."""
    rated = position.rated_moves()
    random.shuffle(rated)
    rated.sort(key=itemgetter(0), reverse=True)
    return rated


def play_turns(position: P, turns: int, random: Random) -> P:
    """The position after so many turns, each played step by step with the best rated moves, or at the end."""
    for _ in range(turns):
        position = finish_turn(position, position.turn_of, random)
    return position


def finish_turn(position: P, turn: Seat | None, random: Random) -> P:
    """The position in which the turn of that seat is over, with the best rated moves of everybody who has to act."""
    while position.turn_of == turn and (to_act := position.to_act) is not None:
        if isinstance(to_act, Roll):
            position = position.roll(random_faces(to_act, random))
        else:
            position = position.play(position.likely_move(random))
    return position
