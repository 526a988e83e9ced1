"""Treeblox, designed by Philip Olenyk (2021). The readings we chose are in RULINGS.md."""

from __future__ import annotations

from games.rules.base import Options, Rules, Seat
from games.rules.treeblox import charts, facets, notation, picture, schema, words
from games.rules.treeblox.cubes import COLOURS, Move
from games.rules.treeblox.position import Position, load_position, start_position
from ground.wording import gettext, gettext_noop


class Treeblox(Rules[Position, Move]):
    """The game as a stateless object; see :class:`games.rules.base.Rules`."""

    slug = "treeblox"
    title = "Treeblox"
    version = 1
    seats = range(2, 3)
    colours = COLOURS
    is_uneven = True  # "the first player has a slight advantage": the rulebook counts matches of two games and more
    position_schema = schema.position_schema(())
    simulations = 96
    facet_order = facets.FACETS
    sides = ("south-west", "south-east", "north-east", "north-west")
    turn_limit = gettext_noop(
        "With fewer than 3 active leaves at its beginning a turn has one cube, with 3 or more it has two."
    )

    def most_turns(self, seats: int, options: Options) -> int:
        return 128  # 64 cubes, a cube a turn, and never more than one pass between two of them

    def start(self, seats: int, options: Options | None = None) -> Position:
        self.check_options(seats, options or {})
        return start_position()

    load = staticmethod(load_position)
    parse = staticmethod(notation.parse_move)
    ignores = staticmethod(notation.is_leftover)

    def format(self, move: Move, position: Position) -> str:
        return notation.format_move(move)

    facets_of = staticmethod(facets.facets_of)

    def value_words(self, facet: str, value: str, position: Position) -> str:
        return facets.value_words(facet, value)

    def move_words(self, move: Move, position: Position) -> str:
        return facets.move_words(move)

    place_words = staticmethod(facets.place_words)

    def holdings(self, position: Position, seat: Seat) -> str:
        return gettext("{cubes} left").format(cubes=words.in_hand(position, seat))

    text = staticmethod(charts.text_board)
    svg = staticmethod(picture.svg_board)

    def svg_from(self, side: str, position: Position, *, over: bool = False) -> str:
        return picture.svg_board(position, over=over, quarter=self.sides.index(side))

    describe = staticmethod(words.describe)
    tables = staticmethod(words.tables)
    hint = staticmethod(words.hint)
    prompt = staticmethod(words.prompt)
    describe_effect = staticmethod(words.describe_effect)


TREEBLOX = Treeblox()
