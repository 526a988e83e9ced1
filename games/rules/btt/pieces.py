"""The material of BTT and the steps that place it: plain values, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from games.rules.base import Seat
from ground.wording import and_list, gettext, gettext_noop

COLOURS = (
    gettext_noop("blue"),
    gettext_noop("purple"),
    gettext_noop("green"),
    gettext_noop("orange"),
    gettext_noop("red"),
    gettext_noop("yellow"),
)
SIZES = {1: gettext_noop("small"), 2: gettext_noop("medium"), 3: gettext_noop("large")}
LETTERS = {1: "S", 2: "M", 3: "L"}  # of the sizes, in steps
PYRAMIDS_OF_A_SIZE = 5

NULL: Final = "null"
ROOT: Final = "root"
TokenKind: TypeAlias = Literal["null", "root"]
TOKEN_WORDS: dict[str, str] = {NULL: gettext_noop("null"), ROOT: gettext_noop("root")}
Hand: TypeAlias = tuple[int, ...]  # how many small, medium and large pyramids a seat still holds


@dataclass(frozen=True, slots=True)
class Token:
    """The step that puts a null or a root on a square."""

    kind: TokenKind
    at: str


@dataclass(frozen=True, slots=True)
class Pyramid:
    """The step that lays a pyramid of a size on a square, pointing at a neighbouring one."""

    size: int
    at: str
    target: str


class Piece(NamedTuple):
    """A pyramid on the board."""

    seat: Seat
    size: int
    target: str


Move: TypeAlias = Token | Pyramid
Content: TypeAlias = Piece | TokenKind | None  # of a square


def name_of(content: Content) -> str:
    """What lies on a square, in words."""
    if content is None:
        return gettext("nothing")
    if isinstance(content, Piece):
        return gettext("{colour}'s {size} pyramid").format(
            colour=gettext(COLOURS[content.seat]), size=gettext(SIZES[content.size])
        )
    return gettext("a null") if content == NULL else gettext("a root")


def hand_in_words(hand: Hand) -> str:
    """The pyramids of a hand: "2 small and 1 large"."""
    held = [f"{count} {gettext(size)}" for count, size in zip(hand, SIZES.values(), strict=True) if count]
    return and_list(held) or gettext("none")
