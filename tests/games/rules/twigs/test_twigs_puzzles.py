"""The solo puzzles of the Twigs rulebook: what counts as a solution."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import product
from random import Random

import pytest

from games.rules.base import IllegalMove, UnreadableMove
from games.rules.hexgrid import edges_around
from games.rules.twigs.pieces import LETTERS, Placement, placement_of
from games.rules.twigs.puzzles import PUZZLES, best_known, read_figure, solve

SETS = {slug: puzzle.sets for slug, puzzle in PUZZLES.items()}


def text_of(placements: Iterable[Placement]) -> str:
    return "; ".join(map(str, placements))


def some_figure(sets: int, seed: int) -> tuple[Placement, ...]:
    """A connected figure of one set or two, grown at random."""
    random = Random(seed)
    figure = [Placement(LETTERS[0], 0, 0, 0)]
    for twig in (LETTERS * sets)[1:]:
        figure.append(random.choice(beside_figure(figure, twig)))
    return tuple(figure)


def beside_figure(figure: list[Placement], twig: str) -> list[Placement]:
    """The placements of the twig, not turned, that touch the figure and share no edge with it."""
    edges = {edge for placement in figure for edge in placement.edges}
    vertices = {vertex for edge in edges for vertex in edge.ends}
    near = {
        Placement(twig, 0, vertex.q + q, vertex.r + r)
        for vertex in vertices
        for q, r in product(range(-3, 4), repeat=2)
    }
    return [
        placement
        for placement in sorted(near)
        if edges.isdisjoint(placement.edges)
        and not vertices.isdisjoint(vertex for edge in placement.edges for vertex in edge.ends)
    ]


# The triangle


SOLVED = read_figure(
    "C0@0,0; H10@0,1; I7@0,2; L6@2,1; P11@2,2; R3@4,0; S7@2,1; T5@1,0; U0@0,3; W11@0,4; X1@1,3; Y5@3,0"
)


def test_triangle_is_recognised_in_any_order_place_turn_and_mirror() -> None:
    wanted = solve(PUZZLES["triangle"], text_of(SOLVED))
    images = zip(*(images_of(placement) for placement in SOLVED), strict=True)
    for image in images:
        assert solve(PUZZLES["triangle"], "\n".join(map(str, reversed(image)))) == wanted


def images_of(placement: Placement) -> list[Placement]:
    """The placement turned and mirrored about 0,0, then shifted."""
    edges = [placement.edges, frozenset(edge.mirrored() for edge in placement.edges)]
    for _ in range(5):
        edges += [frozenset(edge.turned() for edge in figure) for figure in edges[-2:]]
    found = [placement_of(edge.shifted(7, -4) for edge in figure) for figure in edges]
    return [one for one in found if one is not None]


def test_triangle_with_one_twig_elsewhere_is_none() -> None:
    moved = [*SOLVED[1:], beside_figure(list(SOLVED[1:]), SOLVED[0].twig)[0]]
    with pytest.raises(IllegalMove, match="not a triangle"):
        solve(PUZZLES["triangle"], text_of(moved))


# The other tasks


def test_triangle_is_no_solution_of_the_other_fifteen() -> None:
    with pytest.raises(IllegalMove, match="That is the triangle"):
        solve(PUZZLES["fifteen"], text_of(SOLVED))


def test_fifteen_hexagons_in_another_figure_are_a_solution() -> None:
    rows = "C1@-2,2; H9@1,0; I8@0,2; L9@2,1; P10@1,2; R2@3,2; S8@0,0; T4@3,0; U1@3,1; W5@0,0; X2@0,1; Y5@2,0"
    assert solve(PUZZLES["fifteen"], rows).score == 15


def test_too_few_hexagons_are_refused_with_their_number() -> None:
    with pytest.raises(IllegalMove, match=r"has \d+ hexagons?, not 15"):
        solve(PUZZLES["fifteen"], text_of(some_figure(1, 1)))


def test_figure_without_hexagons_is_no_solution_of_the_maximum() -> None:
    with pytest.raises(IllegalMove, match="has no hexagon"):
        solve(PUZZLES["maximum"], text_of(some_figure(2, 5)))


def test_maximum_counts_hexagons_of_two_sets() -> None:
    figure = some_figure(2, 0)
    edges = {edge for placement in figure for edge in placement.edges}
    cells = {cell for edge in edges for cell in edge.cells}
    assert solve(PUZZLES["maximum"], text_of(figure)).score == sum(edges_around(cell) <= edges for cell in cells)


def test_tree_counts_the_vertices_where_one_edge_ends() -> None:
    figure = some_figure(1, 2)
    ends = Counter(vertex for placement in figure for edge in placement.edges for vertex in edge.ends)
    leaves = [vertex for vertex, count in ends.items() if count == 1]
    assert leaves
    assert solve(PUZZLES["tree"], text_of(figure)).score == len(leaves)


def test_figure_without_leaves_is_no_tree() -> None:
    with pytest.raises(IllegalMove, match="has no leaf"):
        solve(PUZZLES["tree"], text_of(SOLVED))


def test_ring_encloses_exactly_one_area_and_counts_its_cells() -> None:
    with pytest.raises(IllegalMove, match=r"exactly one area; the figure has 15"):
        solve(PUZZLES["ring"], text_of(SOLVED))


# All of them


@pytest.mark.parametrize("slug", PUZZLES)
def test_figure_of_other_twigs_or_that_overlaps_or_falls_apart_is_refused(slug: str) -> None:
    figure = some_figure(SETS[slug], 3)
    far = figure[-1]._replace(q=9999, r=-9999)
    forms = (figure[-1]._replace(q=q, r=r) for q in range(-20, 21) for r in range(-20, 21))
    over = next(one for one in forms if one.edges & figure[0].edges)
    for text, reason in (
        (text_of(figure[:-1]), f"{figure[-1].twig} missing"),
        (text_of([*figure, figure[0]]), f"too many of {figure[0].twig}"),
        (text_of([*figure[:-1], far]), "falls into parts"),
        (text_of([*figure[:-1], over]), "share the edge"),
    ):
        with pytest.raises(IllegalMove, match=reason):
            solve(PUZZLES[slug], text)
    with pytest.raises(UnreadableMove, match="not a placement"):
        solve(PUZZLES[slug], "C0@0,0; hello")


@pytest.mark.parametrize(("slug", "score"), [("maximum", 33), ("tree", 20)])
def test_score_to_beat_is_the_most_there_can_be(slug: str, score: int) -> None:
    found = best_known(PUZZLES[slug])
    assert found is not None
    assert found.score == PUZZLES[slug].most == score
