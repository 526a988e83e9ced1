"""Steps of Twigs as text and back.

Canonical: ``C3@2,-1``, twig, orientation and shift. Also read: any of the twelve orientations of a twig, and the five
edges in any order by either of their names, ``2,-1 e, 2,-1 ne, ...``, with or without the letter of the twig.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from games.rules.base import AmbiguousMove, IllegalMove, UnreadableMove
from games.rules.hexgrid import edge_at
from games.rules.twigs.pieces import EDGES_OF_A_TWIG, LETTERS, ORIENTATIONS, Placement, placement_at, placement_of
from games.rules.twigs.refusals import SHAPE, why_not
from ground.wording import gettext

if TYPE_CHECKING:
    from games.rules.twigs.position import Position

# All of these read tightened texts. A space that two parts of a pattern could take would be tried both ways, at every
# edge of a long list.
_SPACED_SIGN = re.compile(r" ?([-+,:@()]) ?")
_CELL = r"\(?([-+]?\d{1,4}),([-+]?\d{1,4})\)?"
_EDGE = rf"{_CELL} ?(ne|nw|se|sw|e|w)\b"
_FORM = re.compile(rf"([a-z]) ?(\d{{1,2}})@{_CELL}")
_EDGES = re.compile(rf"(?:([a-z])\b[ :]?)?({_EDGE}(?:[ ,]*{_EDGE})*)")
_ONE_EDGE = re.compile(_EDGE)
_PART = re.compile(r"([a-z]) ?(\d{1,2})?@?")
_LONGEST_QUOTE = 40
_EXAMPLES = 4  # of the moves that an unfinished text could mean


def format_move(move: Placement) -> str:
    """The canonical text of a step."""
    return str(move)


def read_placement(text: str) -> Placement:
    """The placement that the text spells out, on any table. Raises UnreadableMove."""
    typed = _tightened(text)
    if (match := _FORM.fullmatch(typed)) is not None:
        return _read_form(match[1].upper(), int(match[2]), int(match[3]), int(match[4]))
    if (match := _EDGES.fullmatch(typed)) is not None:
        return _read_edges((match[1] or "").upper(), match[2])
    raise UnreadableMove(
        gettext('"{quoted}" is not a placement. One is written {shape}.').format(
            quoted=_quoted(text), shape=gettext(SHAPE)
        )
    )


def parse_move(text: str, position: Position) -> Placement:
    """The legal step that the text names. Raises UnreadableMove, AmbiguousMove or IllegalMove."""
    if (match := _PART.fullmatch(_tightened(text))) is not None and match[1].upper() in LETTERS:
        raise _unfinished(text, match[1].upper(), match[2], position)
    move = read_placement(text)
    if not position.is_legal(move):
        raise IllegalMove(why_not(move, position))
    return move


def _read_form(twig: str, turn: int, q: int, r: int) -> Placement:
    _check_twig(twig)
    if turn not in ORIENTATIONS:
        raise UnreadableMove(
            gettext("{twig}{turn} is not an orientation: they go from {twig}0 to {twig}{orientations}.").format(
                twig=twig, turn=turn, orientations=ORIENTATIONS[-1]
            )
        )
    return placement_at(twig, turn, q, r)


def _read_edges(twig: str, listed: str) -> Placement:
    """The placement on the listed edges; the letter may be empty."""
    named = [edge_at(int(q), int(r), side) for q, r, side in _ONE_EDGE.findall(listed)]
    edges = set(named)
    if twig:
        _check_twig(twig)
    if len(edges) < len(named):
        twice = next(edge for edge in named if named.count(edge) > 1)
        raise UnreadableMove(
            gettext("The edge {twice} is named twice (each edge has two names, one from either cell).").format(
                twice=twice
            )
        )
    if len(edges) != EDGES_OF_A_TWIG:
        raise UnreadableMove(
            gettext("A twig covers {edges_of_a_twig} edges, not {count}.").format(
                edges_of_a_twig=EDGES_OF_A_TWIG, count=len(edges)
            )
        )
    placement = placement_of(edges)
    if placement is None:
        raise UnreadableMove(gettext("These five edges do not hang together, so they are no twig."))
    if twig and twig != placement.twig:
        raise UnreadableMove(
            gettext("These edges are the twig {twig}, not {twig_2}: they read {placement}.").format(
                twig=placement.twig, twig_2=twig, placement=placement
            )
        )
    return placement


def _check_twig(twig: str) -> None:
    if twig not in LETTERS:
        raise UnreadableMove(
            gettext("There is no twig {twig}. The twigs are {letters}.").format(twig=twig, letters=", ".join(LETTERS))
        )


def _unfinished(text: str, twig: str, turn: str | None, position: Position) -> UnreadableMove | AmbiguousMove:
    """The answer to a twig, perhaps with an orientation, without a place."""
    turns = [int(turn)] if turn else ORIENTATIONS
    wanted = {placement_at(twig, each, 0, 0).turn for each in turns if each in ORIENTATIONS}
    found = [move for move in position.legal_moves() if move.twig == twig and move.turn in wanted]
    shown = gettext('"{quoted}" does not say where').format(quoted=_quoted(text))
    if len(found) > 1:
        few = ", ".join(map(str, found[:_EXAMPLES]))
        more = gettext(" and {count} more").format(count=len(found) - _EXAMPLES) if len(found) > _EXAMPLES else ""
        return AmbiguousMove(gettext("{shown}; it can mean {few}{more}.").format(shown=shown, few=few, more=more))
    if found:
        return UnreadableMove(gettext("{shown}. Did you mean {found}?").format(shown=shown, found=found[0]))
    return UnreadableMove(
        gettext("{shown}, and it cannot be placed now. A placement is written {shape}.").format(
            shown=shown, shape=gettext(SHAPE)
        )
    )


def _tightened(text: str) -> str:
    """The text in small letters with single spaces, and none around signs."""
    return _SPACED_SIGN.sub(r"\1", " ".join(text.lower().replace("\N{MINUS SIGN}", "-").split()))


def _quoted(text: str) -> str:
    shown = text.strip()
    return shown if len(shown) <= _LONGEST_QUOTE else shown[:_LONGEST_QUOTE] + "..."
