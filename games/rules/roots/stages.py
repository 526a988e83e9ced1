"""What a game of Roots and Shoots waits for: one small value for each kind of moment, written to JSON and back.

A stage with ``then`` interrupts another one, which goes on where it stopped: dice that value markers, rain, a choice
that the owner of a cut root has to make.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple, TypeAlias

from games.rules.base import JSON, Roll, Seat
from games.rules.roots.grid import NAMES, Node, Nodes, names, set_of
from games.rules.roots.pieces import COLOURS
from games.rules.roots.root import Arm
from ground.wording import gettext_noop


@dataclass(frozen=True, slots=True)
class Settling:
    """A seat places its first bead on a star point."""

    to_act: Seat


@dataclass(frozen=True, slots=True)
class Choosing:
    """A seat chooses the die of its growth."""

    to_act: Seat


@dataclass(frozen=True, slots=True)
class Throwing:
    """The die of the growth falls."""

    die: int

    @property
    def to_act(self) -> Roll:
        return GROWTH_ROLLS[self.die]


class Growing(NamedTuple):
    """A seat places beads. The only stage that is a tuple: there is one for each bead, and tuples are made faster."""

    to_act: Seat
    die: int
    left: int  # beads of the roll that are not placed yet; the store may hold fewer
    placed: Nodes = 0  # in this turn, and still there
    last: Node | None = None  # the bead placed last, while it is there
    has_attacked: bool = False

    def without(self, nodes: Nodes) -> Growing:
        """The same growth after beads have left the board."""
        last = None if self.last is None or nodes >> self.last & 1 else self.last
        return self._replace(placed=self.placed & ~nodes, last=last)


@dataclass(frozen=True, slots=True)
class Sunbathing:
    """Beads are about to be taken from the pile; nobody waits here."""

    amount: int


@dataclass(frozen=True, slots=True)
class Valuing:
    """A d12 is rolled for the first marker without a value at a node, and again as long as there is one."""

    node: Node
    then: Stage
    to_act: ClassVar[Roll] = Roll((12,), gettext_noop("the value of a marker"))


@dataclass(frozen=True, slots=True)
class Checking:
    """The d12 falls that says whether a nutrient spawns."""

    to_act: ClassVar[Roll] = Roll((12,), gettext_noop("whether a nutrient spawns"))


@dataclass(frozen=True, slots=True)
class Comparing:
    """The d12 is about to be compared with the number of nutrients; nobody waits here."""

    face: int


@dataclass(frozen=True, slots=True)
class Scattering:
    """Two d20 are rolled for the lines of a new nutrient."""

    again: int = 0  # rolls before this one that allowed only nodes with beads, in the setup
    to_act: ClassVar[Roll] = Roll((20, 20), gettext_noop("the lines of a new nutrient"))


@dataclass(frozen=True, slots=True)
class Spawning:
    """A seat chooses among the nodes that two d20 allow."""

    to_act: Seat
    dice: tuple[int, ...]
    again: int = 0  # as in Scattering


@dataclass(frozen=True, slots=True)
class Raining:
    """Dice fall for the markers without a value that the rain has reached."""

    dice: int
    then: Stage

    @property
    def to_act(self) -> Roll:
        return _rain_roll(self.dice)


@dataclass(frozen=True, slots=True)
class Losing:
    """The owner of a cut root chooses which of its loose arms is lost."""

    to_act: Seat
    arms: tuple[Arm, ...]
    then: Stage


@dataclass(frozen=True, slots=True)
class Passing:
    """The turn passes on to the next seat; nobody waits here."""


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over."""

    to_act: ClassVar[None] = None


Resting: TypeAlias = (
    Settling | Choosing | Throwing | Growing | Valuing | Checking | Scattering | Spawning | Raining | Losing | Over
)
Stage: TypeAlias = Resting | Sunbathing | Comparing | Passing

GROWTH_ROLLS = {
    sides: Roll(
        (sides,), gettext_noop("how many beads to take") if sides == 10 else gettext_noop("how many beads to place")
    )
    for sides in (4, 6, 8, 10)
}
THROWING = {sides: Throwing(sides) for sides in GROWTH_ROLLS}
CHOOSING = [Choosing(seat) for seat in range(len(COLOURS))]
COMPARING = [Comparing(face) for face in range(13)]
CHECKING, PASSING, OVER = Checking(), Passing(), Over()


@lru_cache
def _rain_roll(dice: int) -> Roll:
    return Roll((12,) * dice, gettext_noop("the values of the markers in the rain"))


def dump_stage(stage: Stage) -> JSON:
    """The stage as an object: its name, and what it knows. Seats count from 1, nodes are written as in steps."""
    values = {name: getattr(stage, name) for name in type(stage).__match_args__}
    return {"name": type(stage).__name__.lower()} | {
        _NAMES.get(name, name): _dumped(name, value) for name, value in values.items() if value is not None
    }


def load_stage(data: JSON) -> Stage:
    """The stage that :func:`dump_stage` wrote."""
    kind = _KINDS[data["name"]]
    values = {name: data.get(_NAMES.get(name, name)) for name in kind.__match_args__}
    return kind(**{name: _loaded(name, value) for name, value in values.items() if value is not None})


_NAMES = {"to_act": "seat"}  # in JSON, where they are other ones
_KINDS: dict[str, type[Stage]] = {
    kind.__name__.lower(): kind
    for kind in (
        Settling, Choosing, Throwing, Growing, Sunbathing, Valuing, Checking, Comparing, Scattering, Spawning, Raining,
        Losing, Passing, Over,
    )
}  # fmt: skip


def _dumped(name: str, value: Any) -> JSON:
    match name:
        case "to_act":
            return value + 1
        case "placed":
            return names(value)
        case "last" | "node":
            return NAMES[value]
        case "arms":
            return [{"first": NAMES[arm.first], "beads": names(arm.chain)} for arm in value]
        case "then":
            return dump_stage(value)
    return list(value) if isinstance(value, tuple) else value


def _loaded(name: str, value: JSON) -> Any:
    match name:
        case "to_act":
            return value - 1
        case "placed":
            return set_of(value)
        case "last" | "node":
            return NAMES.index(value)
        case "arms":
            return tuple(Arm(NAMES.index(arm["first"]), set_of(arm["beads"])) for arm in value)
        case "then":
            return load_stage(value)
    return tuple(value) if isinstance(value, list) else value
