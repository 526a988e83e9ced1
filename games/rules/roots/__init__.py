"""Roots and Shoots, designed by Tom Gale (2007). The readings we chose are in RULINGS.md."""

from __future__ import annotations

from games.rules.base import Option, Options, Rules
from games.rules.roots import charts, facets, notation, picture, schema, words
from games.rules.roots.pieces import COLOURS, FIRST_TURNS, TURNS, Move, Variant
from games.rules.roots.position import Position, load_position, start_position
from games.rules.roots.preferences import LOSING_PREFERENCES, PREFERENCES
from ground.wording import gettext_noop as _

NUTRIENTS_OF_A_SEAT = 12  # in the common stack, if the number is left open


class RootsAndShoots(Rules[Position, Move]):
    """The game as a stateless object; see :class:`games.rules.base.Rules`."""

    slug = "roots"
    title = "Roots and Shoots"
    version = 1
    seats = range(2, 9)
    colours = COLOURS
    has_dice = True
    simulations = 128
    omens = {"rain": 1}
    turn_limit = _("A turn ends by itself, once the d12 has been rolled and what it led to is done.")
    options = (
        Option(
            "beads", range(20, 181), _("beads that each seat owns in all"), lambda seats: 60, title=_("beads of a seat")
        ),
        Option(
            "nutrients",
            range(10, 101),
            _("markers in the common stack"),
            lambda seats: NUTRIENTS_OF_A_SEAT * seats,
            title=_("nutrients"),
        ),
        Option(
            "value_at",
            ("touch", "spawn"),
            _("when a nutrient's value is rolled: when marked or rained on, or at once"),
            title=_("value of a nutrient rolled"),
            words=(_("when marked or rained on"), _("at once")),
        ),
        Option(
            "one_nutrient",
            ("no", "yes"),
            _("whether a turn's growth ends once it has marked a nutrient"),
            title=_("after marking a nutrient"),
            words=(_("growth goes on"), _("growth ends")),
        ),
    )
    position_schema = schema.position_schema(options)
    facet_order = facets.FACETS

    preferences = PREFERENCES
    standing_preferences = LOSING_PREFERENCES

    def most_turns(self, seats: int, options: Options) -> int:
        return (FIRST_TURNS + TURNS) * seats

    def usual_turns(self, seats: int, options: Options) -> int:
        """The stack of markers or a pile runs out: greedy players need 1.2 turns a marker, random ones 2.3; and where
        markers abound, a turn for two beads (measured over random and plainly played games with 2 to 8 seats)."""
        checked = self.check_options(seats, options)
        return min(2 * int(checked["nutrients"]), seats * int(checked["beads"]) // 2)

    def most_answers(self, seats: int, options: Options) -> int:
        return 2 * TURNS * seats  # an attack and a spawn may each cut a root

    def start(self, seats: int, options: Options | None = None) -> Position:
        checked = self.check_options(seats, options or {})
        return start_position(
            Variant(
                seats=seats,
                beads=int(checked["beads"]),
                nutrients=int(checked["nutrients"]),
                value_at=str(checked["value_at"]),
                one_nutrient=str(checked["one_nutrient"]),
            )
        )

    load = staticmethod(load_position)
    parse = staticmethod(notation.parse_move)

    def format(self, move: Move, position: Position) -> str:
        return notation.format_move(move)

    facets_of = staticmethod(facets.facets_of)
    value_words = staticmethod(facets.value_words)
    move_words = staticmethod(facets.move_words)
    place_words = staticmethod(facets.place_words)
    marks_of = staticmethod(facets.marks_of)
    holdings = staticmethod(facets.holdings)
    text = staticmethod(charts.text_board)
    svg = staticmethod(picture.svg_board)
    describe = staticmethod(words.describe)
    tables = staticmethod(words.tables)
    hint = staticmethod(words.hint)
    prompt = staticmethod(words.prompt)
    describe_effect = staticmethod(words.describe_effect)


ROOTS = RootsAndShoots()
