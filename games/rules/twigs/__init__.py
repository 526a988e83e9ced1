"""Twigs, designed by Néstor Romeral Andrés. The readings we chose are in RULINGS.md."""

from __future__ import annotations

from functools import cache

from games.rules.base import Option, Options, Rules, Sheet
from games.rules.facets import FacetValues
from games.rules.twigs import charts, facets, notation, picture, schema, words
from games.rules.twigs.pieces import COLOURS, LETTERS, Placement
from games.rules.twigs.position import Position, Variant, load_position, start_position
from ground.wording import gettext
from ground.wording import gettext_noop as _


class Twigs(Rules[Position, Placement]):
    """The game as a stateless object; see :class:`games.rules.base.Rules`."""

    slug = "twigs"
    title = "Twigs"
    version = 1
    seats = range(2, 5)
    colours = COLOURS
    options = (
        Option(
            "scoring",
            ("areas", "size"),
            _("what an area is worth: 1, or the number of its hexes"),
            title=_("scoring"),
            words=(_("areas"), _("size")),
        ),
    )
    position_schema = schema.position_schema(options)
    facet_order = facets.FACETS

    def most_turns(self, seats: int, options: Options) -> int:
        return seats * len(LETTERS)

    def start(self, seats: int, options: Options | None = None) -> Position:
        checked = self.check_options(seats, options or {})
        return start_position(Variant(seats, str(checked["scoring"])))

    load = staticmethod(load_position)
    parse = staticmethod(notation.parse_move)

    def format(self, move: Placement, position: Position) -> str:
        return notation.format_move(move)

    def facets_of(self, move: Placement, position: Position) -> FacetValues:
        return facets.facets_of(move)

    def value_words(self, facet: str, value: str, position: Position) -> str:
        return facets.value_words(facet, value)

    def move_words(self, move: Placement, position: Position) -> str:
        return facets.move_words(move)

    def move_picture(self, move: Placement) -> str:
        return facets.move_picture(move.twig, move.turn)

    withheld = staticmethod(facets.withheld)
    place_words = staticmethod(facets.place_words)
    holdings = staticmethod(facets.holdings)
    text = staticmethod(charts.text_board)
    svg = staticmethod(picture.svg_board)
    describe = staticmethod(words.describe)
    tables = staticmethod(words.tables)
    hint = staticmethod(words.hint)
    prompt = staticmethod(words.prompt)

    def sheet(self) -> Sheet:
        return _drawn(gettext("The twelve twigs in all their orientations"))

    describe_effect = staticmethod(words.describe_effect)


@cache
def _drawn(title: str) -> Sheet:
    """The sheet in the language of its title, which is the one that is active."""
    return Sheet(title, charts.text_sheet(), picture.svg_sheet())


TWIGS = Twigs()
