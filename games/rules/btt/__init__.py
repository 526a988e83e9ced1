"""Branches and Twigs and Thorns, designed by Andrew Plotkin (2002). The readings we chose are in RULINGS.md."""

from __future__ import annotations

from games.rules.base import Option, OptionError, Options, Rules
from games.rules.btt import coins, facets, notation, picture, schema, words
from games.rules.btt.pieces import COLOURS, Move
from games.rules.btt.position import Position, load_position, start_position
from games.rules.btt.variant import variant_for
from games.rules.facets import FacetValues
from ground.wording import gettext
from ground.wording import gettext_noop as _


class BranchesAndTwigsAndThorns(Rules[Position, Move]):
    """The game as a stateless object; see :class:`games.rules.base.Rules`."""

    slug = "btt"
    title = "Branches and Twigs and Thorns"
    version = 1
    seats = range(2, 7)
    simulations = 120
    colours = COLOURS
    options = (
        Option(
            "board",
            ("standard", "rectangle", "square7"),
            _("the board: wedges, a rectangle, or 7 by 7 for three"),
            title=_("board"),
            words=(_("standard"), _("rectangle"), _("7 by 7")),
        ),
        Option(
            "scoring",
            ("original", "wiki", "martian"),
            _("the seat that pays when a pyramid points at another seat's"),
            title=_("scoring"),
            words=(_("original"), _("wiki"), _("martian")),
        ),
    )
    position_schema = schema.position_schema(options)
    facet_order = facets.FACETS

    def check_options(self, seats: int, options: Options) -> dict[str, str | int]:
        checked = super().check_options(seats, options)
        if checked["board"] == "square7" and seats != 3:
            raise OptionError(gettext("The board square7 is for exactly 3 players, not {seats}.").format(seats=seats))
        if checked["scoring"] == "martian" and (seats not in (2, 4) or checked["board"] != "standard"):
            raise OptionError(gettext("Martian scoring is for 2 or 4 players on the standard board."))
        return checked

    def most_turns(self, seats: int, options: Options) -> int:
        return len(self.start(seats, options).variant.order)  # each step is a turn, and their number is fixed

    def start(self, seats: int, options: Options | None = None) -> Position:
        checked = self.check_options(seats, options or {})
        return start_position(variant_for(seats, str(checked["board"]), str(checked["scoring"])))

    load = staticmethod(load_position)
    parse = staticmethod(notation.parse_move)

    def format(self, move: Move, position: Position) -> str:
        return notation.format_move(move)

    def facets_of(self, move: Move, position: Position) -> FacetValues:
        return facets.facets_of(move)

    def value_words(self, facet: str, value: str, position: Position) -> str:
        return facets.value_words(facet, value)

    def move_words(self, move: Move, position: Position) -> str:
        return facets.move_words(move)

    place_words = staticmethod(facets.place_words)
    holdings = staticmethod(facets.holdings)
    text = staticmethod(words.text_board)
    svg = staticmethod(picture.svg_board)
    describe = staticmethod(words.describe)
    tables = staticmethod(words.tables)
    hint = staticmethod(words.hint)
    prompt = staticmethod(words.prompt)
    describe_effect = staticmethod(coins.describe_effect)


BTT = BranchesAndTwigsAndThorns()
