"""The solo puzzles of the rulebook: what a solution must be, and how good it is. Pure functions, no hall of fame.

A solution is a list of placements in the notation of the game. Its order does not matter.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from games.rules.base import IllegalMove, split_steps
from games.rules.hexgrid import Edge, Vertex, at_origin, edges_around, is_connected, orientations
from games.rules.twigs.areas import areas_of
from games.rules.twigs.notation import read_placement
from games.rules.twigs.pieces import LETTERS, Placement, placement_of
from ground.wording import gettext
from ground.wording import gettext_noop as _

TRIANGLE_SIDE = 5
HEXAGONS = 15  # as many as the triangle has, and as many as one set can make
TRIANGLE = frozenset(
    edge for q in range(TRIANGLE_SIDE) for r in range(TRIANGLE_SIDE - q) for edge in edges_around((q, r))
)
TWO_HEXAGONS = "P0@0,-4; I1@2,-3; R7@1,-4"  # an example of what is no solution, but counts


@dataclass(frozen=True, slots=True)
class Puzzle:
    """One task. ``score`` counts what the task asks for and raises IllegalMove if it is not solved."""

    slug: str
    named: str
    asked: str
    sets: int  # of twelve twigs, all of which must be used
    unit: str  # of the score, in English; empty where every solution is as good as any other
    score: Callable[[Sequence[Placement]], int]
    shown: str  # what the picture of the task shows
    example: str = ""  # a few twigs that show what counts
    best_known: str = ""  # the best figure that a search of ours has found
    most: int | None = None  # no figure can have a higher score

    @property
    def title(self) -> str:
        """What it is called, in the language of the reader."""
        return gettext(self.named)

    @property
    def task(self) -> str:
        """What is to be done, in the language of the reader."""
        return gettext(self.asked)

    @property
    def example_shown(self) -> str:
        """What the picture of the task shows, in the language of the reader."""
        return gettext(self.shown)


@dataclass(frozen=True, slots=True)
class Solution:
    """A figure that solves a puzzle, as :func:`normal_form` has it, and its score: the more the better."""

    puzzle: Puzzle
    placements: tuple[Placement, ...]
    score: int

    def __str__(self) -> str:
        return "; ".join(map(str, self.placements))


def solve(puzzle: Puzzle, text: str) -> Solution:
    """The solution that the text spells out, placements between semicolons or on lines of their own.

    Two texts that differ only by order, shifts, turns or mirror give equal solutions. Raises UnreadableMove for a
    placement that cannot be read, and IllegalMove with the reason if the figure does not solve the puzzle.
    """
    placements = read_figure(text)
    _check_twigs(puzzle, placements)
    check_figure(placements)
    figure = normal_form(placements)
    return Solution(puzzle, figure, puzzle.score(figure))


def kept_solution(puzzle: Puzzle, figure: str, score: int) -> Solution:
    """The solution that was once found by :func:`solve`, without checking it again."""
    return Solution(puzzle, tuple(read_figure(figure)), score)


def read_figure(text: str) -> list[Placement]:
    """The placements that the text spells out. Raises UnreadableMove."""
    return [read_placement(step) for step in split_steps(text)]


def in_words(puzzle: Puzzle, score: int) -> str:
    """A score with its unit ("33 hexagons"); "solved" where every solution is as good as any other."""
    return f"{score} {gettext(puzzle.unit)}" if puzzle.unit else gettext("solved")


@cache
def best_known(puzzle: Puzzle) -> Solution | None:
    """The solution to beat, checked like everybody's; None where all solutions are equally good."""
    return solve(puzzle, puzzle.best_known) if puzzle.best_known else None


def normal_form(placements: Iterable[Placement]) -> tuple[Placement, ...]:
    """One and the same figure for all its shifts, turns and mirror images, with the placements in order."""
    images = zip(*(orientations(placement.edges) for placement in placements), strict=True)
    return min(map(_settled, images))


def _settled(twigs: Sequence[frozenset[Edge]]) -> tuple[Placement, ...]:
    """The placements on these edges, shifted together to the origin."""
    _, (q, r) = at_origin(edge for edges in twigs for edge in edges)
    placed = (placement_of(edge.shifted(-q, -r) for edge in edges) for edges in twigs)
    return tuple(sorted(placement for placement in placed if placement is not None))


def _check_twigs(puzzle: Puzzle, placements: Sequence[Placement]) -> None:
    used = Counter(placement.twig for placement in placements)
    missing = [twig for twig in LETTERS for _ in range(puzzle.sets - used[twig])]
    if missing:
        raise IllegalMove(gettext("Not all twigs are used: {missing} missing.").format(missing=", ".join(missing)))
    spare = [twig for twig in LETTERS if used[twig] > puzzle.sets]
    if spare:
        often = "once" if puzzle.sets == 1 else "twice"
        raise IllegalMove(
            gettext("Each twig is used {often}: too many of {spare}.").format(often=often, spare=", ".join(spare))
        )


def check_figure(placements: Sequence[Placement]) -> None:
    """Raises IllegalMove if two of the placements share an edge, or not all hang together."""
    owners: dict[Edge, Placement] = {}
    for placement in placements:
        for edge in sorted(placement.edges):
            if edge in owners:
                raise IllegalMove(
                    gettext("{owners} and {placement} share the edge {edge}.").format(
                        owners=owners[edge], placement=placement, edge=edge
                    )
                )
            owners[edge] = placement
    if not is_connected(owners):
        raise IllegalMove(
            gettext("The figure falls into parts. Every twig must touch the others for some order of placing them.")
        )


def _edges(placements: Iterable[Placement]) -> frozenset[Edge]:
    return frozenset(edge for placement in placements for edge in placement.edges)


def _is_triangle(edges: Iterable[Edge]) -> bool:
    wanted, _ = at_origin(TRIANGLE)
    return any(at_origin(image)[0] == wanted for image in orientations(edges))


def _hexagons(placements: Sequence[Placement]) -> int:
    return sum(area.size == 1 for area in areas_of(placements))


def _score_triangle(placements: Sequence[Placement]) -> int:
    if not _is_triangle(_edges(placements)):
        raise IllegalMove(
            gettext("The figure is not a triangle with {triangle_side} hexagons a side.").format(
                triangle_side=TRIANGLE_SIDE
            )
        )
    return HEXAGONS


def _score_fifteen(placements: Sequence[Placement]) -> int:
    if _is_triangle(_edges(placements)):
        raise IllegalMove(gettext("That is the triangle. The fifteen hexagons must form another figure."))
    if (count := _hexagons(placements)) < HEXAGONS:
        raise IllegalMove(
            gettext("The figure has {count} hexagons, not {hexagons}.").format(count=count, hexagons=HEXAGONS)
        )
    return HEXAGONS


def _score_maximum(placements: Sequence[Placement]) -> int:
    if not (count := _hexagons(placements)):
        raise IllegalMove(gettext("The figure has no hexagon."))
    return count


def _score_ring(placements: Sequence[Placement]) -> int:
    areas = areas_of(placements)
    if len(areas) != 1:
        raise IllegalMove(gettext("A ring encloses exactly one area; the figure has {count}.").format(count=len(areas)))
    return areas[0].size


def _score_tree(placements: Sequence[Placement]) -> int:
    ends: Counter[Vertex] = Counter(vertex for edge in _edges(placements) for vertex in edge.ends)
    leaves = sum(count == 1 for count in ends.values())
    if not leaves:
        raise IllegalMove(gettext("The figure has no leaf."))
    return leaves


# Why no score is higher (``most``). 34 hexagons have at least 3n + sqrt(12n - 3) > 122 sides, and two sets have 120
# (F. Harary and H. Harborth, Extremal animals, 1976). The twelve twigs have 31 ends; joining twelve pieces takes eleven
# contacts, and each costs at least one of them. The longest path in each twig adds up to 53, so a ring has at most 52
# sides, which surround at most 56 cells. An exhaustive search has shown that none of the 7,770 loops around 49 cells or
# more can be covered: each twig covers one stretch of the loop, turning as it does.
PUZZLES = {
    puzzle.slug: puzzle
    for puzzle in (
        Puzzle(
            "triangle",
            _("The triangle"),
            _(
                "Cover exactly the 60 sides of a triangle of hexagons, five along each edge, with the twelve twigs. "
                "There are 56 different solutions."
            ),
            sets=1,
            unit="",
            score=_score_triangle,
            shown=_("Fifteen hexagons in rows of one, two, three, four and five: these sixty sides are to be covered."),
        ),
        Puzzle(
            "fifteen",
            _("Fifteen hexagons"),
            _("Make 15 hexagons with the twelve twigs, in another figure than the triangle."),
            sets=1,
            unit="",
            score=_score_fifteen,
            shown=_("Three twigs that close two hexagons, shaded."),
            example=TWO_HEXAGONS,
        ),
        Puzzle(
            "maximum",
            _("The maximum"),
            _("Make as many hexagons as possible with two sets, 24 twigs."),
            sets=2,
            unit=_("hexagons"),
            score=_score_maximum,
            shown=_("Three twigs that close two hexagons, shaded."),
            example=TWO_HEXAGONS,
            best_known="C0@1,0; C0@6,1; H3@4,1; H11@2,0; I1@5,-1; I7@1,2; L3@3,-2; L9@2,4; P1@3,4; P3@6,-2; R7@5,-2; "
            "R11@4,3; S0@2,3; S1@5,2; T3@4,2; T4@6,-1; U2@4,0; U4@2,1; W1@1,4; W8@3,-2; X0@4,0; X2@2,1; Y4@5,0; Y5@1,3",
            most=33,
        ),
        Puzzle(
            "ring",
            _("The ring"),
            _(
                "Enclose exactly one area with the twelve twigs, as large as possible. Twigs may stick out of the "
                "ring, and into it."
            ),
            sets=1,
            unit=_("cells"),
            score=_score_ring,
            shown=_("Four twigs that enclose one area of three cells, shaded."),
            example="C0@1,1; S1@1,3; H3@3,1; R8@3,0",
            best_known="C0@4,-3; H0@0,1; I6@6,3; L9@1,2; P1@2,5; R1@1,4; S6@8,0; T0@2,-1; U2@4,4; W4@8,-3; X0@7,-3; "
            "Y2@6,-4",
            most=48,
        ),
        Puzzle(
            "tree",
            _("The tree"),
            _("Lay the twelve twigs so that they have as many leaves as possible: corners where a single side ends."),
            sets=1,
            unit=_("leaves"),
            score=_score_tree,
            shown=_("Three twigs with eight leaves, ringed."),
            example="T0@2,-5; X0@1,-5; L8@0,-5",
            best_known="C0@4,0; H1@1,1; I1@4,-1; L2@8,1; P9@2,1; R4@5,4; S8@7,2; T1@5,2; U0@5,3; W9@9,2; X0@3,0; "
            "Y4@5,0",
            most=20,
        ),
    )
}
