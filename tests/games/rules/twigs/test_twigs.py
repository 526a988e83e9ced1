"""Twigs: the published counts, each rule and ruling, and random games against a second reading of the rules.

The second reading (``Plane``) knows nothing of bits and axial tricks: segments are pairs of points on paper.
"""

from __future__ import annotations

import json
from collections import Counter
from math import cos, pi, sin
from random import Random

import pytest

from games.rules.base import AmbiguousMove, IllegalMove, MoveError, UnreadableMove
from games.rules.hexgrid import SIDES, Cell, Edge, at_origin, beside, edge_at, edges_around, is_connected, orientations
from games.rules.playout import random_game
from games.rules.twigs import TWIGS
from games.rules.twigs.areas import Area
from games.rules.twigs.frame import CONTACT
from games.rules.twigs.pieces import FORMS, FORMS_OF, LETTERS, ORIENTATIONS, Placement, placement_at, placement_of
from games.rules.twigs.position import Position, Variant, start_position

Segment = frozenset[tuple[float, float]]
ANGLES = {side: index * pi / 3 for index, side in enumerate(SIDES)}  # of the middle of a side, anticlockwise


def segment(q: int, r: int, side: str) -> Segment:
    """The two ends of a side of a cell on paper."""
    x, y = 3**0.5 * (q + r / 2), 1.5 * r
    corners = (ANGLES[side] - pi / 6, ANGLES[side] + pi / 6)
    return frozenset((round(x + cos(angle), 3) + 0.0, round(y - sin(angle), 3) + 0.0) for angle in corners)


def segments(placement: Placement) -> set[Segment]:
    return {segment(*edge) for edge in placement.edges}


def play(steps: str, seats: int = 2, scoring: str = "areas") -> Position:
    """The position after the steps, one after the other."""
    position = start_position(Variant(seats, scoring))
    for text in steps.split(";"):
        if text.strip():
            position = position.play(TWIGS.parse(text, position))
    return position


def finished(seed: int, seats: int = 2, scoring: str = "areas") -> list[Position]:
    return random_game(start_position(Variant(seats, scoring)), Random(seed))


# The twigs


def free_figures(size: int) -> set[frozenset[Edge]]:
    """All connected figures of so many edges, one of each kind up to shifts, turns and mirror."""
    figures = {frozenset([Edge(0, 0, "e")])}
    for _ in range(size - 1):
        grown: set[frozenset[Edge]] = set()
        for figure in figures:
            vertices = {vertex for edge in figure for vertex in edge.ends}
            for cell in {cell for edge in figure for cell in edge.cells}:
                for near in (cell, *(beside(cell, side) for side in SIDES)):
                    touching = (edge for edge in edges_around(near) if not vertices.isdisjoint(edge.ends))
                    grown.update(figure | {edge} for edge in touching if edge not in figure)
        figures = {min((at_origin(turned)[0] for turned in orientations(one)), key=sorted) for one in grown}
    return figures


def test_twigs_are_all_the_figures_of_five_edges() -> None:
    found = {placement.twig for figure in free_figures(5) if (placement := placement_of(figure)) is not None}
    assert found == set(LETTERS)
    assert all(is_connected(form.edges) for form in FORMS.values())


def test_oriented_forms_are_99_with_the_published_number_for_each_twig() -> None:
    counts = {twig: len(forms) for twig, forms in FORMS_OF.items()}
    assert counts == dict(zip("CHILPRSTUWXY", (6, 12, 6, 12, 12, 12, 6, 6, 6, 12, 3, 6), strict=True))
    assert len(FORMS) == 99


def test_every_orientation_is_read_as_the_one_with_the_smallest_number() -> None:
    for twig in LETTERS:
        for turn in ORIENTATIONS:
            placement = placement_at(twig, turn, 3, -2)
            assert placement.turn <= turn
            assert (twig, placement.turn) in FORMS
            wanted = {edge.shifted(3, -2) for edge in orientations(FORMS[twig, 0].edges)[turn]}
            assert placement.edges == wanted


# Legal steps


def legal_on_paper(position: Position) -> set[Placement]:
    """The legal placements by the words of the rules, from the second step on."""
    taken = set().union(*map(segments, position.placed))
    points = {point for one in taken for point in one}
    reach = 5
    shifts = {
        (placement.q + q, placement.r + r)
        for placement in position.placed
        for q in range(-reach, reach + 1)
        for r in range(-reach, reach + 1)
    }
    found = set()
    for form in (form for twig in position.choice for form in FORMS_OF[twig]):
        for q, r in shifts:
            own = {segment(edge.q + q, edge.r + r, edge.side) for edge in form.edges}
            if own.isdisjoint(taken) and any(not points.isdisjoint(one) for one in own):
                found.add(Placement(form.twig, form.turn, q, r))
    return found


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_legal_placements_are_those_on_paper(seats: int, part: float) -> None:
    positions = finished(seats, seats)
    position = positions[round(part * (len(positions) - 1))]
    listed = list(position.legal_moves())
    assert set(listed) == legal_on_paper(position)
    assert position.count_moves() == len(listed)


def test_figure_may_grow_as_far_as_it_likes_in_any_direction() -> None:
    for direction in (max, min):
        position = start_position(Variant(4, "areas"))
        while position.to_act is not None:
            position = position.play(direction(position.legal_moves(), key=lambda move: (move.r, move.q)))
        reach = max(abs(placement.r) for placement in position.placed)
        assert reach > 60
        assert TWIGS.load(json.loads(json.dumps(position.dump()))) == position


def test_positions_are_equal_whatever_the_order_of_the_steps() -> None:
    one = play("C0@0,0; I0@-1,3; X0@1,1; L0@-1,0")
    other = play("C0@0,0; L0@-1,0; X0@1,1; I0@-1,3")
    assert one.placed != other.placed
    assert one == other
    assert hash(one) == hash(other)
    assert one != play("C0@0,0; I0@-1,3; X0@1,1; L0@1,2")


def test_random_moves_are_equally_likely() -> None:
    position = play("X0@0,0; C0@1,0")
    count = position.count_moves()
    random = Random(7)
    draws = 30 * count
    drawn = Counter(position.random_move(random) for _ in range(draws))
    assert set(drawn) == set(position.legal_moves())
    chi_squared = sum((seen - 30) ** 2 / 30 for seen in drawn.values())
    assert abs(chi_squared - (count - 1)) < 5 * (2 * count) ** 0.5


# Areas


class Plane:
    """What the segments on a table enclose, by walking from cell to cell."""

    def __init__(self, position: Position) -> None:
        seats = position.variant.seats
        self.seats = seats
        self.owners = {
            edge: step % seats for step, placement in enumerate(position.placed) for edge in segments(placement)
        }
        cells = [cell for placement in position.placed for edge in placement.edges for cell in edge.cells]
        qs, rs = [q for q, _ in cells], [r for _, r in cells]
        self.cells = {(q, r) for q in range(min(qs) - 2, max(qs) + 3) for r in range(min(rs) - 2, max(rs) + 3)}

    def region(self, start: Cell) -> set[Cell]:
        found, fresh = {start}, [start]
        while fresh:
            cell = fresh.pop()
            for side in SIDES:
                near = beside(cell, side)
                if near in self.cells and near not in found and segment(*cell, side) not in self.owners:
                    found.add(near)
                    fresh.append(near)
        return found

    def areas(self) -> dict[frozenset[Cell], int | None]:
        """The cells of each area with its owner."""
        left = self.cells - self.region(min(self.cells))
        found = {}
        while left:
            area = frozenset(self.region(min(left)))
            left -= area
            found[area] = self.owner(area)
        return found

    def owner(self, area: frozenset[Cell]) -> int | None:
        around = [segment(*cell, side) for cell in area for side in SIDES if beside(cell, side) not in area]
        counts = Counter(self.owners[one] for one in around).most_common(2)
        tied = len(counts) == 2 and counts[0][1] == counts[1][1]
        return None if tied else counts[0][0]


def as_found(areas: tuple[Area, ...]) -> dict[frozenset[Cell], int | None]:
    return {frozenset(area.cells): area.owner for area in areas}


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("scoring", ["areas", "size"])
def test_areas_and_points_are_those_on_paper(seats: int, scoring: str) -> None:
    sizes = Counter[int]()
    for seed in range(3):
        *_, before, last = finished(seed, seats, scoring)
        found = Plane(last).areas()
        assert as_found(last.areas) == found
        hexagons = {area: owner for area, owner in Plane(before).areas().items() if len(area) == 1}
        assert as_found(before.areas) == hexagons
        worth = {area: len(area) if scoring == "size" else 1 for area in found}
        points = tuple(sum(worth[area] for area in found if found[area] == seat) for seat in range(seats))
        assert last.scores == points
        sizes.update(map(len, found))
    assert sizes[1]
    assert max(sizes) > 3


def test_hexagon_is_claimed_at_once_by_the_seat_with_more_segments() -> None:
    position = play("C0@0,0; P4@1,-1")
    assert position.areas == ()
    closing = next(move for move in position.legal_moves() if edge_at(0, 0, "sw") in move.edges)
    after = position.play(closing)
    assert after.areas == (Area(((0, 0),), 0),)
    assert after.scores == (1, 0)
    assert [(effect.kind, effect.seat, effect.where, effect.amount) for effect in after.effects] == [
        ("claimed", 0, "0,0", 1)
    ]
    assert TWIGS.describe_effect(after.effects[0]) == "claims the hexagon 0,0"


def rim_of(cells: set[Cell]) -> list[Edge]:
    """The edges around the cells, one after the other."""
    left = {edge for cell in cells for edge in edges_around(cell) if len(cells.intersection(edge.cells)) == 1}
    rim = [min(left)]
    while left := left - {rim[-1]}:
        rim.append(min(edge for edge in left if set(edge.ends) & set(rim[-1].ends)))
    return rim


def test_area_counts_the_figure_that_hangs_inside_but_no_segment_that_only_sticks_into_it() -> None:
    disc = {(0, 0)}
    for _ in range(2):
        disc |= {beside(cell, side) for cell in disc for side in SIDES}
    rim = rim_of(disc)
    assert len(rim) == 30
    around = [placement_of(rim[first : first + 5]) for first in range(0, 30, 5)]
    assert None not in around
    ring = [Placement("C", 0, 0, 0), *filter(None, around[:3])]
    missing = min(edges_around((0, 0)) - ring[0].edges)
    sticking = [move for move in plugs(missing) if all(disc.issuperset(edge.cells) for edge in move.edges)]
    assert sticking
    for plug in sticking:
        far = [Placement("X", 0, 9, 0)] * 8
        pairs = zip([*ring, *far], [plug, *filter(None, around[3:]), *far], strict=True)
        twigs = [
            {"seat": seat, "twig": placement.twig, "orientation": placement.turn, "at": f"{placement.q},{placement.r}"}
            for pair in pairs
            for seat, placement in enumerate(pair, start=1)
        ]
        position = TWIGS.load(TWIGS.start(2, {"scoring": "size"}).dump() | {"twigs": twigs})
        # Without the hexagon inside it is 15 to 15; with the four sticking segments it would be 20 to 20.
        assert [(area.size, area.owner) for area in position.areas] == [(1, 0), (18, 0)]
        assert position.scores == (19, 0)


def plugs(missing: Edge) -> list[Placement]:
    """The placements that close the hexagon 0,0 with one edge and have no other of its edges."""
    shifts = [(form, edge) for form in FORMS.values() for edge in form.edges if edge.side == missing.side]
    found = [Placement(form.twig, form.turn, missing.q - edge.q, missing.r - edge.r) for form, edge in shifts]
    return [placement for placement in found if placement.edges & edges_around((0, 0)) == {missing}]


# Options and records


def test_frame_leaves_room_for_all_that_can_touch() -> None:
    distances = {
        abs(difference)
        for one in FORMS.values()
        for other in FORMS.values()
        for vertex in one.vertices
        for end in other.vertices
        if vertex.end == end.end
        for difference in (vertex.q - end.q, vertex.r - end.r)
    }
    assert max(distances) == CONTACT


# Notation


def read(text: str, position: Position) -> str:
    return str(TWIGS.parse(text, position))


@pytest.mark.parametrize(
    ("before", "text", "error", "message"),
    [
        ("X0@0,0", "Q0@0,0", UnreadableMove, "no twig Q"),
        ("X0@0,0", "C12@0,0", UnreadableMove, "C0 to C11"),
        ("X0@0,0", "C0@0,99999", UnreadableMove, "TWIG ORIENTATION@Q,R"),
        ("X0@0,0", "0,0 e, 0,0 se", UnreadableMove, "not 2"),
        ("X0@0,0", "0,0 e, 1,0 w, 0,0 se, 0,0 sw, 0,0 nw", UnreadableMove, "named twice"),
        ("X0@0,0", "0,0 e, 0,0 se, 0,0 sw, 0,0 w, 5,5 e", UnreadableMove, "do not hang together"),
        ("X0@0,0", "I 0,0 e, 0,0 se, 0,0 sw, 0,0 w, 0,0 nw", UnreadableMove, "are the twig C, not I"),
        ("X0@0,0", "Q 0,0 e, 0,0 se, 0,0 sw, 0,0 w, 0,0 nw", UnreadableMove, "no twig Q"),
        ("X0@0,0", "C0", AmbiguousMove, r"can mean C0@-1,1, C0@1,0, C0@-1,-1, C0@1,-2\."),
        ("X0@0,0", "c", AmbiguousMove, r"can mean C0@.* and 20 more\."),
        ("", "C0", UnreadableMove, "Did you mean C0@0,0"),
        ("X0@0,0", "X", UnreadableMove, "cannot be placed now"),
        ("", "C3@1,0", IllegalMove, "write C3@0,0"),
        ("C0@0,0", "C0@2,0", IllegalMove, "another shape"),
        ("C0@0,0; I0@0,-1", "C0@3,0", IllegalMove, r"Ice has placed C already\. Ice still has H, I, L"),
        ("C0@0,0", "I0@0,0", IllegalMove, "where ice's C0@0,0 lies"),
        ("C0@0,0", "I0@7,0", IllegalMove, "touches nothing"),
        ("C0@0,0", "I0@900,-900", IllegalMove, "touches nothing"),
    ],
)
def test_refusal_says_what_would_be_right(before: str, text: str, error: type[MoveError], message: str) -> None:
    with pytest.raises(error, match=message):
        TWIGS.parse(text, play(before))


def test_edges_in_any_order_under_either_name_are_read() -> None:
    position = play("X0@0,0")
    for move in list(position.legal_moves())[::17]:
        for names in (0, 1, 2, 3, 4):
            edges = Random(names).sample(sorted(move.edges), 5)
            texts = [str(edge) for edge in edges]
            texts[names] = other_name(edges[names])
            assert TWIGS.parse(", ".join(texts), position) == move
            assert TWIGS.parse(f"{move.twig.lower()} " + " ".join(texts).upper(), position) == move


def other_name(edge: Edge) -> str:
    """The name of the edge from its other cell."""
    q, r = edge.cells[1]
    return f"{q},{r} " + {"e": "w", "se": "nw", "sw": "ne"}[edge.side]


@pytest.mark.parametrize("separator", [" ", ", ", " , ", " ( "])
def test_list_of_edges_that_goes_wrong_at_its_end_is_refused_however_long_it_is(separator: str) -> None:
    with pytest.raises(UnreadableMove, match="is not a placement"):
        read(separator.join(["1,0 e"] * 400) + "!", TWIGS.start(2))


def test_spaces_around_signs_do_not_matter() -> None:
    position = TWIGS.start(2)
    for text in ("c : ( 0 , 0 ) e , 0,0 se ,0,0 sw, ( 0, 0)w,0,0 nw", "C 0 @ - 0 , + 0", "c0@(0,0)"):
        assert TWIGS.parse(text, position).twig == "C"


def test_other_orientation_of_the_same_form_is_read() -> None:
    position = play("C0@0,0")
    shifted = placement_at("I", 3, 0, 0)
    assert (shifted.turn, shifted.q, shifted.r) != (3, 0, 0)
    typed = f"I3@{-shifted.q},{-1 - shifted.r}"
    assert read(typed, position) == "I0@0,-1"
    assert read("i 0 @ (0, \N{MINUS SIGN}1)", position) == "I0@0,-1"
