"""The board of Roots and Shoots in ASCII for a monospaced mail, with legend, seats and nutrients."""

from __future__ import annotations

from textwrap import fill

from games.rules.roots.grid import CENTRE, NAMES, SIZE, STAR_POINTS, Node
from games.rules.roots.pieces import COLOURS, LETTERS
from games.rules.roots.position import Position
from games.rules.roots.stages import Losing
from games.rules.roots.words import counted, turn
from ground.wording import gettext, gettext_noop

_LEGEND = (
    gettext_noop("small letter = bead   capital = bead on a nutrient that it marks"),
    gettext_noop("$ = nutrient   ? = nutrient with a value still to be rolled"),
    gettext_noop("[ ] = new in this turn or the last one   . + = empty"),
)
_AT_STAKE = gettext_noop("( ) = where an end at stake begins")
_NAMES = gettext_noop('Left: y, below: x, as in "bead x,y".')


def text_board(position: Position, *, over: bool = False) -> str:
    """The whole board with what each mark means."""
    marks = [*_LEGEND, _AT_STAKE, _NAMES] if isinstance(position.stage, Losing) else [*_LEGEND, _NAMES]
    legend = "\n".join(map(gettext, marks))
    whose_turn = fill(f"{turn(position, over=over)}.", 76)
    parts = [_board(position), legend, _seats(position, over=over), _nutrients(position), whose_turn]
    return "\n\n".join(parts) + "\n"


def _board(position: Position) -> str:
    numbers = "   " + "".join(f"{x:2} " for x in range(SIZE))
    return "\n".join(line.rstrip() for line in (*_rows(position), numbers))


def _rows(position: Position) -> list[str]:
    """The rows of nodes, the highest y first."""
    firsts = _first_beads_at_stake(position)
    rows = []
    for y in reversed(range(SIZE)):
        nodes = range(SIZE * y, SIZE * (y + 1))
        cells = (_cell(node, position, firsts) for node in nodes)
        rows.append(f"{y:2} {''.join(cells)}")
    return rows


def _cell(node: Node, position: Position, at_stake: list[Node]) -> str:
    """The three characters of a node."""
    mark = _mark(node, position)
    if node in at_stake:
        return f"({mark})"
    return f"[{mark}]" if position.recent >> node & 1 else f" {mark} "


def _first_beads_at_stake(position: Position) -> list[Node]:
    return [arm.first for arm in position.stage.arms] if isinstance(position.stage, Losing) else []


def _mark(node: Node, position: Position) -> str:
    garden = position.garden
    owner, is_sown = garden.owner(node), garden.sown >> node & 1
    if owner is not None:
        return LETTERS[owner].upper() if is_sown else LETTERS[owner]
    if is_sown:
        return "?" if garden.unvalued(node) else "$"
    return "+" if (STAR_POINTS | CENTRE) >> node & 1 else "."


def _seats(position: Position, *, over: bool) -> str:
    garden = position.garden
    lines = [gettext("           points  store   pile  board")]
    for seat in range(position.variant.seats):
        root, acts = garden.roots[seat], gettext("   to act") if position.to_act == seat and not over else ""
        counts = (garden.points[seat], garden.stores[seat], garden.piles[seat], root.beads.bit_count())
        lines.append(f"{LETTERS[seat]} {gettext(COLOURS[seat]):8}{''.join(f'{count:7}' for count in counts)}{acts}")
    return "\n".join(lines)


def _nutrients(position: Position) -> str:
    """A line a nutrient: its value, a question mark for each marker not rolled, who marks it, who has a share in it."""
    garden = position.garden
    title = gettext("Nutrients ({counted} in the stack):").format(counted=counted(garden.stack, "marker"))
    lines = [gettext("       worth  marked  shared by") if garden.nutrients else gettext("  none on the board")]
    for node, markers in garden.nutrients:
        known, hidden, marker = sum(markers), garden.unvalued(node), garden.owner(node)
        worth = "+".join(filter(None, (f"{known or ''}", "?" * hidden)))
        shared = " ".join(LETTERS[seat] for seat in garden.seats_at(node)) or "-"
        lines.append(f"{NAMES[node]:>5}  {worth:7}{'-' if marker is None else LETTERS[marker]:8}{shared}")
    return "\n".join([title, *lines])
