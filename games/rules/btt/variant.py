"""What stays the same during one game of BTT: seats, options, order of acting and every step there can be.

Each *contact* is a square and a neighbour that it may point at. Contacts are numbered, so that sets of them are bits of
an integer and the legal ones of a position are ``open & live`` (see ``position``).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations, product
from typing import NamedTuple, TypeAlias

from games.rules.base import Seat
from games.rules.bitsets import Bits
from games.rules.btt.board import Board, board_for
from games.rules.btt.pieces import NULL, PYRAMIDS_OF_A_SIZE, ROOT, SIZES, Hand, Pyramid, Token, TokenKind

MARTIAN_ROOTS = {2: ("d4", "e4"), 4: ("d4", "e4", "d5", "e5")}

Choices: TypeAlias = tuple[tuple[Pyramid, ...], ...]  # by contact


class Contact(NamedTuple):
    """A square and a neighbour, by number, and the set of this contact alone."""

    at: int
    target: int
    bit: Bits


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """Made once for each set of options (:func:`variant_for`), compared by identity."""

    seats: int
    board_option: str
    scoring: str
    board: Board
    roots: tuple[str, ...]  # that stand before the first step
    tokens: tuple[TokenKind, ...]  # one placed per step, before the pyramids
    order: tuple[Seat, ...]  # who acts, by the number of steps played
    numbers: Mapping[str, int]  # of the squares, by name
    contacts: Mapping[tuple[str, str], Contact]
    numbered: tuple[tuple[int, int, int], ...]  # by contact: its number, its square and its target
    leaving: tuple[Bits, ...]  # by square: its own contacts
    reaching: tuple[Bits, ...]  # by square: the contacts that have it as target
    choices: Mapping[Hand, Choices]  # by hand, by contact: the placements in the sizes held
    token_steps: Mapping[TokenKind, tuple[Token, ...]]  # by kind, by square: legal or not

    @property
    def all_contacts(self) -> Bits:
        return (1 << len(self.contacts)) - 1


@cache
def variant_for(seats: int, board_option: str, scoring: str) -> Variant:
    """The variant of options that are known to be good."""
    board = board_for(seats, board_option)
    roots = MARTIAN_ROOTS[seats] if scoring == "martian" else ()
    tokens, order = _order(seats, board_option, bool(roots))
    pairs = [(at, target) for at, around in enumerate(board.neighbours) for target in around]
    bits = [1 << index for index in range(len(pairs))]
    names = [(board.squares[at], board.squares[target]) for at, target in pairs]
    numbers = range(len(board.squares))
    return Variant(
        seats=seats,
        board_option=board_option,
        scoring=scoring,
        board=board,
        roots=roots,
        tokens=tokens,
        order=order,
        numbers={name: number for number, name in enumerate(board.squares)},
        contacts={name: Contact(*pair, bit) for name, pair, bit in zip(names, pairs, bits, strict=True)},
        numbered=tuple((number, *pair) for number, pair in enumerate(pairs)),
        leaving=tuple(sum(bit for bit, (at, _) in zip(bits, pairs, strict=True) if at == n) for n in numbers),
        reaching=tuple(sum(bit for bit, (_, to) in zip(bits, pairs, strict=True) if to == n) for n in numbers),
        choices=_choices(names),
        token_steps={kind: tuple(Token(kind, name) for name in board.squares) for kind in (NULL, ROOT)},
    )


def _order(seats: int, board_option: str, roots_stand: bool) -> tuple[tuple[TokenKind, ...], tuple[Seat, ...]]:
    """The tokens in the order they are placed, and the seat to act by step."""
    tokens: list[TokenKind] = [NULL if seat < seats // 2 else ROOT for seat in range(seats)]
    if roots_stand:
        tokens = []
    if board_option == "square7":
        tokens = [NULL, NULL, ROOT, ROOT]
    steps = len(tokens) + 3 * PYRAMIDS_OF_A_SIZE * seats
    return tuple(tokens), tuple(step % seats for step in range(steps))


def _choices(names: list[tuple[str, str]]) -> dict[Hand, Choices]:
    """For each hand the placements by contact; hands that hold the same sizes share them."""

    def held(sizes: tuple[int, ...]) -> Choices:
        return tuple(tuple(Pyramid(size, at, target) for size in sizes) for at, target in names)

    counts = range(PYRAMIDS_OF_A_SIZE + 1)
    by_sizes = {sizes: held(sizes) for count in range(len(SIZES) + 1) for sizes in combinations(SIZES, count)}
    return {
        hand: by_sizes[tuple(size for size, count in zip(SIZES, hand, strict=True) if count)]
        for hand in product(counts, counts, counts)
    }
