"""Searches good figures for the open puzzles of Twigs: ``python -m benchmarks.puzzles.twigs_figures [SECONDS [SEED]]``.

For each of them it prints every figure that is better than those before, with its score and the bound. The figures to
beat in ``games.rules.twigs.puzzles`` were found in this way. All are checked by the rules of their puzzle.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from math import cos, pi, sin
from random import Random
from time import perf_counter

from games.rules.base import IllegalMove
from games.rules.hexgrid import SIDES, Cell, Edge, Vertex, beside, centre, edge_at, edges_around, is_connected
from games.rules.twigs.cover import covers
from games.rules.twigs.pieces import FORMS, FORMS_OF, LETTERS, Placement
from games.rules.twigs.puzzles import PUZZLES, Puzzle, Solution, solve

Figure = Sequence[Placement]


def main(arguments: list[str]) -> None:
    seconds = float(arguments[0]) if arguments else 60.0
    random = Random(int(arguments[1]) if len(arguments) > 1 else 1)
    searches: dict[str, Callable[[Random], Figure | None]] = {"maximum": maximum, "tree": tree, "ring": ring}
    for slug, search in searches.items():
        puzzle, ends, best = PUZZLES[slug], perf_counter() + seconds, 0
        while perf_counter() < ends and best != puzzle.most:
            found = solved(puzzle, search(random))
            if found is not None and found.score > best:
                best = found.score
                print(f"{slug}: {best} of at most {puzzle.most} {puzzle.unit}: {found}", flush=True)


def solved(puzzle: Puzzle, figure: Figure | None) -> Solution | None:
    """The figure as a solution of the puzzle, if it is one."""
    try:
        return solve(puzzle, "; ".join(map(str, figure))) if figure else None
    except IllegalMove:
        return None


def neighbours(cell: Cell) -> list[Cell]:
    return [beside(cell, side) for side in SIDES]


def compact(count: int, random: Random, *, looseness: float) -> set[Cell]:
    """So many cells, each added where most of those before are around it; now and then where one less is."""
    cells = {(0, 0)}
    while len(cells) < count:
        touching = Counter(other for cell in cells for other in neighbours(cell) if other not in cells)
        wanted = max(touching.values()) - (random.random() < looseness)
        cells.add(random.choice([cell for cell, around in touching.items() if around >= wanted]))
    return cells


# The maximum: the sides of compact cells, cut into two halves that one set covers each ------------------------------


def maximum(random: Random) -> Figure | None:
    """A figure of 33 hexagons with 119 sides and one more, if its halves can be covered."""
    sides = frozenset(chain.from_iterable(map(edges_around, compact(33, random, looseness=0.0))))
    if len(sides) != 119:
        return None
    corners = {vertex for side in sides for vertex in side.ends}
    around = {edge for side in sides for cell in side.cells for edge in edges_around(cell)}
    loose = sorted(edge for edge in around - sides if not corners.isdisjoint(edge.ends))
    one, two = halves(sides | {random.choice(loose)}, random.random() * 2 * pi)
    if not (is_connected(one) and is_connected(two)):
        return None
    first = next(covers(one), None)
    second = next(covers(two), None) if first else None
    return [*first, *second] if first and second else None


def halves(edges: Iterable[Edge], direction: float) -> tuple[list[Edge], list[Edge]]:
    """The edges cut in two across a direction."""

    def along(edge: Edge) -> float:
        return sum(cos(direction) * x + sin(direction) * y for x, y in map(centre, edge.cells))

    ordered = sorted(edges, key=along)
    return ordered[: len(ordered) // 2], ordered[len(ordered) // 2 :]


# The tree: each twig meets the figure in one corner, an end of one of them at a bend of the other -------------------


def tree(random: Random) -> Figure | None:
    """A tree that loses one end at each contact, grown at random; None where it cannot grow on."""
    figure: list[Placement] = []
    uses: Counter[Vertex] = Counter()
    for twig in random.sample(LETTERS, len(LETTERS)):
        choice = list(contacts(twig, uses)) if figure else [Placement(twig, 0, 0, 0)]
        if not choice:
            return None
        figure.append(random.choice(choice))
        uses.update(vertex for edge in figure[-1].edges for vertex in edge.ends)
    return figure


def contacts(twig: str, uses: Counter[Vertex]) -> Iterator[Placement]:
    """The placements of the twig that share one corner with the figure and fill it."""
    for form in FORMS_OF[twig]:
        own = Counter(vertex for edge in form.edges for vertex in edge.ends)
        spots = {
            (vertex.q - mine.q, vertex.r - mine.r)
            for vertex, count in uses.items()
            for mine, its in own.items()
            if vertex.end == mine.end and count + its == 3
        }
        for q, r in sorted(spots):
            if sum(Vertex(vertex.q + q, vertex.r + r, vertex.end) in uses for vertex in own) == 1:
                yield Placement(form.twig, form.turn, q, r)


# The ring: a loop around compact cells, covered twig by twig; what is not on the loop sticks out or in --------------


@dataclass(frozen=True, slots=True)
class Piece:
    """A placement that covers ``length`` sides of the loop in a row; ``spare`` are its other edges."""

    placement: Placement
    length: int
    spare: frozenset[Edge]


def ring(random: Random) -> Figure | None:
    """The twelve twigs around a random compact area, if there is a way."""
    loop = loop_around(compact(random.randint(44, 52), random, looseness=0.1))
    return ways_round(loop) if loop and len(loop) <= 52 else None


def loop_around(cells: set[Cell]) -> list[Edge] | None:
    """The sides between the cells and the others, in order; None if they are more than one loop."""
    border = {edge_at(*cell, side) for cell in cells for side in SIDES if beside(cell, side) not in cells}
    meeting: dict[Vertex, list[Edge]] = defaultdict(list)
    for edge in border:
        for vertex in edge.ends:
            meeting[vertex].append(edge)
    loop = [min(border)]
    vertex = loop[0].ends[0]
    while (following := next(edge for edge in meeting[vertex] if edge != loop[-1])) != loop[0]:
        loop.append(following)
        vertex = next(end for end in following.ends if end != vertex)
    return loop if len(loop) == len(border) else None


def ways_round(loop: list[Edge]) -> Figure | None:
    """A figure of the twelve twigs that covers the loop and encloses nothing else.

    What cannot be completed from a side with certain twigs left is not tried again.
    """
    pieces = pieces_on(loop)
    longest = {
        twig: max(piece.length for found in pieces.values() for piece in found if piece.placement.twig == twig)
        for twig in LETTERS
    }
    for start in range(-4, 1):
        for piece in pieces[start % len(loop)]:
            if piece.length + start > 0:
                search = Round(loop, pieces, longest, start, set())
                if found := search.on([piece.placement], piece.length, piece.spare):
                    return found
    return None


def pieces_on(loop: list[Edge]) -> dict[int, list[Piece]]:
    """The pieces by the number of the first side that they cover, the longest first."""
    numbers = {edge: number for number, edge in enumerate(loop)}
    pieces: dict[int, list[Piece]] = defaultdict(list)
    for placement in placements_touching(loop):
        covered = {numbers[edge] for edge in placement.edges if edge in numbers}
        firsts = [number for number in covered if (number - 1) % len(loop) not in covered]
        if len(firsts) == 1:
            spare = frozenset(edge for edge in placement.edges if edge not in numbers)
            pieces[firsts[0]].append(Piece(placement, len(covered), spare))
    for found in pieces.values():
        found.sort(key=lambda piece: (-piece.length, piece.placement))
    return pieces


def placements_touching(loop: list[Edge]) -> set[Placement]:
    """The placements that have an edge of the loop."""
    return {
        Placement(form.twig, form.turn, edge.q - own.q, edge.r - own.r)
        for form in FORMS.values()
        for own in form.edges
        for edge in loop
        if own.side == edge.side
    }


@dataclass(frozen=True, slots=True)
class Round:
    """One way round the loop from the side ``start``. ``dead``: sides covered and twigs left that lead nowhere."""

    loop: list[Edge]
    pieces: dict[int, list[Piece]]
    longest: dict[str, int]
    start: int
    dead: set[tuple[int, frozenset[str]]]

    def on(self, figure: list[Placement], covered: int, spare: frozenset[Edge]) -> Figure | None:
        """The figure completed."""
        left = frozenset(LETTERS).difference(placement.twig for placement in figure)
        if covered == len(self.loop):
            return figure if not left and solved(PUZZLES["ring"], figure) else None
        if (covered, left) in self.dead or covered + sum(self.longest[twig] for twig in left) < len(self.loop):
            return None
        for piece in self.pieces[(self.start + covered) % len(self.loop)]:
            fits = covered + piece.length <= len(self.loop) and spare.isdisjoint(piece.spare)
            if fits and piece.placement.twig in left:
                found = self.on([*figure, piece.placement], covered + piece.length, spare | piece.spare)
                if found:
                    return found
        self.dead.add((covered, left))
        return None


if __name__ == "__main__":
    main(sys.argv[1:])
