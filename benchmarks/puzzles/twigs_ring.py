"""Proves that no ring of Twigs encloses more than 48 cells: ``python -m benchmarks.puzzles.twigs_ring``.

The search is exhaustive. It lists every region of 49 cells or more that twelve twigs could surround, up to turns and
mirror, and shows that twelve different twigs do not fit around any of them. A check comes first: the known ring of 48
cells must be found. It takes a minute of processor time, so it begins anew when it is interrupted.

**One loop.** The only area of a ring is a set R of cells. All other cells belong to the unbounded region, so R has no
hole, and the segments with one side in R are one simple loop. Let it have p segments. Each vertex of the loop has one
third edge, which lies outside R where R has a convex corner, and in R otherwise.

**One stretch for each twig.** A twig that covered two separate stretches of the loop would join two of its vertices by
edges off the loop. These would cut R in two or enclose cells outside R: a second area either way. So each twig covers
one stretch of consecutive segments, at most as many as its longest path. These paths add up to 53; a loop of hexagons
has an even number of segments, so p is at most 52.

**Hulls.** Say that R meets a, b and c lines of cells in the three directions. It meets each of them, so the loop
crosses each of them at least twice: p is at least 2(a + b + c). R lies in its hull, the cells of a convex hexagon on
these lines. The hulls of a + b + c = 24 and less have at most 48 cells (the program counts them), so that a + b + c is
25 or 26:

- 26: p is 52, and R meets each line in one run of cells. ``runs_in`` lists such sets row by row.
- 25: the hull has at most 52 cells, so R lacks at most three of them. ``parts_of`` lists every such set.

**Twigs around a loop.** The loop is a cyclic word of left and right turns. Which stretches a twig can cover depends on
this word only: its path must turn as the loop does, and where the twig goes on at an end of its path, the loop must
turn the other way there. ``covers_loop`` looks for twelve stretches of different twigs that follow one another; a
twig may also cover nothing. It ignores whether the edges off the loop fit together, so that it finds too much rather
than too little. The stretches may lack only 53 - p segments altogether, which leaves few loops to look at.
"""

from __future__ import annotations

import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from time import process_time
from typing import NamedTuple

from games.rules.hexgrid import SIDES, Cell, Edge, Vertex, beside, corner, edge_at
from games.rules.twigs.areas import areas_of
from games.rules.twigs.pieces import FORMS_OF, LETTERS, Form
from games.rules.twigs.puzzles import PUZZLES, best_known

Region = frozenset[Cell]
LINES = (24, 25, 26)  # of cells that hulls meet; no more fit into the longest loop
LONGEST_LOOP = 52
LEAST = 49  # cells of a region


class Stretch(NamedTuple):
    """A path in a twig as turns of the loop along it; ``start`` and ``end`` are blank where the loop may turn either
    way."""

    start: str
    turns: str  # one fewer than its segments
    end: str

    @property
    def length(self) -> int:
        return len(self.turns) + 1

    @property
    def pattern(self) -> str:
        """The turns that a loop must have where it lies."""
        return self.start + self.turns + self.end


# Regions -------------------------------------------------------------------------------------------------------------


def hulls(lines: int) -> list[Region]:
    """The convex hexagons that meet so many lines in three directions, one of all that turns and mirror exchange."""
    found = set()
    for a in range(1, lines - 1):
        for b in range(1, lines - a):
            c = lines - a - b
            for lowest in range(a + b):
                cells = [(q, r) for q in range(a) for r in range(b) if lowest <= q + r < lowest + c]
                met = [len({q for q, _ in cells}), len({r for _, r in cells}), len({q + r for q, r in cells})]
                if met == [a, b, c]:
                    found.add(min(images(cells), key=sorted))
    return sorted(found, key=sorted)


def images(cells: list[Cell]) -> Iterator[Region]:
    """The cells turned and mirrored, moved to the origin."""
    for _ in range(2):
        for _ in range(6):
            cells = [(q + r, -q) for q, r in cells]
            left, top = min(q for q, _ in cells), min(r for _, r in cells)
            yield frozenset((q - left, r - top) for q, r in cells)
        cells = [(-q - r, r) for q, r in cells]


def runs_in(hull: Region, least: int) -> Iterator[Region]:
    """The sets of so many cells or more that have one run of cells in each line of the hull, in all directions."""
    rows: dict[int, list[Cell]] = defaultdict(list)
    for q, r in sorted(hull):
        rows[r].append((q, r))
    lines = [{(q, r): 1 << q for q, r in hull}, {(q, r): 1 << q + r for q, r in hull}]  # in the other two directions

    def choose(row: int, left_out: int, met: tuple[int, int], last: tuple[int, int]) -> Iterator[tuple[Cell, ...]]:
        if row == len(rows):
            yield ()
            return
        cells = rows[row]
        for first in range(min(left_out + 1, len(cells))):
            for final in range(min(left_out + 1 - first, len(cells) - first)):
                run = cells[first : len(cells) - final]
                one, other = (sum(bits[cell] for cell in run) for bits in lines)
                if one & met[0] & ~last[0] or other & met[1] & ~last[1]:
                    continue  # a second run in a line whose first has ended
                now_met = (met[0] | one, met[1] | other)
                for others in choose(row + 1, left_out - first - final, now_met, (one, other)):
                    yield (*run, *others)

    for cells in choose(0, len(hull) - least, (0, 0), (0, 0)):
        yield frozenset(cells)


def parts_of(hull: Region, least: int) -> Iterator[Region]:
    """All sets of so many of its cells or more."""
    for count in range(len(hull) - least + 1):
        for left_out in combinations(sorted(hull), count):
            yield hull.difference(left_out)


def regions(least: int) -> Iterator[Region]:
    """Every region of so many cells or more that a loop of 52 segments can surround; some more than once."""
    for lines in LINES:
        for hull in hulls(lines):
            if len(hull) >= least:
                yield from runs_in(hull, least) if 2 * lines == LONGEST_LOOP else parts_of(hull, least)


# Loops ---------------------------------------------------------------------------------------------------------------


def segments_around(region: Region) -> int:
    return sum(beside(cell, side) not in region for cell in region for side in SIDES)


def turns_around(region: Region) -> str:
    """The turns of the loop around the region, which lies on its left; blank if it takes more than one loop."""
    next_to: dict[Vertex, Vertex] = {}
    sides = list(SIDES)
    for cell in region:
        for number, side in enumerate(sides):
            if beside(cell, side) not in region:
                before, after = sides[number - 1], sides[(number + 1) % 6]
                start = _shared(edge_at(*cell, before), edge_at(*cell, side))
                next_to[start] = _shared(edge_at(*cell, side), edge_at(*cell, after))
    first = min(next_to)
    vertices = [first]
    while (vertex := next_to[vertices[-1]]) != first:
        vertices.append(vertex)
    if len(vertices) != len(next_to):
        return ""
    count = len(vertices)
    return "".join(_turn(vertices[at - 1], vertices[at], vertices[(at + 1) % count]) for at in range(count))


def _shared(one: Edge, other: Edge) -> Vertex:
    return next(vertex for vertex in one.ends if vertex in other.ends)


def _turn(before: Vertex, at: Vertex, after: Vertex) -> str:
    (x0, y0), (x1, y1), (x2, y2) = corner(before), corner(at), corner(after)
    return "L" if (x1 - x0) * (y2 - y1) - (y1 - y0) * (x2 - x1) < 0 else "R"  # y goes down


def one_of_alike(word: str) -> str:
    """The same word for all loops that turns and mirror exchange."""
    turned = (read[at:] + read[:at] for read in (word, word[::-1]) for at in range(len(word)))
    return min(turned)


# Twigs ---------------------------------------------------------------------------------------------------------------


def stretches_of(twig: str) -> list[Stretch]:
    """Every way in which the twig can cover a part of a loop, the longest first."""
    found = {stretch for form in FORMS_OF[twig] for stretch in _stretches_in(form)}
    return sorted(found, key=lambda stretch: (-stretch.length, stretch))


def _stretches_in(form: Form) -> Iterator[Stretch]:
    beside_vertex: dict[Vertex, list[Vertex]] = defaultdict(list)
    for edge in form.edges:
        one, other = edge.ends
        beside_vertex[one].append(other)
        beside_vertex[other].append(one)
    paths = [[start] for start in beside_vertex]
    while paths:
        path = paths.pop()
        longer = [[*path, vertex] for vertex in beside_vertex[path[-1]] if vertex not in path]
        paths += longer
        if len(path) == 1:
            continue
        before = [vertex for vertex in beside_vertex[path[0]] if vertex != path[1]]
        after = [vertex for vertex in beside_vertex[path[-1]] if vertex != path[-2]]
        if len(before) > 1 or len(after) > 1:
            continue  # the loop would go on along the twig
        start = _other(_turn(before[0], path[0], path[1])) if before else ""
        end = _other(_turn(path[-2], path[-1], after[0])) if after else ""
        yield Stretch(start, "".join(map(_turn, path, path[1:], path[2:])), end)


def _other(turn: str) -> str:
    return "R" if turn == "L" else "L"


STRETCHES = {twig: stretches_of(twig) for twig in LETTERS}
LONGEST_PATTERN = max(len(stretch.pattern) for found in STRETCHES.values() for stretch in found)


def covers_loop(word: str) -> list[str] | None:
    """The letters of different twigs that cover the loop one after the other, if there are any."""
    count, around = len(word), word + word[:LONGEST_PATTERN]
    there = {twig: [one for one in stretches if one.pattern in around] for twig, stretches in STRETCHES.items()}
    longest = {twig: max((one.length for one in found), default=0) for twig, found in there.items()}
    lacking = sum(longest.values()) - count
    if lacking < 0:
        return None
    beginning: dict[int, set[tuple[str, int]]] = {at: set() for at in range(count)}
    for twig, found in there.items():
        for one in found:
            if longest[twig] - one.length <= lacking:
                for at in range(count):
                    if around.startswith(one.pattern, at):
                        beginning[(at + bool(one.start) - 1) % count].add((twig, one.length))
    dead: set[tuple[int, int, int, int]] = set()
    bits = {twig: 1 << number for number, twig in enumerate(LETTERS)}

    def go_on(start: int, covered: int, lacking: int, left: int) -> list[str] | None:
        if covered == count:
            return []
        state = (start, covered, lacking, left)
        if state in dead:
            return None
        for twig, length in beginning[(start + covered) % count]:
            still = lacking - longest[twig] + length
            if left & bits[twig] and still >= 0 and covered + length <= count:
                rest = go_on(start, covered + length, still, left - bits[twig])
                if rest is not None:
                    return [twig, *rest]
        dead.add(state)
        return None

    every = sum(bits.values())
    starts = range(1 - max(longest.values()), 1)  # some twig covers the first segment of the loop
    return next((way for at in starts if (way := go_on(at % count, 0, lacking, every)) is not None), None)


# The proof -----------------------------------------------------------------------------------------------------------


def main() -> int:
    """Print how many loops there are, and each that twigs cover; 1 if there is one, or if the known ring is missed."""
    known = best_known(PUZZLES["ring"])
    if known is None or covers_loop(turns_around(frozenset(areas_of(known.placements)[0].cells))) is None:
        print("The search misses the known ring.")
        return 1
    words: dict[str, int] = {}
    for region in regions(LEAST):
        if segments_around(region) <= LONGEST_LOOP and (word := turns_around(region)):
            words[one_of_alike(word)] = len(region)
    print(f"{len(words)} loops of at most {LONGEST_LOOP} segments surround {LEAST} cells or more", flush=True)
    sizes = Counter((size, len(word)) for word, size in words.items())
    for (size, length), count in sorted(sizes.items()):
        print(f"  {size} cells, {length} segments: {count}")
    covered = {word: found for word in words if (found := covers_loop(word)) is not None}
    for word, found in sorted(covered.items()):
        print(f"{words[word]} cells, {word}: {' '.join(found)}")
    print(f"{len(covered)} of them can be covered by twelve different twigs; {process_time():.0f} s of processor time")
    return 1 if covered else 0


if __name__ == "__main__":
    sys.exit(main())
