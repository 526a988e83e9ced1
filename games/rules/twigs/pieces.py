"""The twelve twigs, their oriented forms and the step that places one: plain values, no rules.

A twig is a connected set of five edges. The letters are those of the literature on polyforms.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from games.rules.hexgrid import Edge, Vertex, at_origin, edge_at, orientations
from ground.wording import gettext_noop

COLOURS = (gettext_noop("ice"), gettext_noop("black"), gettext_noop("red"), gettext_noop("blue"))

# Each twig as it lies in orientation 0.
REFERENCES = {
    "C": "0,-1 se  1,-1 sw  -1,0 e   0,0 e    0,0 se",
    "H": "1,-2 se  0,-1 e   0,-1 se  1,-1 sw  0,0 e",
    "I": "0,-2 e   1,-2 sw  0,-1 e   1,-1 sw  0,0 e",
    "L": "0,-1 e   0,-1 se  1,-1 sw  -1,0 e   -1,0 se",
    "P": "0,-1 e   0,-1 se  -1,0 e   0,0 se   0,0 sw",
    "R": "0,-1 e   0,-1 se  1,-1 sw  -1,0 e   0,0 sw",
    "S": "1,-2 se  0,-1 e   1,-1 sw  0,0 e    0,0 se",
    "T": "1,-2 se  0,-1 e   0,-1 se  1,-1 sw  -1,0 e",
    "U": "0,-1 e   0,-1 se  -1,0 e   0,0 sw   -1,1 e",
    "W": "1,-2 se  0,-1 e   0,-1 se  -1,0 e   0,0 sw",
    "X": "0,-1 e   0,-1 se  0,-1 sw  1,-1 sw  -1,0 e",
    "Y": "0,-1 e   0,-1 se  1,-1 sw  -1,0 e   0,0 e",
}
LETTERS = "".join(REFERENCES)
ORIENTATIONS = range(12)  # 0-5 turned, 6-11 mirrored and then turned
EDGES_OF_A_TWIG = 5


class Form(NamedTuple):
    """A twig in one orientation, not yet moved. Orientations that are shifts of each other are one form."""

    twig: str
    turn: int  # the smallest orientation that gives it
    edges: frozenset[Edge]
    vertices: frozenset[Vertex]

    @property
    def name(self) -> str:
        return f"{self.twig}{self.turn}"


class Placement(NamedTuple):
    """The step that lays a form, moved by (q, r)."""

    twig: str
    turn: int
    q: int
    r: int

    @property
    def form(self) -> Form:
        return FORMS[self.twig, self.turn]

    @property
    def edges(self) -> frozenset[Edge]:
        return frozenset(edge.shifted(self.q, self.r) for edge in self.form.edges)

    def __str__(self) -> str:
        return f"{self.twig}{self.turn}@{self.q},{self.r}"


def _read_reference(text: str) -> frozenset[Edge]:
    words = text.split()
    cells = ([int(number) for number in cell.split(",")] for cell in words[::2])
    return frozenset(edge_at(q, r, side) for (q, r), side in zip(cells, words[1::2], strict=True))


def _all_forms() -> dict[tuple[str, int], Form]:
    """The forms by twig and orientation; an orientation that repeats an earlier one up to a shift is left out."""
    forms: dict[tuple[str, int], Form] = {}
    for twig, reference in REFERENCES.items():
        seen = set()
        for turn, edges in enumerate(orientations(_read_reference(reference))):
            shape, _ = at_origin(edges)
            if shape not in seen:
                seen.add(shape)
                vertices = frozenset(vertex for edge in edges for vertex in edge.ends)
                forms[twig, turn] = Form(twig, turn, edges, vertices)
    return forms


FORMS = _all_forms()
FORMS_OF = {twig: tuple(form for form in FORMS.values() if form.twig == twig) for twig in LETTERS}
_BY_SHAPE = {at_origin(form.edges)[0]: form for form in FORMS.values()}


def placement_of(edges: Iterable[Edge]) -> Placement | None:
    """The step that covers exactly these edges, or None if they are not a twig."""
    figure = frozenset(edges)
    if len(figure) != EDGES_OF_A_TWIG:
        return None
    shape, (q, r) = at_origin(figure)
    if (form := _BY_SHAPE.get(shape)) is None:
        return None
    _, (form_q, form_r) = at_origin(form.edges)
    return Placement(form.twig, form.turn, q - form_q, r - form_r)


@cache
def turns_alike(twig: str, turn: int) -> tuple[int, ...]:
    """All orientations that are the form shifted, that of the form first."""
    shapes = [at_origin(edges)[0] for edges in orientations(FORMS[twig, 0].edges)]
    return tuple(other for other in ORIENTATIONS if shapes[other] == shapes[turn])


def placement_at(twig: str, turn: int, q: int, r: int) -> Placement:
    """The step that lays the twig in any of its twelve orientations, moved by (q, r)."""
    edges = orientations(FORMS[twig, 0].edges)[turn]
    placement = placement_of(edge.shifted(q, r) for edge in edges)
    if placement is None:
        raise AssertionError(f"{twig} in orientation {turn} is not a form of any twig.")
    return placement
