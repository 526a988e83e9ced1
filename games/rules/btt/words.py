"""BTT for readers: the board in ASCII, the position in sentences, what may be played now."""

from __future__ import annotations

from itertools import zip_longest
from textwrap import wrap

from games.rules.base import Table
from games.rules.btt.board import WEDGE, Board
from games.rules.btt.coins import coins_in_words
from games.rules.btt.geometry import heading
from games.rules.btt.notation import format_move
from games.rules.btt.pieces import (
    COLOURS,
    LETTERS,
    NULL,
    ROOT,
    SIZES,
    TOKEN_WORDS,
    Content,
    Piece,
    Pyramid,
    hand_in_words,
)
from games.rules.btt.position import Position
from games.rules.btt.refusals import mover_name, shape
from ground.wording import and_list, gettext, ngettext

ARROWS = {"n": "^", "e": ">", "s": "v", "w": "<"}


def text_board(position: Position, *, over: bool = False) -> str:
    """The board for a monospaced mail, with legend, coins and pyramids left."""
    board = position.variant.board
    lines = _wedge_panels(position) if board.wedges else _grid(position)
    legend = [
        gettext("bM^ = a pyramid: owner, size (S, M, L), the way it points (^ > v <)"),
        gettext("(R) = root   ### = null   [ ] = last step   {empty}").format(
            empty=gettext("A11 = empty square") if board.wedges else gettext(". = empty")
        ),
    ]
    if board.wedges:
        seams = gettext(
            "Names outside a frame are the squares of the neighbouring wedge: where an arrow leaves the frame, "
            "it points at the one named there."
        )
        legend += wrap(seams, 76)
    return "\n".join([*lines, "", *legend, "", *_seat_lines(position, over=over)]) + "\n"


def _seat_lines(position: Position, *, over: bool) -> list[str]:
    lines = [gettext("           coins  still holds")]
    for seat, (coins, hand) in enumerate(zip(position.coins, position.hands, strict=True)):
        held = "  ".join(f"{count} {LETTERS[size]}" for size, count in zip(SIZES, hand, strict=True))
        acts = gettext("   to act") if position.to_act == seat and not over else ""
        lines.append(f"{COLOURS[seat][0]} {gettext(COLOURS[seat]):8}{coins:5}   {held}{acts}")
    return lines


def _cell(number: int, position: Position, empty: str) -> str:
    """The five characters of a square."""
    name = position.variant.board.squares[number]
    mark = _mark(name, position.squares[number], position.variant.board, empty)
    return f"[{mark}]" if name == position.last else f" {mark} "


def _mark(name: str, content: Content, board: Board, empty: str) -> str:
    if content is None:
        return empty
    if isinstance(content, Piece):
        return COLOURS[content.seat][0] + LETTERS[content.size] + ARROWS[heading(board, name, content.target)]
    return "###" if content == NULL else "(R)"


def _grid(position: Position) -> list[str]:
    board = position.variant.board
    files = "     " + "".join(f"  {file}   " for file in "abcdefgh"[: board.files])
    rule = "    +" + "-----+" * board.files
    lines = [files, rule]
    for rank in reversed(range(board.ranks)):
        cells = [_cell(rank * board.files + file, position, " . ") for file in range(board.files)]
        lines += [f" {rank + 1:2} |" + "|".join(cells) + f"| {rank + 1}", rule]
    return [line.rstrip() for line in [*lines, files]]


def _wedge_panels(position: Position) -> list[str]:
    """The wedges, two beside each other."""
    panels = [_panel(wedge, position) for wedge in range(position.variant.board.wedges)]
    lines: list[str] = []
    for pair in (panels[first : first + 2] for first in range(0, len(panels), 2)):
        rows = zip_longest(pair[0], pair[-1] if len(pair) > 1 else [], fillvalue="")
        lines += [f"{one:34}{two}".rstrip() for one, two in rows] + [""]
    while not lines[-1]:
        lines.pop()
    return lines


def _panel(wedge: int, position: Position) -> list[str]:
    """One wedge with the middle of the board at its lower left, and the names of what it touches outside."""
    board = position.variant.board
    rule = "    +" + "-----+" * len(WEDGE)
    lines = [gettext("     wedge {value}").format(value="ABCDEF"[wedge]), rule]
    for v in reversed(WEDGE):
        numbers = [wedge * 16 + (v - 1) * 4 + u - 1 for u in WEDGE]
        cells = [_cell(number, position, board.squares[number]) for number in numbers]
        lines.append(f"{_outside(board, numbers[0], wedge - 1):3} |" + "|".join(cells) + "|")
    below = [_outside(board, wedge * 16 + u - 1, wedge + 1) for u in WEDGE]
    return [*lines, rule, "     " + "".join(f" {name:3}  " for name in below)]


def _outside(board: Board, number: int, wedge: int) -> str:
    """The name of the neighbour in another wedge, blank at the edge of the board."""
    letter = "ABCDEF"[wedge % board.wedges]
    beside = [board.squares[other] for other in board.neighbours[number]]
    return next((name for name in beside if name[0] == letter), "")


def describe(position: Position, *, over: bool = False) -> str:
    """The position in words: where everything lies, coins, who is to act."""
    filled = list(zip(position.variant.board.squares, position.squares, strict=True))
    tokens = ((token, [name for name, content in filled if content == token]) for token in (NULL, ROOT))
    sentences = [
        gettext("{token} on {squares}.").format(
            token=gettext(TOKEN_WORDS[token]).capitalize(), squares=and_list(squares)
        )
        for token, squares in tokens
        if squares
    ]
    for seat in range(position.variant.seats):
        pieces = [
            format_move(Pyramid(content.size, name, content.target))
            for name, content in filled
            if isinstance(content, Piece) and content.seat == seat
        ]
        laid = ", ".join(pieces) or gettext("no pyramid laid")
        colour, coins = gettext(COLOURS[seat]).capitalize(), coins_in_words(position.coins[seat])
        sentences.append(f"{colour}, {coins}: {laid}.")
    if position.last:
        sentences.append(gettext("The last step was on {last}.").format(last=position.last))
    return " ".join([*sentences, f"{turn(position, over=over)}."])


def turn(position: Position, *, over: bool) -> str:
    """Who is to act, if anybody is."""
    return (
        gettext("The game is over")
        if over or position.to_act is None
        else gettext("{mover_name} is to act").format(mover_name=mover_name(position))
    )


def tables(position: Position) -> list[Table]:
    """The grid, or each wedge, with what lies on every square."""
    board = position.variant.board
    if board.wedges:
        return [_wedge_table(wedge, position) for wedge in "ABCDEF"[: board.wedges]]
    files = "abcdefgh"[: board.files]
    ranks = [str(rank) for rank in range(board.ranks, 0, -1)]
    rows = tuple((rank, tuple(square_words(file + rank, position) for file in files)) for rank in ranks)
    return [Table(gettext("The board by files and ranks"), tuple(files), rows)]


def _wedge_table(wedge: str, position: Position) -> Table:
    rows = tuple((f"v {v}", tuple(square_words(f"{wedge}{u}{v}", position) for u in WEDGE)) for v in reversed(WEDGE))
    return Table(gettext("Wedge {wedge}, by u and v").format(wedge=wedge), tuple(f"u {u}" for u in WEDGE), rows)


def square_words(name: str, position: Position) -> str:
    """What lies on a square."""
    content = position.at(name)
    last = gettext(", last step") if name == position.last else ""
    if isinstance(content, Piece):
        return gettext("{colours} {sizes} to {target}{last}").format(
            colours=gettext(COLOURS[content.seat]), sizes=gettext(SIZES[content.size]), target=content.target, last=last
        )
    return (gettext(TOKEN_WORDS[content]) if content else gettext("empty")) + last


def prompt(position: Position) -> str:
    """What the seat to act does next, for those who point."""
    if position.token_due == NULL:
        return gettext("Tap a square for your null, a hole that nobody can use.")
    if position.token_due is not None:
        return gettext("Tap a square for the root, at which pyramids can point.")
    return gettext("Tap a square for your pyramid.")


def hint(position: Position) -> str:
    """What the seat to act may do, without a step that could be played as it stands."""
    if position.to_act is None:
        return gettext("The game is over.")
    count = sum(1 for _ in position.legal_moves())
    if position.token_due is not None:
        return gettext("{mover_name} places a {token_due}; {count} squares are open to it: {shape}.").format(
            mover_name=mover_name(position),
            token_due=gettext(TOKEN_WORDS[position.token_due]),
            count=count,
            shape=shape(position),
        )
    hand = hand_in_words(position.hands[position.mover])
    ways = ngettext("{count} placement is possible", "{count} placements are possible", count).format(count=count)
    return gettext(
        "{mover_name} lays a pyramid pointing at a root or a pyramid beside it ({hand} left; {ways}): {shape}."
    ).format(mover_name=mover_name(position), hand=hand, ways=ways, shape=shape(position))
