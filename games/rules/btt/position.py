"""One moment of BTT: what lies where, what each seat holds, who acts, and what a step does.

Two sets of contacts carry the speed: ``open`` has those whose own square is empty, ``live`` those whose target can be
pointed at. A placement takes one group out of the first and adds one to the second; the legal ones are in both.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from random import Random
from typing import NamedTuple

from games.rules import base
from games.rules.base import JSON, Effect, IllegalMove, Outcome, Seat, changed, check_format, lead, places_of
from games.rules.bitsets import Bits, members, pick, random_member
from games.rules.btt.board import cut_squares
from games.rules.btt.coins import START, Coins, settle
from games.rules.btt.pieces import (
    LETTERS,
    NULL,
    PYRAMIDS_OF_A_SIZE,
    ROOT,
    SIZES,
    Content,
    Hand,
    Move,
    Piece,
    Pyramid,
    Token,
    TokenKind,
)
from games.rules.btt.refusals import why_not
from games.rules.btt.variant import Choices, Contact, Variant, variant_for

GAME, FORMAT = "btt", 1  # of what ``dump`` writes
ROOM = 0.25  # coins: what bots count for a contact with a pyramid of one's own
_SIZES = {letter: size for size, letter in LETTERS.items()}

NO_EFFECTS: tuple[Effect, ...] = ()

_piece = lru_cache(maxsize=2048)(Piece)  # finding one is quicker than making one


class Moment(NamedTuple):
    """What a position knows."""

    variant: Variant
    ply: int
    squares: tuple[Content, ...]  # by number of the board
    hands: tuple[Hand, ...]  # by seat, as the coins
    coins: Coins
    open: Bits
    live: Bits
    last: str = ""  # the square of the last step
    effects: tuple[Effect, ...] = ()


class Position(base.Position[Move], Moment):
    """See :class:`games.rules.base.Position`."""

    __slots__ = ()

    @property
    def key(self) -> Hashable:
        return self.variant, self.squares, self.coins

    @property
    def to_act(self) -> Seat | None:
        order = self.variant.order
        return order[self.ply] if self.ply < len(order) else None

    @property
    def mover(self) -> Seat:
        """The seat to act, for callers who know that the game goes on."""
        return self.variant.order[self.ply]

    @property
    def scores(self) -> tuple[int, ...]:
        return self.coins

    @property
    def token_due(self) -> TokenKind | None:
        """The kind of token that must be placed now, or None once the pyramids have begun."""
        tokens = self.variant.tokens
        return tokens[self.ply] if self.ply < len(tokens) else None

    def at(self, square: str) -> Content:
        """What lies on the square of that name."""
        return self.squares[self.variant.numbers[square]]

    def legal_moves(self) -> Iterator[Move]:
        if self.to_act is None:
            return iter(())
        if self.ply < len(self.variant.tokens):
            return iter(self._token_moves())
        return chain.from_iterable(pick(self._choices, self.open & self.live))

    def prospects(self) -> tuple[float, ...]:
        """Also for room: squares beside pyramids of one's own, where a step costs nothing."""
        if self.to_act is None:
            return self.coins
        free = self.open & self.live
        return tuple(
            [held + ROOM * (free & own).bit_count() for held, own in zip(self.coins, self._reach(), strict=True)]
        )

    def _reach(self) -> list[Bits]:
        """By seat, the contacts that point at one of its pyramids."""
        reach, reaching = [0] * self.variant.seats, self.variant.reaching
        for number, content in enumerate(self.squares):
            if isinstance(content, Piece):
                reach[content.seat] |= reaching[number]
        return reach

    def rated_moves(self) -> list[tuple[float, Move]]:
        if self.to_act is None:
            return []
        if self.ply < len(self.variant.tokens):
            now, reach, numbers = lead(self.coins, self.mover), self._reach(), self.variant.numbers
            return [(now + self._room_after(numbers[move.at], reach, 0), move) for move in self.legal_moves()]
        return self._rated_pyramids()

    def _rated_pyramids(self) -> list[tuple[float, Move]]:
        variant, squares, seat, reach = self.variant, self.squares, self.mover, self._reach()
        now = (lead(self.coins, seat),) * len(SIZES)
        rated: list[tuple[float, Move]] = []
        choices, pairs, last, room = self._choices, variant.pairs, -1, 0.0
        for number in members(self.open & self.live):
            at, target = pairs[number]
            if at != last:
                last, room = at, self._room_after(at, reach, variant.reaching[at] & self.open)
            hit = squares[target]
            if isinstance(hit, Piece) and hit.seat != seat:
                leads = _leads_after(self.coins, variant.scoring, seat, hit.seat, hit.size)
            else:
                leads = now
            rated += [(room + leads[move.size - 1], move) for move in choices[number]]
        return rated

    def _room_after(self, at: int, reach: Sequence[Bits], gained: Bits) -> float:
        """The mover's lead in room once the square is filled, with the contacts that a pyramid there gains it."""
        left = (self.open & self.live | gained) & ~self.variant.leaving[at]
        room = [(left & own).bit_count() for own in reach]
        room[self.mover] = (left & (reach[self.mover] | gained)).bit_count()
        return ROOM * lead(room, self.mover)

    def random_move(self, random: Random) -> Move:
        if self.ply < len(self.variant.tokens):
            return random.choice(self._token_moves())
        choices = self._choices[random_member(self.open & self.live, random)]
        return choices[int(random.random() * len(choices))]

    @property
    def _choices(self) -> Choices:
        """The placements of the seat to act by contact, legal or not: as many at each as it holds sizes."""
        return self.variant.choices[self.hands[self.mover]]

    def _token_moves(self) -> list[Token]:
        kind = self.variant.tokens[self.ply]
        cuts = self.cuts() if kind == NULL else frozenset()
        steps = enumerate(zip(self.variant.token_steps[kind], self.squares, strict=True))
        return [step for number, (step, content) in steps if content is None and number not in cuts]

    def _is_open_to_token(self, token: Token) -> bool:
        number = self.variant.numbers.get(token.at)
        if number is None or self.squares[number] is not None:
            return False
        return token.kind == ROOT or number not in self.cuts()

    def cuts(self) -> frozenset[int]:
        """The squares on which one more null would cut the board in two. Roots are no holes."""
        holes = frozenset(number for number, content in enumerate(self.squares) if content == NULL)
        return cut_squares(self.variant.board, holes)

    def is_legal(self, move: Move) -> bool:
        if isinstance(move, Token):
            return move.kind == self.token_due and self._is_open_to_token(move)
        return self._contact_of(move) is not None

    def _contact_of(self, move: Pyramid) -> Contact | None:
        """The contact of a placement if it is legal."""
        variant, ply = self.variant, self.ply
        contact = variant.contacts.get((move.at, move.target))
        if contact is None or not contact.bit & self.open & self.live or move.size not in SIZES:
            return None
        if ply < len(variant.tokens) or not self.hands[variant.order[ply]][move.size - 1]:
            return None
        return contact

    def play(self, move: Move) -> Position:
        if isinstance(move, Token):
            if self.is_legal(move):
                return self._with_token(move)
        elif contact := self._contact_of(move):
            return self._with_pyramid(move, contact)
        raise IllegalMove(why_not(move, self))

    def _with_token(self, move: Token) -> Position:
        """The position after a token step that is known to be legal."""
        variant = self.variant
        number = variant.numbers[move.at]
        return Position(
            variant,
            self.ply + 1,
            changed(self.squares, number, move.kind),
            self.hands,
            self.coins,
            self.open & ~variant.leaving[number],
            self.live | variant.reaching[number] if move.kind == ROOT else self.live,
            move.at,
        )

    def _with_pyramid(self, move: Pyramid, contact: Contact) -> Position:
        """The position after a placement that is known to be legal."""
        variant, ply, squares, hands, coins = self.variant, self.ply, self.squares, self.hands, self.coins
        seat, size, at = variant.order[ply], move.size, contact.at
        hit, effects = squares[contact.target], NO_EFFECTS
        if isinstance(hit, Piece) and hit.seat != seat:
            coins, effects = settle(coins, variant.scoring, seat, size, hit.seat, hit.size, move.target)
        hand = hands[seat]
        return Position(
            variant,
            ply + 1,
            changed(squares, at, _piece(seat, size, move.target)),
            changed(hands, seat, changed(hand, size - 1, hand[size - 1] - 1)),
            coins,
            self.open & ~variant.leaving[at],
            self.live | variant.reaching[at],
            move.at,
            effects,
        )

    def outcome(self) -> Outcome | None:
        return Outcome(places_of(self.coins), "score") if self.to_act is None else None

    def dump(self) -> JSON:
        filled = list(zip(self.variant.board.squares, self.squares, strict=True))
        return {
            "format": FORMAT,
            "game": GAME,
            "options": {
                "players": self.variant.seats,
                "board": self.variant.board_option,
                "scoring": self.variant.scoring,
            },
            "tokens": {name: content for name, content in filled if isinstance(content, str)},
            "pyramids": {
                name: {"seat": content.seat + 1, "size": LETTERS[content.size], "target": content.target}
                for name, content in filled
                if isinstance(content, Piece)
            },
            "coins": list(self.coins),
            "last": self.last,
        }


@lru_cache(maxsize=1024)
def _leads_after(coins: Coins, scoring: str, mover: Seat, owner: Seat, pointed_at: int) -> tuple[float, ...]:
    """The mover's lead in coins after it pointed a pyramid of each size at another seat's of that size."""
    return tuple([lead(settle(coins, scoring, mover, size, owner, pointed_at, "")[0], mover) for size in SIZES])


def start_position(variant: Variant) -> Position:
    """The position before the first step."""
    return _assemble(variant, dict.fromkeys(variant.roots, ROOT), (START,) * variant.seats, "")


def load_position(data: JSON) -> Position:
    """The position that :meth:`Position.dump` wrote. Raises FormatError."""
    check_format(data, GAME, FORMAT)
    options = data["options"]
    variant = variant_for(options["players"], options["board"], options["scoring"])
    pyramids = {
        name: Piece(piece["seat"] - 1, _SIZES[piece["size"]], piece["target"])
        for name, piece in data["pyramids"].items()
    }
    return _assemble(variant, {**data["tokens"], **pyramids}, tuple(data["coins"]), data["last"])


def _assemble(variant: Variant, filled: dict[str, Content], coins: Coins, last: str) -> Position:
    """A position from what cannot be worked out: the squares, the coins and the last square played."""
    squares = tuple(filled.get(name) for name in variant.board.squares)
    placed = Counter((piece.seat, piece.size) for piece in squares if isinstance(piece, Piece))
    hands: tuple[Hand, ...] = tuple(
        tuple(PYRAMIDS_OF_A_SIZE - placed[seat, size] for size in SIZES) for seat in range(variant.seats)
    )
    open_, live = variant.all_contacts, 0
    for number, content in enumerate(squares):
        if content is not None:
            open_ &= ~variant.leaving[number]
        if content not in (None, NULL):
            live |= variant.reaching[number]
    return Position(variant, len(filled) - len(variant.roots), squares, hands, coins, open_, live, last)
