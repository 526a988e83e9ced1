"""A position in sentences: what stands where, what may be played now, what a step did."""

from __future__ import annotations

from games.rules.base import Effect, Seat, Table
from games.rules.treeblox.cubes import BOARD, BRANCH, COLOURS, LEAF, Cell, Cube, Kind, cell_at, index_of
from games.rules.treeblox.position import QUICK, Position


def describe(position: Position, *, over: bool = False) -> str:
    """The position in words: each tree cube by cube, what the last turn placed, who is to act."""
    sentences = [_tree(position, seat) for seat in range(2)]
    if position.forest.cubes:
        sentences.append(f"{last_turn(position)}.")
    return " ".join([*sentences, f"{turn(position, over=over)}."])


def _tree(position: Position, seat: Seat) -> str:
    forest = position.forest
    cells = {kind: [cell for cell, cube in forest.cells() if cube == Cube(seat, kind)] for kind in Kind}
    active = [
        str(cell_at(index)) for index, cube in forest.cubes.items() if cube.seat == seat and forest.is_active(index)
    ]
    shaded = [str(cell) for cell in cells[LEAF] if str(cell) not in active]
    parts = [f"{count_active(len(active))}{_listed(active)}"]
    if shaded:
        parts.append(f"{LEAF.words(len(shaded))} in the shade{_listed(shaded)}")
    if cells[BRANCH]:
        parts.append(f"{BRANCH.words(len(cells[BRANCH]))}{_listed(list(map(str, cells[BRANCH])))}")
    return f"{name(seat)} has {', '.join(parts)}, and {in_hand(position, seat)} left to place."


def _listed(cells: list[str]) -> str:
    return f" ({'; '.join(cells)})" if cells else ""


def name(seat: Seat) -> str:
    """A seat as a sentence begins."""
    return COLOURS[seat].capitalize()


def count_active(count: int) -> str:
    return f"{count or 'no'} active {'leaf' if count == 1 else 'leaves'}"


def in_hand(position: Position, seat: Seat) -> str:
    """The cubes that a seat has not placed."""
    return " and ".join(kind.words(position.forest.hands[seat][kind]) for kind in Kind)


def last_turn(position: Position) -> str:
    """What the running turn has placed so far or, at its beginning, what the turn before it placed, if any did."""
    if not position.last_turn:
        return "Two turns in a row placed no cube" if position.reason else f"{name(1 - position.mover)} passed"
    cubes = [(position.forest.cubes[index], cell_at(index)) for index in position.last_turn]
    listed = "; ".join(f"{cube.kind.name.lower()} {cell}" for cube, cell in cubes)
    return f"Last placed, by {name(cubes[0][0].seat)}: {listed}"


def turn(position: Position, *, over: bool = False) -> str:
    """Who is to act and how many cubes the turn still allows, or how the game ended."""
    if position.reason:
        return _end(position)
    if over:
        return "The game is over"
    if position.is_first_turn:
        return f"{name(position.mover)} is to place its first leaf in an empty board hole"
    left = sum(position.forest.hands[position.mover])
    if position.is_final:
        return f"{name(position.mover)} is to place all its cubes, the final growth ({left} to go)"
    still = min(position.growth - len(position.placed), left)
    more = " more" if position.placed else ""
    return f"{name(position.mover)} is to act: up to {still}{more} {'cube' if still == 1 else 'cubes'}"


def _end(position: Position) -> str:
    dark, light = position.scores
    why = ": a tree has no active leaves" if position.reason == "no active leaves" else ""
    if dark == light:
        return f"The game is over{why}, a draw at {dark} to {light}"
    winner = 0 if dark > light else 1
    return f"The game is over{why}. {name(winner)} wins {max(dark, light)} to {min(dark, light)}"


def tables(position: Position) -> list[Table]:
    """The levels from the ground up, each over all columns that have a cube or a board hole."""
    cells = [cell for cell, _ in position.forest.cells()]
    columns = sorted({*BOARD, *(cell.x for cell in cells)})
    rows = sorted({*BOARD, *(cell.y for cell in cells)}, reverse=True)
    heads = tuple(f"x {x}" for x in columns)
    return [
        Table(
            f"Level {z}",
            heads,
            tuple((f"y {y}", tuple(cell_words(position, Cell(x, y, z)) for x in columns)) for y in rows),
        )
        for z in range(1, max((cell.z for cell in cells), default=1) + 1)
    ]


def cell_words(position: Position, cell: Cell) -> str:
    """What stands in a cell."""
    forest, index = position.forest, index_of(cell)
    if index not in forest.cubes:
        return "empty hole" if cell.is_board_hole else "empty"
    state = "active " if forest.is_active(index) else ""
    colour, kind = forest.cubes[index].name.split()
    return f"{colour} {state}{kind}{', placed last' if index in position.last_turn else ''}"


def hint(position: Position) -> str:
    """What the seat to act may do, with placeholders instead of a step that could be played as it stands."""
    if position.reason:
        return "The game is over."
    cells = len(position.forest.open[position.mover])
    steps = sum(1 for _ in position.legal_moves())
    open_cells = f"{cells} {'cell is' if cells == 1 else 'cells are'} open to it, {steps} steps are possible"
    if position.is_first_turn:
        return f'{turn(position)}, written "L x,y,1" with x and y from 1 to 4, or a letter and a row. {open_cells}.'
    shape = 'Write "B x,y,z" for a branch, "L x,y,z" for a leaf (column, row, level)'
    if position.is_final:
        return f"{turn(position)}. {shape}. {open_cells}."
    return f"{turn(position)}. {shape}, or pass/done to place no more. {open_cells}. {growth_rate(position)}."


def growth_rate(position: Position) -> str:
    """Why a turn of the main game has its growth rate, which its beginning fixed."""
    leaves = f"{QUICK} or more" if position.growth == 2 else f"fewer than {QUICK}"
    return f"The growth rate is {position.growth}, for {leaves} active leaves when the turn began"


def describe_effect(effect: Effect) -> str:
    """What happened to the seat of the effect, as the part of a sentence that follows its name."""
    cubes = f"{effect.amount} {'cube' if effect.amount == 1 else 'cubes'}"
    match effect.kind:
        case "shaded":
            return f"loses the sun on its leaf at {effect.where}"
        case "final growth":
            return f"has the final growth, {cubes}"
        case _:
            return f"has {cubes} left, but no open cell for a final growth"
