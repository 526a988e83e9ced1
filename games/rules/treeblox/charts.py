"""The forest as charts: from above, and level by level; and both as the text board of a mail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import zip_longest
from textwrap import wrap
from typing import TypeAlias

from games.rules.base import Seat
from games.rules.treeblox.cubes import BOARD, BRANCH, LEAF, Cell, Cube, cell_at
from games.rules.treeblox.position import Position
from games.rules.treeblox.words import count_active, in_hand, last_turn, name, turn
from ground.wording import gettext

WIDTH = 78
GAP = 3  # characters between charts that stand side by side
EDGE = 4  # characters of the row numbers

Spot: TypeAlias = tuple[int, int]  # column x, row y
Chart: TypeAlias = dict[Spot, str]

MARKS = {Cube(0, BRANCH): "#", Cube(0, LEAF): "@", Cube(1, BRANCH): "+", Cube(1, LEAF): "o"}
BOARD_SPOTS = [(x, y) for y in BOARD for x in BOARD]


def text_board(position: Position, *, over: bool = False) -> str:
    """The board for a monospaced mail: who has what, the forest from above, its levels from the ground up."""
    lines = [f"{turn(position, over=over)}.", "", *(_seat(position, seat) for seat in range(2))]
    if position.forest.cubes:
        lines += ["", *wrap(f"{last_turn(position)}.", WIDTH, subsequent_indent="  ")]
    lines += ["", gettext("Seen from above (top cube and its level; every leaf you see here is active):"), ""]
    lines += _side_by_side(_blocks("", from_above(position), 5))
    lines += ["", gettext("Level by level, from the ground up:"), ""]
    charts = levels(position, over=over)
    lines += _side_by_side(
        block
        for level in sorted(charts)
        for block in _blocks(gettext("Level {level}").format(level=level), charts[level], 3)
    )
    return "\n".join([*lines, "", _legend(position, over=over)]) + "\n"


def top_cubes(position: Position) -> dict[Spot, tuple[Cell, Cube]]:
    """What is seen from straight above: of each column the topmost cube."""
    forest = position.forest
    tops = ((cell_at(index), forest.cubes[index]) for index in forest.tops.values())
    return {(cell.x, cell.y): (cell, cube) for cell, cube in tops}


def from_above(position: Position) -> Chart:
    """The chart of the top cubes, over the board."""
    last = set(map(cell_at, position.last_turn))
    chart = dict.fromkeys(BOARD_SPOTS, " .")
    for spot, (cell, cube) in top_cubes(position).items():
        chart[spot] = _framed(f"{MARKS[cube]}{cell.z}", cell in last)
    return chart


def shown_spots(position: Position) -> list[Spot]:
    """The columns of the map: the rectangle over the board, all trees and the cells open to the seat to act."""
    spots = [*BOARD_SPOTS, *top_cubes(position)]
    spots += [(cell.x, cell.y) for cell in open_beside_branches(position, over=False)]
    columns, rows = ([spot[axis] for spot in spots] for axis in (0, 1))
    return [(x, y) for y in range(min(rows), max(rows) + 1) for x in range(min(columns), max(columns) + 1)]


def levels(position: Position, *, over: bool) -> dict[int, Chart]:
    """A chart of each level, with the cells that are open to the seat to act."""
    last = set(map(cell_at, position.last_turn))
    charts: dict[int, Chart] = defaultdict(dict)
    charts[1].update(dict.fromkeys(BOARD_SPOTS, " ."))
    for x, y, z in open_beside_branches(position, over=over):
        charts[z][x, y] = " :"
    for cell, cube in position.forest.cells():
        charts[cell.z][cell.x, cell.y] = _framed(MARKS[cube], cell in last)
    return charts


def open_beside_branches(position: Position, *, over: bool) -> Iterator[Cell]:
    """The cells open to the seat to act that are no board holes."""
    if over or position.to_act is None:
        return iter(())
    return (cell for cell in map(cell_at, position.forest.open[position.mover]) if not cell.is_board_hole)


def _framed(mark: str, is_last: bool) -> str:
    return f"[{mark}]" if is_last else f" {mark}"


def _seat(position: Position, seat: Seat) -> str:
    leaf, branch = MARKS[Cube(seat, LEAF)], MARKS[Cube(seat, BRANCH)]
    active = count_active(position.scores[seat])
    return gettext("{name} {leaf} leaf  {branch} branch   {active}; {in_hand} left").format(
        name=f"{name(seat):6}", leaf=leaf, branch=branch, active=active, in_hand=in_hand(position, seat)
    )


def _legend(position: Position, *, over: bool) -> str:
    parts = [gettext("[ ] placed last"), gettext(". empty board hole")]
    if any(open_beside_branches(position, over=over)):
        parts.append(gettext(": open to {name} at its branches").format(name=name(position.mover)))
    return "   ".join(parts)


def _blocks(title: str, chart: Chart, width: int) -> Iterator[list[str]]:
    """A chart as lines, cells ``width`` characters wide, row 1 below; in several blocks if it is too wide for one."""
    columns = range(min(x for x, _ in chart), max(x for x, _ in chart) + 1)
    rows = range(max(y for _, y in chart), min(y for _, y in chart) - 1, -1)
    width += columns[0] < -9  # keeps three-character numbers apart
    step = (WIDTH - EDGE) // width
    for part in (columns[first : first + step] for first in range(0, len(columns), step)):
        head = "".join(f"{x:2}".ljust(width) for x in part)
        lines = [f"{y:3} " + "".join(chart.get((x, y), "").ljust(width) for x in part) for y in rows]
        yield [*([title] if title else []), f"y\\x {head}", *lines]


def _side_by_side(blocks: Iterable[list[str]]) -> list[str]:
    """Blocks of lines in rows as wide as a mail, an empty line between the rows."""
    rows: list[list[list[str]]] = []
    room = 0
    for block in blocks:
        width = max(map(len, block)) + GAP
        if width - GAP > room:
            rows.append([])
            room = WIDTH
        rows[-1].append([line.ljust(width) for line in block])
        room -= width
    lines: list[str] = []
    for row in rows:
        blank = ["".ljust(len(block[0])) for block in row]
        filled = (zip(parts, blank, strict=True) for parts in zip_longest(*row))
        lines += ["".join(part or gap for part, gap in parts).rstrip() for parts in filled] + [""]
    return lines[:-1]
