"""A position in sentences: what stands where, what may be played now, what a step did."""

from __future__ import annotations

from games.rules.base import Effect, Seat, Table
from games.rules.treeblox.cubes import ACTIVE_LEAVES, BOARD, BRANCH, COLOURS, LEAF, Cell, Cube, Kind, cell_at, index_of
from games.rules.treeblox.position import QUICK, Position
from ground.wording import and_list, gettext, ngettext


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
        parts.append(
            gettext("{words} in the shade{listed}").format(words=LEAF.words(len(shaded)), listed=_listed(shaded))
        )
    if cells[BRANCH]:
        parts.append(f"{BRANCH.words(len(cells[BRANCH]))}{_listed(list(map(str, cells[BRANCH])))}")
    return gettext("{name} has {parts}, and {in_hand} left to place.").format(
        name=name(seat), parts=", ".join(parts), in_hand=in_hand(position, seat)
    )


def _listed(cells: list[str]) -> str:
    return f" ({'; '.join(cells)})" if cells else ""


def name(seat: Seat) -> str:
    """A seat as a sentence begins."""
    return gettext(COLOURS[seat]).capitalize()


def count_active(count: int) -> str:
    if not count:
        return gettext("no active leaves")
    return ngettext("{count} active leaf", "{count} active leaves", count).format(count=count)


def in_hand(position: Position, seat: Seat) -> str:
    """The cubes that a seat has not placed."""
    return and_list([kind.words(position.forest.hands[seat][kind]) for kind in Kind])


def last_turn(position: Position) -> str:
    """What the running turn has placed so far or, at its beginning, what the turn before it placed, if any did."""
    if not position.last_turn:
        if position.reason:
            return gettext("Two turns in a row placed no cube")
        return gettext("{name} passed").format(name=name(1 - position.mover))
    cubes = [(position.forest.cubes[index], cell_at(index)) for index in position.last_turn]
    listed = "; ".join(f"{cube.kind.noun} {cell}" for cube, cell in cubes)
    return gettext("Last placed, by {name}: {listed}").format(name=name(cubes[0][0].seat), listed=listed)


def turn(position: Position, *, over: bool = False) -> str:
    """Who is to act and how many cubes the turn still allows, or how the game ended."""
    if position.reason:
        return _end(position)
    if over:
        return gettext("The game is over")
    if position.is_first_turn:
        return gettext("{name} is to place its first leaf in an empty board hole").format(name=name(position.mover))
    left = sum(position.forest.hands[position.mover])
    if position.is_final:
        return gettext("{name} is to place all its cubes, the final growth ({left} to go)").format(
            name=name(position.mover), left=left
        )
    still = min(position.growth - len(position.placed), left)
    if position.placed:
        more = ngettext(
            "{name} is to act: up to {count} more cube", "{name} is to act: up to {count} more cubes", still
        )
        return more.format(name=name(position.mover), count=still)
    cubes = ngettext("{name} is to act: up to {count} cube", "{name} is to act: up to {count} cubes", still)
    return cubes.format(name=name(position.mover), count=still)


def _end(position: Position) -> str:
    dark, light = position.scores
    why = gettext(": a tree has no active leaves") if position.reason == "no active leaves" else ""
    if dark == light:
        return gettext("The game is over{why}, a draw at {dark} to {light}").format(why=why, dark=dark, light=light)
    winner = 0 if dark > light else 1
    return gettext("The game is over{why}. {name} wins {dark} to {dark_2}").format(
        why=why, name=name(winner), dark=max(dark, light), dark_2=min(dark, light)
    )


def tables(position: Position) -> list[Table]:
    """The levels from the ground up, each over all columns that have a cube or a board hole."""
    cells = [cell for cell, _ in position.forest.cells()]
    columns = sorted({*BOARD, *(cell.x for cell in cells)})
    rows = sorted({*BOARD, *(cell.y for cell in cells)}, reverse=True)
    heads = tuple(f"x {x}" for x in columns)
    return [
        Table(
            gettext("Level {z}").format(z=z),
            heads,
            tuple((f"y {y}", tuple(cell_words(position, Cell(x, y, z)) for x in columns)) for y in rows),
        )
        for z in range(1, max((cell.z for cell in cells), default=1) + 1)
    ]


def cell_words(position: Position, cell: Cell) -> str:
    """What stands in a cell."""
    forest, index = position.forest, index_of(cell)
    if index not in forest.cubes:
        return gettext("empty hole") if cell.is_board_hole else gettext("empty")
    cube = forest.cubes[index]
    name = gettext(ACTIVE_LEAVES[cube.seat]) if forest.is_active(index) else cube.name
    return gettext("{name}, placed last").format(name=name) if index in position.last_turn else name


def prompt(position: Position) -> str:
    """What the seat to act does next, for those who point."""
    if position.is_first_turn:
        return gettext("Tap a hole to place your first leaf.")
    left = sum(position.forest.hands[position.mover])
    if position.is_final:
        return gettext("Final growth: place all your cubes. Left: {left}.").format(left=left)
    still = min(position.growth - len(position.placed), left)
    cubes = ngettext("Tap where to put a cube.", "Tap where to put a cube: up to {count} this turn.", still)
    return cubes.format(count=still)


def hint(position: Position) -> str:
    """What the seat to act may do, with placeholders instead of a step that could be played as it stands."""
    if position.reason:
        return gettext("The game is over.")
    cells = len(position.forest.open[position.mover])
    steps = sum(1 for _ in position.legal_moves())
    open_cells = ngettext(
        "{count} cell is open to it, {steps} steps are possible",
        "{count} cells are open to it, {steps} steps are possible",
        cells,
    ).format(count=cells, steps=steps)
    if position.is_first_turn:
        return gettext(
            '{turn}, written "L x,y,1" with x and y from 1 to 4, or a letter and a row. {open_cells}.'
        ).format(turn=turn(position), open_cells=open_cells)
    shape = gettext('Write "B x,y,z" for a branch, "L x,y,z" for a leaf (column, row, level)')
    if position.is_final:
        return f"{turn(position)}. {shape}. {open_cells}."
    return gettext("{turn}. {shape}, or pass/done to place no more. {open_cells}. {growth_rate}.").format(
        turn=turn(position), shape=shape, open_cells=open_cells, growth_rate=growth_rate(position)
    )


def growth_rate(position: Position) -> str:
    """Why a turn of the main game has its growth rate, which its beginning fixed."""
    leaves = (
        gettext("{quick} or more").format(quick=QUICK)
        if position.growth == 2
        else gettext("fewer than {quick}").format(quick=QUICK)
    )
    return gettext("The growth rate is {growth}, for {leaves} active leaves when the turn began").format(
        growth=position.growth, leaves=leaves
    )


def describe_effect(effect: Effect) -> str:
    """What happened to the seat of the effect, as the part of a sentence that follows its name."""
    cubes = f"{effect.amount} {'cube' if effect.amount == 1 else 'cubes'}"
    match effect.kind:
        case "shaded":
            return gettext("loses the sun on its leaf at {where}").format(where=effect.where)
        case "final growth":
            return gettext("has the final growth, {cubes}").format(cubes=cubes)
        case _:
            return gettext("has {cubes} left, but no open cell for a final growth").format(cubes=cubes)
