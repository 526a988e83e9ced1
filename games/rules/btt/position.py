"""One moment of BTT: what lies where, what each seat holds, who acts, and what a step does.

Two sets of contacts carry the speed: ``open`` has those whose own square is empty, ``live`` those whose target can be
pointed at. A placement takes one group out of the first and adds one to the second; the legal ones are in both. For
bots ``reach`` tells which contacts point at pyramids, and at whose.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterator
from functools import lru_cache, reduce
from itertools import chain
from operator import or_
from random import Random
from typing import NamedTuple

from games.rules import base
from games.rules.base import JSON, Effect, IllegalMove, Outcome, Seat, changed, check_format, lead, places_of
from games.rules.bitsets import Bits, pick, random_member
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
    reach: tuple[Bits, ...]  # by seat: the contacts that point at one of its pyramids
    last: str = ""  # the square of the last step
    effects: tuple[Effect, ...] = ()


class Outlay(NamedTuple):
    """The mover's lead in coins after it laid a pyramid, by the sizes that it holds, and the greatest of these."""

    leads: tuple[float, ...]
    most: float


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
    def turn_of(self) -> Seat | None:
        return self.to_act

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
        return tuple([held + ROOM * (free & own).bit_count() for held, own in zip(self.coins, self.reach, strict=True)])

    def rated_moves(self) -> list[tuple[float, Move]]:
        if self.to_act is None:
            return []
        if self.ply < len(self.variant.tokens):
            now = lead(self.coins, self.mover)  # nobody has room before the first pyramid
            return [(now, move) for move in self._token_moves()]
        choices = self._choices
        return [
            (room + coins, move)
            for _, room, outlay, number in self._rated_contacts()
            for coins, move in zip(outlay.leads, choices[number], strict=True)
        ]

    def likely_move(self, random: Random) -> Move:
        if self.ply < len(self.variant.tokens):
            return random.choice(self._token_moves())
        choices, rated = self._choices, self._rated_contacts()
        most = max(rated)[0]
        best = [
            move
            for worth, room, outlay, number in rated
            if worth == most
            for coins, move in zip(outlay.leads, choices[number], strict=True)
            if room + coins == most
        ]
        return random.choice(best)

    def _rated_contacts(self) -> list[tuple[float, float, Outlay, int]]:
        """By legal contact what its best placement is rated, the mover's lead in room after it, that in coins, and the
        number of the contact."""
        variant, squares, coins, seat, opened = self.variant, self.squares, self.coins, self.mover, self.open
        leaving, reaching, scoring, rivals = variant.leaving, variant.reaching, variant.scoring, variant.seats - 1
        free, sizes = opened & self.live, tuple([move.size for move in self._choices[0]])
        mine = free & self.reach[seat]
        theirs = free & reduce(or_, self.reach) & ~mine
        costless = _outlay(coins, scoring, sizes, seat, seat, 0)
        last, room = -1, 0.0
        rated = []
        for number, at, target in pick(variant.numbered, free):
            if at != last:
                last, left = at, ~leaving[at]
                own = (mine & left).bit_count() + (opened & reaching[at]).bit_count()
                room = ROOM * ((own * rivals - (theirs & left).bit_count()) / rivals)
            hit = squares[target]
            if isinstance(hit, Piece) and hit.seat != seat:
                outlay = _outlay(coins, scoring, sizes, seat, hit.seat, hit.size)
            else:
                outlay = costless
            rated.append((room + outlay.most, room, outlay, number))
        return rated

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
            self.reach,
            move.at,
        )

    def _with_pyramid(self, move: Pyramid, contact: Contact) -> Position:
        """The position after a placement that is known to be legal."""
        variant, ply, squares, hands, coins = self.variant, self.ply, self.squares, self.hands, self.coins
        seat, size, at = variant.order[ply], move.size, contact.at
        hit, effects = squares[contact.target], NO_EFFECTS
        if isinstance(hit, Piece) and hit.seat != seat:
            coins, effects = settle(coins, variant.scoring, seat, size, hit.seat, hit.size, move.target)
        hand, reach, reaching = hands[seat], self.reach, variant.reaching[at]
        return Position(
            variant,
            ply + 1,
            changed(squares, at, _piece(seat, size, move.target)),
            changed(hands, seat, changed(hand, size - 1, hand[size - 1] - 1)),
            coins,
            self.open & ~variant.leaving[at],
            self.live | reaching,
            changed(reach, seat, reach[seat] | reaching),
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
def _outlay(coins: Coins, scoring: str, sizes: tuple[int, ...], mover: Seat, owner: Seat, pointed_at: int) -> Outlay:
    """What it does to point pyramids of the sizes at one of the owner; that is free where the mover owns it."""
    if owner == mover:
        leads = [lead(coins, mover)] * len(sizes)
    else:
        leads = [lead(settle(coins, scoring, mover, size, owner, pointed_at, "")[0], mover) for size in sizes]
    return Outlay(tuple(leads), max(leads))


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
    open_, live, reach = variant.all_contacts, 0, [0] * variant.seats
    for number, content in enumerate(squares):
        if content is not None:
            open_ &= ~variant.leaving[number]
        if content not in (None, NULL):
            live |= variant.reaching[number]
        if isinstance(content, Piece):
            reach[content.seat] |= variant.reaching[number]
    ply = len(filled) - len(variant.roots)
    return Position(variant, ply, squares, hands, coins, open_, live, tuple(reach), last)
