"""In what the steps of BTT differ: the square, the square pointed at, the size."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.base import Seat
from games.rules.btt.pieces import LETTERS, SIZES, TOKEN_WORDS, Move, Token
from games.rules.btt.position import Position
from games.rules.btt.words import square_words
from games.rules.facets import Facet, FacetValues
from ground.wording import gettext, gettext_noop

FACETS = (
    Facet("place", gettext_noop("Square"), is_place=True),
    Facet("target", gettext_noop("Pointing at"), is_place=True, arrow_from="place"),
    Facet("size", gettext_noop("Size")),
)
_SIZE_WORDS = {LETTERS[size]: word for size, word in SIZES.items()}


def facets_of(move: Move) -> FacetValues:
    """The values of a step; a token has a square only."""
    if isinstance(move, Token):
        return {"place": (move.at,)}
    return {"place": (move.at,), "target": (move.target,), "size": (LETTERS[move.size],)}


def value_words(facet: str, value: str) -> str:
    """A size as a word; squares have their names."""
    return gettext(_SIZE_WORDS[value]) if facet == "size" else value


def move_words(move: Move) -> str:
    """A step as it is spoken."""
    if isinstance(move, Token):
        return gettext("{kind} on {at}").format(kind=gettext(TOKEN_WORDS[move.kind]), at=move.at)
    return gettext("{sizes} pyramid on {at}, pointing at {target}").format(
        sizes=gettext(SIZES[move.size]), at=move.at, target=move.target
    )


def holdings(position: Position, seat: Seat) -> str:
    """The pyramids that a seat still has."""
    hand = zip(SIZES.values(), position.hands[seat], strict=True)
    return ", ".join(f"{count} {gettext(word)}" for word, count in hand)


def place_words(position: Position) -> Mapping[str, str]:
    """What lies on each square."""
    return {name: square_words(name, position) for name in position.variant.board.squares}
