"""What players see of Treeblox: the text board, the picture, and the position in words."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from xml.etree import ElementTree

import pytest

from games.rules.playout import random_game
from games.rules.treeblox import TREEBLOX
from games.rules.treeblox.cubes import Cell, Cube, Kind, Move, Place, cell_at, index_of
from games.rules.treeblox.position import Position
from games.rules.treeblox.space import look_of
from tests.games.rules.treeblox.test_treeblox import THREE_LEAVES_EACH, played

SVG = "{http://www.w3.org/2000/svg}"


def grown(longing: Callable[[int, Cell], tuple[int, ...]]) -> Position:
    """A game to the end in which each seat, branches first, places the cube for which ``longing`` is largest."""
    position = played(THREE_LEAVES_EACH)

    def worth(move: Move) -> tuple[int, ...]:
        assert isinstance(move, Place)
        return (move.kind is Kind.BRANCH, *longing(position.mover, move.cell))

    while position.to_act is not None:
        places = [move for move in position.legal_moves() if isinstance(move, Place)]
        position = position.play(max(places, key=worth) if places else next(position.legal_moves()))
    return position


TALL = grown(lambda _, cell: (cell.z, cell.x, cell.y))
WIDE = grown(lambda seat, cell: (cell.x if seat else -cell.x, -cell.z))
DEEP = grown(lambda seat, cell: (cell.y if seat else -cell.y, -cell.z))
LATE = random_game(TREEBLOX.start(2), Random(7))[-1]
every_shape = pytest.mark.parametrize("position", [TALL, WIDE, DEEP, LATE], ids=["tall", "wide", "deep", "late"])


# Text board -------------------------------------------------------------------------------------------------------


@every_shape
def test_text_board_fits_a_mail_whatever_the_trees(position: Position) -> None:
    lines = TREEBLOX.text(position).splitlines()
    assert max(map(len, lines)) <= 78


# Picture ----------------------------------------------------------------------------------------------------------


def drawn(position: Position) -> ElementTree.Element:
    return ElementTree.fromstring(TREEBLOX.svg(position))


@every_shape
def test_picture_is_as_wide_as_a_phone_and_everything_is_inside(position: Position) -> None:
    svg = drawn(position)
    width, height = map(float, svg.attrib["viewBox"].split()[2:])
    assert width == 360
    corners = [pair.split(",") for shape in svg.findall(f"{SVG}polygon") for pair in shape.attrib["points"].split()]
    assert all(0 <= float(x) <= width and 0 <= float(y) <= height for x, y in corners)
    rects = [
        {name: float(rect.attrib.get(name, 0)) for name in ("x", "y", "width", "height")}
        for rect in svg.findall(f"{SVG}rect")
    ]
    assert all(rect["x"] >= 0 and rect["x"] + rect["width"] <= width for rect in rects)
    assert all(rect["y"] >= 0 and rect["y"] + rect["height"] <= height for rect in rects)


def test_picture_marks_what_was_placed_last_in_space_and_from_above() -> None:
    def marked(shape: ElementTree.Element, part: str) -> bool:
        return part in shape.attrib.get("class", "").split()

    svg = drawn(played(f"{THREE_LEAVES_EACH}; B 1,2,1; L 1,2,2"))
    faces = [shape for shape in svg.iter(f"{SVG}polygon") if marked(shape, "s-mark")]
    assert len(faces) == 4  # one of the branch, which stands behind a leaf and carries one, and three of the leaf
    tiles = [shape for shape in svg.iter(f"{SVG}rect") if marked(shape, "f-mark")]
    assert len(tiles) == 2  # one column, and the key


def test_picture_from_each_side_has_what_the_others_hide() -> None:
    """The face in front is that of another side of the leaf in each picture; a leaf of Light covers one of them."""
    leaf = look_of(Cube(0, Kind.LEAF)).front

    def fronts(steps: str) -> list[int]:
        position = played(steps)
        pictures = [ElementTree.fromstring(TREEBLOX.svg_from(side, position)) for side in TREEBLOX.sides]
        return [sum(shape.attrib["fill"] == leaf for shape in svg.findall(f"{SVG}polygon")) for svg in pictures]

    assert fronts("L 2,2,1; L 4,4,1") == [1, 1, 1, 1]
    assert fronts("L 2,2,1; L 2,1,1") == [0, 1, 1, 1]
    assert fronts("L 2,2,1; L 3,2,1") == [1, 0, 1, 1]
    assert fronts("L 2,2,1; L 2,3,1") == [1, 1, 0, 1]
    assert fronts("L 2,2,1; L 1,2,1") == [1, 1, 1, 0]


@every_shape
def test_scene_has_every_cube_as_it_looks(position: Position) -> None:
    found = json.loads(drawn(position).findtext(f"{SVG}metadata") or "")
    assert set(found["cubes"]) == {str(cell) for cell, _ in position.forest.cells()}
    assert set(found["cubes"].values()) <= set(found["looks"])
    for cell, cube in position.forest.cells():
        is_dull = cube.kind is Kind.LEAF and not position.forest.is_active(index_of(cell))
        assert found["cubes"][str(cell)] == cube.name + (" in the shade" if is_dull else "")
    assert found["last"] == [str(cell_at(index)) for index in position.last_turn]


# Words ------------------------------------------------------------------------------------------------------------


def test_description_tells_every_cube_and_whose_turn_it_is() -> None:
    position = played("L 1,1,1; L 4,4,1; B 1,2,1; pass; B 1,2,2; pass; L 1,1,2")
    assert TREEBLOX.describe(position) == (
        "Dark has 1 active leaf (1,1,2), 1 leaf in the shade (1,1,1), 2 branches (1,2,1; 1,2,2), "
        "and 14 branches and 14 leaves left to place. "
        "Light has 1 active leaf (4,4,1), and 16 branches and 15 leaves left to place. "
        "Last placed, by Dark: leaf 1,1,2. Light is to act: up to 1 cube."
    )


@pytest.mark.parametrize(
    ("steps", "sentence"),
    [
        ("", "Dark is to place its first leaf in an empty board hole."),
        ("L 1,1,1; L 4,4,1; pass", "Dark passed. Light is to act: up to 1 cube."),
        (THREE_LEAVES_EACH, "Dark is to act: up to 2 cubes."),
        (f"{THREE_LEAVES_EACH}; B 1,2,1", "Last placed, by Dark: branch 1,2,1. Dark is to act: up to 1 more cube."),
        (
            "L 1,1,1; L 4,4,1; L 1,2,1; pass; pass",
            "Two turns in a row placed no cube. The game is over. Dark wins 2 to 1.",
        ),
        ("L 1,1,1; L 4,4,1; pass; pass", "The game is over, a draw at 1 to 1."),
        (
            "L 1,1,1; L 2,1,1; B 2,2,1; pass; B 2,2,2; pass; L 2,1,2",
            "The game is over: a tree has no active leaves. Dark wins 2 to 0.",
        ),
    ],
)
def test_description_ends_with_what_is_going_on(steps: str, sentence: str) -> None:
    assert TREEBLOX.describe(played(steps)).endswith(sentence)


def test_table_of_a_level_names_every_cube() -> None:
    ground, above = TREEBLOX.tables(played("L 1,1,1; L 4,4,1; B 1,2,1; pass; B 1,2,2; pass; L 1,1,2"))
    assert ground.columns == ("x 1", "x 2", "x 3", "x 4")
    assert ground.rows[-1] == ("y 1", ("dark leaf", "empty hole", "empty hole", "empty hole"))
    assert ground.rows[0][1][3] == "light active leaf"
    assert above.rows[-1][1][0] == "dark active leaf, placed last"
