"""Roots and Shoots, designed by Tom Gale (2007). The readings we chose are in RULINGS.md."""

from __future__ import annotations

from games.rules.base import JSON, Effect, Option, OptionError, Options, Rules
from games.rules.roots import charts, notation, picture, words
from games.rules.roots.pieces import COLOURS, TURNS, Move, Variant
from games.rules.roots.position import Position, load_position, start_position

NUTRIENTS_OF_A_SEAT = 12  # in the common stack, if the number is left open


class RootsAndShoots(Rules[Position, Move]):
    """The game as a stateless object; see :class:`games.rules.base.Rules`."""

    slug = "roots"
    title = "Roots and Shoots"
    version = 1
    seats = range(2, 9)
    colours = COLOURS
    turn_limit = "A turn ends by itself, once the d12 has been rolled and what it led to is done."
    options = (
        Option("beads", (60, *(n for n in range(20, 181) if n != 60)), "beads that each seat owns in all"),
        Option(
            "nutrients", (24, *(n for n in range(10, 101) if n != 24)), "markers in the stack; 12 a seat if left open"
        ),
        Option(
            "value_at", ("touch", "spawn"), "when a nutrient's value is rolled: when marked or rained on, or at once"
        ),
        Option("one_nutrient", ("no", "yes"), "whether a turn's growth ends once it has marked a nutrient"),
    )

    def check_options(self, seats: int, options: Options) -> dict[str, str | int]:
        markers = NUTRIENTS_OF_A_SEAT * seats
        usual = {"beads": "60", "nutrients": f"{NUTRIENTS_OF_A_SEAT} a seat, so {markers} for {seats}"}
        for option in self.options:
            value = options.get(option.name, option.default)
            if option.name in usual and value not in option.values:
                lowest, *_, highest = sorted(option.values)
                raise OptionError(
                    f"{option.name} cannot be {value!r}; it can be {lowest} to {highest} (usual: {usual[option.name]})."
                )
        return super().check_options(seats, {"nutrients": markers, **options})

    def most_turns(self, seats: int, options: Options) -> int:
        # An attack and a spawn may each hand a turn to the owner of a cut root, the first one and back.
        return (2 + 4 * TURNS) * seats

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

    def load(self, data: JSON) -> Position:
        return load_position(data)

    def parse(self, text: str, position: Position) -> Move:
        return notation.parse_move(text, position)

    def format(self, move: Move, position: Position) -> str:
        return notation.format_move(move)

    def text(self, position: Position) -> str:
        return charts.text_board(position)

    def svg(self, position: Position) -> str:
        return picture.svg_board(position)

    def describe(self, position: Position) -> str:
        return words.describe(position)

    def hint(self, position: Position) -> str:
        return words.hint(position)

    def describe_effect(self, effect: Effect) -> str:
        return words.describe_effect(effect)


ROOTS = RootsAndShoots()
