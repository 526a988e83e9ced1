"""Players of other kinds than the house bots: fixed measures of how well the strong bot plays.

None of them asks for ``prospects`` or ``rated_moves``, so that none gets better or worse with the house bots.

- *two plies*: the step with the greatest lead in points after the best answer of whoever acts next;
- *by the book*: the opening that the rulebook or the designer advises, then two plies with what its advice counts;
- *long search*: a tree search whose simulations are random games to the very end.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import log, sqrt
from random import Random
from typing import Any, TypeAlias

from games.rules.base import Position, Roll, lead
from games.rules.bitsets import members
from games.rules.playout import random_faces, random_game
from games.rules.roots.grid import AROUND
from games.rules.roots.pieces import Die
from games.rules.treeblox.cubes import LEAF, Place

Player: TypeAlias = Callable[[Position[Any], Random], Any]
Measure: TypeAlias = Callable[[Position[Any]], tuple[float, ...]]

STEPS, ANSWERS = 24, 60  # at most, that two plies look at; drawn by lot where there are more
GAMES = 200  # random ones, for each step of the long search
EXPLORATION = 0.5
BOOK_LEAVES = 3  # in the first three turns of Treeblox
DRY = 2  # beads in a store of Roots and Shoots that is to be filled


# Two plies ------------------------------------------------------------------------------------------------------------


def two_plies(position: Position[Any], random: Random) -> Any:
    """The step after which the best answer leaves the greatest lead in points."""
    return _two_plies(position, random, points)


def points(position: Position[Any]) -> tuple[float, ...]:
    """What is on the board; in Roots and Shoots, where points come late, also the shares in what rain would bring."""
    return _with_shares(position) if hasattr(position, "garden") else position.scores


def _with_shares(position: Any) -> tuple[float, ...]:
    worth = [*map(float, position.scores)]
    for node, markers in position.garden.nutrients:
        sharing = position.garden.seats_at(node)
        for seat in sharing:
            worth[seat] += sum(value or 6 for value in markers) / len(sharing)
    return tuple(worth)


def _two_plies(position: Position[Any], random: Random, measure: Measure) -> Any:
    seat = position.seat_to_act
    if seat is None:
        raise ValueError("Nobody is to act.")
    luck = random.getrandbits(32)

    def worth(move: Any) -> float:
        after = _without_dice(position.play(move), Random(luck))
        answering = after.seat_to_act
        if answering is None:
            return lead(measure(after), seat)
        ends = [measure(after.play(answer)) for answer in _some(after, ANSWERS, Random(luck))]
        return lead(max(ends, key=lambda end: lead(end, answering)), seat)

    return max(_some(position, STEPS, random), key=worth)


def _some(position: Position[Any], most: int, random: Random) -> list[Any]:
    moves = list(position.legal_moves())
    return random.sample(moves, min(most, len(moves)))


def _without_dice(position: Position[Any], random: Random) -> Position[Any]:
    while isinstance(roll := position.to_act, Roll):
        position = position.roll(random_faces(roll, random))
    return position


# By the book ----------------------------------------------------------------------------------------------------------


def by_the_book(position: Position[Any], random: Random) -> Any:
    """What the advice of the game says (``ADVICE.md`` in its folder)."""
    return _BOOKS[type(position).__module__.split(".")[-2]](position, random)


def _treeblox(position: Any, random: Random) -> Any:
    """Three leaves first; then two plies, in which a turn of two cubes is worth a leaf."""
    if sum(position.forest.hands[position.mover]) > 2 * 16 - BOOK_LEAVES:
        leaves = [move for move in position.legal_moves() if isinstance(move, Place) and move.kind is LEAF]
        return random.choice(leaves)
    return _two_plies(position, random, _leaves_and_growth)


def _leaves_and_growth(position: Any) -> tuple[float, ...]:
    return tuple(active + (active >= BOOK_LEAVES) + (active > 0) for active in position.scores)


def _btt(position: Any, random: Random) -> Any:
    """Two plies, in which each coin counts, and each square beside a tree of one's own that is still free a little."""
    return _two_plies(position, random, _coins_and_room)


def _coins_and_room(position: Any) -> tuple[float, ...]:
    room = [0] * len(position.scores)
    squares = position.squares
    for contact in position.variant.contacts.values():
        if contact.bit & position.open & position.live:
            hit = squares[contact.target]
            if hasattr(hit, "seat"):
                room[hit.seat] += 1
    return tuple(coins + free / 4 for coins, free in zip(position.scores, room, strict=True))


def _twigs(position: Any, random: Random) -> Any:
    """Two plies with all twigs but the C, which is kept until it closes two hexagons, or nothing else is left."""
    enough = lead(position.scores, position.mover) + 2
    bends = [move for move in position.legal_moves() if move.twig == "C"]
    closing = [move for move in bends if lead(position.play(move).scores, position.mover) >= enough]
    if closing:
        return closing[0]
    others = [move for move in position.legal_moves() if move.twig != "C"]
    return _best_of(others, position, random) if others else two_plies(position, random)


def _best_of(moves: list[Any], position: Any, random: Random) -> Any:
    seat = position.mover

    def worth(move: Any) -> float:
        after = position.play(move)
        ends = [after.play(answer).scores for answer in _some(after, ANSWERS, random)]
        return min((lead(end, seat) for end in ends), default=lead(after.scores, seat))

    return max(random.sample(moves, min(STEPS, len(moves))), key=worth)


def _roots(position: Any, random: Random) -> Any:
    """Fill the store before it is empty, else land beside nutrients that are free or shared; then two plies."""
    moves = list(position.legal_moves())
    if isinstance(moves[0], Die):
        wanted = "d10" if position.garden.stores[position.mover] <= DRY else "d4"
        return next((move for move in moves if f"d{move.sides}" == wanted), moves[-1])
    if hasattr(moves[0], "at") and len(moves) > STEPS:
        near = 0
        for node, _ in position.garden.nutrients:
            if position.mover not in position.garden.seats_at(node):
                near |= AROUND[node]
        beside = set(members(near))
        moves = [move for move in moves if move.at in beside] or moves
        return max(random.sample(moves, min(STEPS, len(moves))), key=lambda move: _share_after(position, move))
    return two_plies(position, random)


def _share_after(position: Any, move: Any) -> float:
    return lead(_with_shares(position.play(move)), position.mover)


_BOOKS: Mapping[str, Player] = {"treeblox": _treeblox, "btt": _btt, "twigs": _twigs, "roots": _roots}


# Long search ----------------------------------------------------------------------------------------------------------


class _Tried:
    """A step of the root, or an answer to it, with what random games after it came to."""

    __slots__ = ("answers", "position", "sum", "untried", "visits")

    def __init__(self, position: Position[Any], random: Random) -> None:
        self.position = position
        self.untried: list[Any] = []
        if position.seat_to_act is not None:
            self.untried = list(position.legal_moves())
            random.shuffle(self.untried)
        self.answers: dict[Any, _Tried] = {}
        self.visits, self.sum = 0, 0.0


def long_search(position: Position[Any], random: Random) -> Any:
    """The most visited step of a tree (UCT) in which every simulation is a random game to its end: 1, a half or 0."""
    root = _Tried(position, random)
    for _ in range(GAMES):
        _simulate(root, random)
    return max(root.answers.items(), key=lambda pair: (pair[1].visits, pair[1].sum))[0]


def _simulate(root: _Tried, random: Random) -> None:
    path = [root]
    node = root
    while node.position.seat_to_act is not None and not node.untried and node.answers:
        node = _most_promising(node)
        path.append(node)
    if node.untried:
        move = node.untried.pop()
        child = node.answers[move] = _Tried(node.position.play(move), random)
        path.append(child)
        node = child
    end = random_game(node.position, random)[-1].scores
    for parent, child in pairwise(path):
        seat = parent.position.seat_to_act or 0
        ahead = lead(end, seat)
        child.sum += 0.5 if ahead == 0 else float(ahead > 0)
    for visited in path:
        visited.visits += 1


def _most_promising(node: _Tried) -> _Tried:
    curiosity = EXPLORATION * sqrt(log(node.visits + 1))
    return max(node.answers.values(), key=lambda child: child.sum / child.visits + curiosity / sqrt(child.visits))


REFERENCES: Mapping[str, Player] = {
    "two plies": two_plies,
    "by the book": by_the_book,
    "long search": long_search,
}
