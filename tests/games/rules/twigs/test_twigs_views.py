"""What players see of Twigs: the text board, the picture, the sheet of twigs, and the position in words."""

from __future__ import annotations

import re
from random import Random
from xml.etree import ElementTree

import pytest

from games.rules.hexgrid import Edge, edge_at
from games.rules.playout import random_game
from games.rules.twigs import TWIGS
from games.rules.twigs.charts import LINES
from games.rules.twigs.pieces import COLOURS, FORMS, Placement
from games.rules.twigs.position import Position, Variant, start_position

SVG = "{http://www.w3.org/2000/svg}"
# Where the marks of the sides stand, seen from the middle of a cell: columns to the right, lines down.
AROUND = {"nw": (-1, -1), "ne": (1, -1), "w": (-2, 0), "e": (2, 0), "sw": (-1, 1), "se": (1, 1)}


def finished(seats: int, seed: int) -> list[Position]:
    return random_game(start_position(Variant(seats, "areas")), Random(seed))


def longest(seats: int, sideways: bool) -> Position:
    """A whole game that runs in one direction as far as it can."""
    position = start_position(Variant(seats, "areas"))
    while position.to_act is not None:
        position = position.play(max(position.legal_moves(), key=lambda move: (move.q, 0) if sideways else (move.r, 0)))
    return position


def edges_read(text: str) -> dict[Edge, str]:
    """The marks of the edges around all cells that show their q, as a reader finds them: row, number, side."""
    found: dict[Edge, str] = {}
    for drawing in re.split(r"\n\n", text):
        lines = drawing.splitlines()
        for number, line in enumerate(lines):
            row = re.match(r" {0,3}(-?\d+) ", line)
            if row is None:
                continue
            for label in re.finditer(r"(?<=[.o#x+@])( \d |-?\d\d? ?)(?=[.o#x+@])", line):
                middle = label.start(1) + 1
                for side, (right, down) in AROUND.items():
                    mark = lines[number + down][middle + right]
                    found[edge_at(int(label[1]), int(row[1]), side)] = mark
    return found


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("sideways", [True, False])
def test_text_board_of_the_longest_figures_fits_a_mail(seats: int, sideways: bool) -> None:
    text = TWIGS.text(longest(seats, sideways))
    assert max(map(len, text.splitlines())) <= 78
    assert ("Part 2 of" in text) == sideways


def test_parts_of_a_wide_text_board_show_all_of_it() -> None:
    position = longest(2, sideways=True)
    read = edges_read(TWIGS.text(position))
    assert {edge for placement in position.placed for edge in placement.edges} <= set(read)


def test_text_sheet_draws_each_form_around_its_cell() -> None:
    sheet = TWIGS.sheet().text.partition("\n")[2]
    assert re.findall(r"([A-Z]\d+):", sheet) == [form.name for form in FORMS.values()]
    lines = sheet.splitlines()
    for number, line in enumerate(lines):
        for name in re.finditer(r"([A-Z])(\d+):", line):
            left = name.start()
            block = []
            for below in lines[number + 1 :]:
                if not below:
                    break
                block.append(f"{below:80}"[left : left + 13])
            assert shape_of(block) == shape_in_columns(Placement(name[1], int(name[2]), 0, 0))


def shape_of(block: list[str]) -> set[tuple[int, int, str]]:
    """The lines of a drawing by their place seen from the 0."""
    zero = next((row.index("0"), y) for y, row in enumerate(block) if "0" in row)
    return {
        (x - zero[0], y - zero[1], char)
        for y, row in enumerate(block)
        for x, char in enumerate(row)
        if char in LINES.values()
    }


def shape_in_columns(placement: Placement) -> set[tuple[int, int, str]]:
    """The same from the edges: each edge beside the middle of its own cell."""
    return {(4 * q + 2 * r + AROUND[side][0], 2 * r + AROUND[side][1], LINES[side]) for q, r, side in placement.edges}


def test_picture_draws_every_twig_in_the_colour_of_its_seat() -> None:
    position = finished(3, 2)[20]
    root = ElementTree.fromstring(TWIGS.svg(position))
    strokes = [element.get("stroke") for element in root.iter(f"{SVG}path")]
    for seat in range(3):
        assert strokes.count(f"url(#seat-{COLOURS[seat]})") == len(position.placed[seat::3])
    marks = sum("s-mark" in (element.get("class") or "") for element in root.iter(f"{SVG}path"))
    assert marks == 2, "one on the board and one in the key"


def test_sheet_names_every_form() -> None:
    root = ElementTree.fromstring(TWIGS.sheet().svg)
    texts = [element.text for element in root.iter(f"{SVG}text")]
    assert texts[1:] == [form.name for form in FORMS.values()]
    assert root.findtext(f"{SVG}title")
    assert root.findtext(f"{SVG}desc")


def test_words_tell_points_twigs_areas_and_turn() -> None:
    position = finished(2, 3)[-1]
    words = TWIGS.describe(position)
    assert all(str(placement) in words for placement in position.placed)
    assert all(area.name in words for area in position.areas)
    assert "The game is over." in words
    assert TWIGS.hint(position) == "The game is over."


def test_table_tells_whose_twigs_are_on_the_sides_of_a_cell() -> None:
    position = start_position(Variant(2, "areas")).play(Placement("C", 0, 0, 0))
    (table,) = TWIGS.tables(position)
    cells = {(q, r): cell for r, row in table.rows for q, cell in zip(table.columns, row, strict=True)}
    assert cells["q 0", "r 0"] == "ice e ne nw w se"
    assert cells["q 1", "r -1"] == "ice sw"
    last = finished(2, 3)[-1]
    owned = {cell.partition(";")[0] for _, row in TWIGS.tables(last)[0].rows for cell in row if "," in cell}
    names = {None: "tied", 0: "ice", 1: "black"}
    kinds = {f"{'hexagon' if a.size == 1 else f'area of {a.size}'}, {names[a.owner]}" for a in last.areas}
    assert owned == kinds
