"""Random play, and how long it takes; the generator is passed in, so that the same one gives the same games. And perft:
the number of paths of player steps of a given length, the sharpest short test of a set of rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from time import process_time
from typing import Any

from games.rules.base import P, Position, Roll, Rules


def random_faces(roll: Roll, random: Random) -> tuple[int, ...]:
    return tuple([1 + int(random.random() * sides) for sides in roll.dice])


def random_game(position: P, random: Random) -> list[P]:
    """All positions of a random game from the given one to the end."""
    positions = [position]
    while (to_act := position.to_act) is not None:
        if isinstance(to_act, Roll):
            position = position.roll(random_faces(to_act, random))
        else:
            position = position.play(position.random_move(random))
        positions.append(position)
    return positions


def sample_position(rules: Rules[P, Any], turns_share: float = 0.6) -> P:
    """A position well into a game, always the same: for pictures that show what a game looks like."""
    positions = random_game(rules.start(rules.seats[0]), Random(3))  # noqa: S311 - always the same
    return positions[int(len(positions) * turns_share)]


WARMING_UP, MEASURED = 30, 5  # games played first, and how many of them the moves are taken from


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast a game's rules are, in whole random games a second and in microseconds, all of processor time."""

    games: float
    list_: float  # to list all legal moves of a position
    move: float  # to play a move known to be in the list
    steps: float  # of a game, on average


def pace_of(rules: Rules[Any, Any], random: Random, seconds: float) -> Pace:
    """Measured for about three times ``seconds``, with the default options and fewest seats.

    Some games are played before, so that what is made when it is first needed has been made.
    """
    first = rules.start(rules.seats[0])
    games = [random_game(first, random) for _ in range(WARMING_UP)][-MEASURED:]
    positions = [position for game in games for position in game if isinstance(position.to_act, int)]
    moves = [(position, random.choice(list(position.legal_moves()))) for position in positions]
    return Pace(
        games=1 / time_of(lambda: random_game(first, random), seconds),
        list_=time_of(lambda: [list(position.legal_moves()) for position in positions], seconds) / len(moves) * 1e6,
        move=time_of(lambda: [position.play(move) for position, move in moves], seconds) / len(moves) * 1e6,
        steps=sum(len(game) - 1 for game in games) / len(games),
    )


def reference_pace(seconds: float) -> float:
    """Microseconds for one round of a loop that never changes, to compare machines by."""
    return time_of(_thousand_rounds, seconds) / 1000 * 1e6


def _thousand_rounds() -> None:
    counts: dict[int, int] = {}
    state = 1
    for _ in range(1000):
        state = state * 1103515245 + 12345 & 0x7FFFFFFF
        counts[state % 64] = counts.get(state % 64, 0) + 1


def time_of(work: Callable[[], object], seconds: float) -> float:
    """Seconds of processor time that the work takes once, on average over at least ``seconds``."""
    rounds, began = 0, process_time()
    while (spent := process_time() - began) < seconds or not rounds:
        work()
        rounds += 1
    return spent / rounds


def perft(position: Position[Any], depth: int) -> int:
    """The leaves of the tree of player steps of that depth. Dice cost no depth and fall by a fixed sequence."""
    return _leaves(position, depth, 0)


def perft_face(throw: int, sides: int) -> int:
    """What the ``throw``-th die of a path shows, counted from 0."""
    return (7 * throw + 3) % sides + 1


def _leaves(position: Position[Any], depth: int, throws: int) -> int:
    if depth == 0:
        return 1
    position, throws = _settled(position, throws)
    if depth == 1:
        return sum(1 for _ in position.legal_moves())
    return sum(_leaves(position.play(move), depth - 1, throws) for move in position.legal_moves())


def _settled(position: Position[Any], throws: int) -> tuple[Position[Any], int]:
    """The position once all dice that it waits for have fallen, and the number of dice of the path so far."""
    while isinstance(roll := position.to_act, Roll):
        position = position.roll(tuple(perft_face(throws + die, sides) for die, sides in enumerate(roll.dice)))
        throws += len(roll.dice)
    return position, throws
