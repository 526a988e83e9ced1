"""Treeblox, designed by Philip Olenyk (2021). The readings we chose are in RULINGS.md."""

from __future__ import annotations

from collections.abc import Mapping

from games.rules.base import JSON, Effect, Options, Rules, Seat, Table
from games.rules.facets import FacetValues
from games.rules.treeblox import charts, facets, notation, picture, schema, words
from games.rules.treeblox.cubes import COLOURS, Move
from games.rules.treeblox.position import Position, load_position, start_position
from games.wording import gettext_noop


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

    def load(self, data: JSON) -> Position:
        return load_position(data)

    def parse(self, text: str, position: Position) -> Move:
        return notation.parse_move(text, position)

    def ignores(self, text: str, position: Position) -> bool:
        return notation.is_leftover(text, position)

    def format(self, move: Move, position: Position) -> str:
        return notation.format_move(move)

    def facets_of(self, move: Move, position: Position) -> FacetValues:
        return facets.facets_of(move, position)

    def value_words(self, facet: str, value: str, position: Position) -> str:
        return facets.value_words(facet, value)

    def move_words(self, move: Move, position: Position) -> str:
        return facets.move_words(move)

    def place_words(self, position: Position) -> Mapping[str, str]:
        return facets.place_words(position)

    def holdings(self, position: Position, seat: Seat) -> str:
        return f"{words.in_hand(position, seat)} left"

    def text(self, position: Position, *, over: bool = False) -> str:
        return charts.text_board(position, over=over)

    def svg(self, position: Position, *, over: bool = False) -> str:
        return picture.svg_board(position, over=over)

    def svg_from(self, side: str, position: Position, *, over: bool = False) -> str:
        return picture.svg_board(position, over=over, quarter=self.sides.index(side))

    def describe(self, position: Position, *, over: bool = False) -> str:
        return words.describe(position, over=over)

    def tables(self, position: Position) -> list[Table]:
        return words.tables(position)

    def hint(self, position: Position) -> str:
        return words.hint(position)

    def describe_effect(self, effect: Effect) -> str:
        return words.describe_effect(effect)


TREEBLOX = Treeblox()
