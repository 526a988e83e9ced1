"""Figures of the solo puzzles as SVG: each twig in another colour than those it touches, with its letter."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from games.rules.base import MoveError
from games.rules.drawing import SMALLEST, WIDTH, element, label, picture, points, toned
from games.rules.hexgrid import Cell, Vertex, centre, corner, edges_around, outline
from games.rules.twigs.areas import Area, areas_of
from games.rules.twigs.pieces import Placement
from games.rules.twigs.plan import Plan, fitted, grid, ground, path_of, stroked, twig
from games.rules.twigs.puzzles import TRIANGLE, Puzzle, Solution, check_figure, in_words, read_figure
from ground.wording import gettext

COLOURS = ("ice", "red", "yellow", "blue", "green", "purple", "orange", "black")
READABLE = 18.0  # side of a cell that has room for its name
FAR = 99  # from 0,0: no figure that begins there reaches so far
LEAVES = "leaves"  # what a tree is counted by


def svg_solution(solution: Solution) -> str:
    """A solution as a stand-alone SVG, with what it is counted by marked: areas shaded, leaves ringed."""
    puzzle = solution.puzzle
    title = f"{puzzle.title}: {in_words(puzzle, solution.score)}"
    return _svg_figure(
        title,
        gettext("The twigs {solution}.").format(solution=solution),
        solution.placements,
        marks_leaves=puzzle.unit == LEAVES,
    )


def svg_task(puzzle: Puzzle) -> str:
    """What a puzzle asks for, as a stand-alone SVG: the empty triangle, or an example with a few twigs."""
    if puzzle.example:
        title = gettext("{puzzle}: what counts").format(puzzle=puzzle.title)
        return _svg_figure(title, puzzle.example_shown, read_figure(puzzle.example), marks_leaves=puzzle.unit == LEAVES)
    plan, height = fitted({cell for edge in TRIANGLE for cell in edge.cells})
    line = path_of(sorted(TRIANGLE), plan)
    names = _names({cell for edge in TRIANGLE for cell in edge.cells if edges_around(cell) <= TRIANGLE}, plan)
    body = [stroked(line, plan.side * 0.3, "edge"), stroked(line, plan.side * 0.3 - 1.6, "paper"), *names]
    return picture(gettext("The triangle, empty"), puzzle.example_shown, WIDTH, height, body, ())


def svg_attempt(puzzle: Puzzle, text: str) -> str:
    """What a text spells out that solves nothing, as far as it is a figure; empty if it is none or lies far out."""
    try:
        placements = read_figure(text)
        check_figure(placements)
    except MoveError:
        return ""
    if any(abs(number) > FAR for placement in placements for number in (placement.q, placement.r)):
        return ""
    words = gettext("The twigs {map}.").format(map="; ".join(map(str, placements)))
    return _svg_figure(
        gettext("{puzzle}: what you sent").format(puzzle=puzzle.title),
        words,
        placements,
        marks_leaves=puzzle.unit == LEAVES,
    )


def _svg_figure(title: str, words: str, placements: Sequence[Placement], *, marks_leaves: bool) -> str:
    areas = areas_of(placements)
    cells = {cell for placement in placements for edge in placement.edges for cell in edge.cells}
    cells |= {cell for area in areas for cell in area.cells}
    plan, height = fitted(cells)
    colours = _coloured(placements)
    body = [
        ground(cells, plan),
        *_shaded(areas, plan),
        grid(cells, plan),
        *_names(cells, plan),
        *_twigs(placements, colours, plan),
        *(_leaves(placements, plan) if marks_leaves else ()),
    ]
    return picture(title, words, WIDTH, height, body, sorted(set(colours)))


def _names(cells: Iterable[Cell], plan: Plan) -> Iterator[str]:
    """The names of the cells, where there is room for them."""
    if plan.side < READABLE:
        return
    for cell in sorted(cells):
        x, y = plan.at(centre(cell))
        yield label("{},{}".format(*cell), x, y, SMALLEST, fill="faint")


def _vertices(placement: Placement) -> frozenset[Vertex]:
    return frozenset(vertex for edge in placement.edges for vertex in edge.ends)


def _coloured(placements: Sequence[Placement]) -> list[str]:
    """A colour for each placement, other than those of the ones before it that it touches."""
    chosen: list[str] = []
    for placement in placements:
        others = zip(placements, chosen, strict=False)
        taken = {colour for other, colour in others if _vertices(other) & _vertices(placement)}
        chosen.append(next((colour for colour in COLOURS if colour not in taken), COLOURS[0]))
    return chosen


def _shaded(areas: Iterable[Area], plan: Plan) -> Iterator[str]:
    for area in areas:
        for cell in area.cells:
            yield toned("polygon", fill="mark", fill_opacity=0.5, points=points(map(plan.at, outline(cell))))


def _twigs(placements: Sequence[Placement], colours: Iterable[str], plan: Plan) -> Iterator[str]:
    letters = []
    for placement, colour in zip(placements, colours, strict=True):
        yield from twig(placement.edges, plan, colour)
        letters += list(_letter(placement, plan))
    yield element("g", *letters)


def _letter(placement: Placement, plan: Plan) -> Iterator[str]:
    """The letter of the twig on a disc, on that of its edges which is nearest to its middle."""
    middles = [_middle(plan.at(corner(one)), plan.at(corner(two))) for one, two in (e.ends for e in placement.edges)]
    mean_x, mean_y = sum(x for x, _ in middles) / len(middles), sum(y for _, y in middles) / len(middles)
    x, y = min(middles, key=lambda spot: ((spot[0] - mean_x) ** 2 + (spot[1] - mean_y) ** 2, spot))
    yield toned("circle", fill="paper", stroke="edge", stroke_width=0.8, cx=x, cy=y, r=6.5)
    yield label(placement.twig, x, y, 10)


def _middle(one: tuple[float, float], two: tuple[float, float]) -> tuple[float, float]:
    return (one[0] + two[0]) / 2, (one[1] + two[1]) / 2


def _leaves(placements: Iterable[Placement], plan: Plan) -> Iterator[str]:
    """A ring around each loose end."""
    uses = Counter(vertex for placement in placements for edge in placement.edges for vertex in edge.ends)
    for vertex in sorted(vertex for vertex, count in uses.items() if count == 1):
        x, y = plan.at(corner(vertex))
        yield toned("circle", stroke="ink", stroke_width=1.4, cx=x, cy=y, r=plan.side * 0.35)
