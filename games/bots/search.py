"""Monte-Carlo tree search, for any number of seats, with dice, and with several steps in a turn.

Each simulation walks down the tree, always to the child with the best upper confidence bound (UCT: Kocsis and
Szepesvári, 2006), adds one position, plays a few turns on from there with the best rated moves, and brings back how far
each seat then leads. Where there are many moves the best rated are tried first, and more of them the more often a
position is visited (progressive widening: Coulom, 2007). How a move is rated counts as a few simulations of it, less
what ratings were off on average (progressive bias: Chaslot and others, 2008). Dice that fall have a child for each
throw.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import log, sqrt
from operator import add
from random import Random
from typing import Any

from games.bots.greedy import best_first, play_turns
from games.rules.base import Position, Roll, Seat, lead
from games.rules.playout import random_faces

EXPLORATION = 0.7  # in standard deviations of what simulations brought back
BREADTH = 1.0  # moves that are tried at a position, times the square root of its visits
TRUST = 3.0  # simulations that the rate of a move counts as


def choose_by_search(position: Position[Any], random: Random, simulations: int, is_late: Callable[[], bool]) -> Any:
    """The move that was looked at most in so many simulations, or in those that were over before it was late."""
    return search(position, random, simulations, is_late)[0]


def search(
    position: Position[Any], random: Random, simulations: int, is_late: Callable[[], bool]
) -> tuple[Any, Sequence[float]]:
    """The same move, and how far each seat leads on average after it."""
    tree = _Tree(position, random)
    for _ in range(simulations):
        if is_late():
            break
        tree.simulate()
    return tree.best_move()


class _Node:
    """A position with what simulations through it brought back."""

    __slots__ = ("children", "leads", "position", "rate", "untried", "visits")

    def __init__(self, position: Position[Any], rate: float = 0.0) -> None:
        self.position = position
        self.rate = rate  # of the move that led here, for the seat that makes it
        self.visits = 0
        self.leads: Sequence[float] = (0.0,) * len(position.scores)  # sums, by seat
        self.children: dict[Any, _Node] = {}  # by move, or by the faces of the dice
        self.untried: list[tuple[float, Any]] | None = None  # the best rated last; None before they are asked for

    def after_roll(self, faces: tuple[int, ...]) -> _Node:
        if faces not in self.children:
            self.children[faces] = _Node(self.position.roll(faces))
        return self.children[faces]

    def next_untried(self, random: Random) -> _Node | None:
        """A child for one more move, if there is one and the position was visited often enough for it."""
        if self.untried is None:
            self.untried = best_first(self.position, random)[::-1]
        if not self.untried or len(self.children) >= BREADTH * sqrt(self.visits + 1):
            return None
        rate, move = self.untried.pop()
        child = self.children[move] = _Node(self.position.play(move), rate)
        return child

    def most_promising(self, seat: Seat, spread: float) -> _Node:
        """The child with the best upper confidence bound for the seat to act."""
        curiosity = EXPLORATION * spread * sqrt(log(self.visits + 1))
        children = list(self.children.values())
        bounds = [
            worth + curiosity / sqrt(child.visits) for worth, child in zip(self.worths(seat), children, strict=True)
        ]
        return children[bounds.index(max(bounds))]

    def worths(self, seat: Seat) -> list[float]:
        """What each child, all of them visited, is worth to the seat to act."""
        children = self.children.values()
        more = sum([child.leads[seat] - child.rate * child.visits for child in children])
        more /= sum([child.visits for child in children])  # than the moves were rated
        return [(child.leads[seat] + TRUST * (child.rate + more)) / (child.visits + TRUST) for child in children]


class _Tree:
    def __init__(self, position: Position[Any], random: Random) -> None:
        self._root = _Node(position)
        self._random = random
        self._luck = random.getrandbits(32)
        self._playing_on = Random()  # seeded before each use: one made with a seed is seeded twice
        self._results = 0
        self._sum = self._squares = 0.0

    def simulate(self) -> None:
        """Look at one more way in which the game may go on."""
        node = self._step(self._root, self._random)
        # The n-th look at each move of the root sees the same dice, so that luck decides less.
        random = self._playing_on
        random.seed(self._luck + node.visits)
        path = [self._root, node]
        while node.visits and node.position.to_act is not None:
            node = self._step(node, random)
            path.append(node)
        prospects = play_turns(node.position, node.position.turns_ahead, random).prospects()
        leads = [lead(prospects, seat) for seat in range(len(prospects))]
        self._note(leads[0])
        for node in path:
            node.visits += 1
            node.leads = [*map(add, node.leads, leads)]

    def best_move(self) -> tuple[Any, Sequence[float]]:
        """The most visited move of the root, of equals the better one, with the average leads after it; before any
        visit the best rated, with those of its position."""
        position = self._root.position
        seat = position.seat_to_act or 0
        if not self._root.children:
            prospects = position.prospects()
            now = [lead(prospects, each) for each in range(len(prospects))]
            return best_first(position, self._random)[0][1], now
        children = zip(self._root.children.items(), self._root.worths(seat), strict=True)
        (move, node), _ = max(children, key=lambda child: (child[0][1].visits, child[1]))
        return move, [total / node.visits for total in node.leads]

    def _step(self, node: _Node, random: Random) -> _Node:
        to_act = node.position.to_act
        if isinstance(to_act, Roll):
            return node.after_roll(random_faces(to_act, random))
        if to_act is None:
            raise ValueError("The game is over.")
        return node.next_untried(self._random) or node.most_promising(to_act, self._spread)

    def _note(self, result: float) -> None:
        self._results += 1
        self._sum += result
        self._squares += result * result

    @property
    def _spread(self) -> float:
        """The standard deviation of what simulations brought back so far."""
        if not self._results:
            return 0.0
        mean = self._sum / self._results
        return sqrt(max(0.0, self._squares / self._results - mean * mean))


@dataclass(frozen=True, slots=True)
class Estimate:
    """How far each seat is expected to lead, in points, and the move that the search prefers."""

    leads: tuple[float, ...]  # by seat
    best: Any


def estimate(position: Position[Any], random: Random, simulations: int, is_late: Callable[[], bool]) -> Estimate:
    """The estimate of a position in which a seat is to act, from so many simulations or those before it is late."""
    best, leads = search(position, random, simulations, is_late)
    return Estimate(tuple(leads), best)


def final_leads(position: Position[Any]) -> tuple[float, ...]:
    """How far each seat leads by the points on the board."""
    return tuple(lead(position.scores, seat) for seat in range(len(position.scores)))
