"""What a game of Roots and Shoots waits for: one small value for each kind of moment, written to JSON and back.

A stage with ``then`` interrupts another one, which goes on where it stopped: dice that value markers, rain, a choice
that the owner of a cut root has to make.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import ClassVar, TypeAlias

from games.rules.base import JSON, Roll, Seat
from games.rules.roots.grid import Node, Nodes, names, set_of
from games.rules.roots.root import Arm


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


@dataclass(frozen=True, slots=True)
class Growing:
    """A seat places beads."""

    to_act: Seat
    die: int
    left: int  # beads that the roll still has
    placed: Nodes = 0  # in this turn, and still there
    last: Node | None = None  # the bead placed last, while it is there
    has_attacked: bool = False

    def without(self, nodes: Nodes) -> Growing:
        """The same growth after beads have left the board."""
        last = None if self.last is None or nodes >> self.last & 1 else self.last
        return replace(self, placed=self.placed & ~nodes, last=last)


@dataclass(frozen=True, slots=True)
class Sunbathing:
    """Beads are about to be taken from the pile; nobody waits here."""

    amount: int


@dataclass(frozen=True, slots=True)
class Valuing:
    """A die falls for the first marker without a value at a node, and again as long as there is one."""

    node: Node
    then: Stage
    to_act: ClassVar[Roll] = Roll((12,), "the value of a marker")


@dataclass(frozen=True, slots=True)
class Checking:
    """The d12 falls that says whether a nutrient spawns."""

    to_act: ClassVar[Roll] = Roll((12,), "whether a nutrient spawns")


@dataclass(frozen=True, slots=True)
class Comparing:
    """The d12 is about to be compared with the number of nutrients; nobody waits here."""

    face: int


@dataclass(frozen=True, slots=True)
class Scattering:
    """Two d20 fall for the lines of a new nutrient."""

    again: int = 0  # how often they fell before and led to beads only, in the setup
    to_act: ClassVar[Roll] = Roll((20, 20), "the lines of a new nutrient")


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
    sides: Roll((sides,), f"how many beads to {'take' if sides == 10 else 'place'}") for sides in (4, 6, 8, 10)
}
THROWING = {sides: Throwing(sides) for sides in GROWTH_ROLLS}
CHECKING, PASSING, OVER = Checking(), Passing(), Over()


@lru_cache
def _rain_roll(dice: int) -> Roll:
    return Roll((12,) * dice, "the values of the markers in the rain")


def dump_stage(stage: Stage) -> JSON:
    """The stage as plain JSON values: its name first, then what it knows."""
    name = type(stage).__name__.lower()
    match stage:
        case Settling(seat) | Choosing(seat):
            return [name, seat]
        case Throwing(number) | Sunbathing(number) | Comparing(number) | Scattering(number):
            return [name, number]
        case Growing(seat, die, left, placed, last, has_attacked):
            return [name, seat, die, left, names(placed), last, has_attacked]
        case Spawning(seat, dice, again):
            return [name, seat, list(dice), again]
        case Valuing(number, then) | Raining(number, then):
            return [name, number, dump_stage(then)]
        case Losing(seat, arms, then):
            return [name, seat, [[arm.first, names(arm.chain)] for arm in arms], dump_stage(then)]
    return [name]


def load_stage(data: JSON) -> Stage:
    """The stage that :func:`dump_stage` wrote."""
    match data:
        case ["growing", seat, die, left, placed, last, has_attacked]:
            return Growing(seat, die, left, set_of(placed), last, has_attacked)
        case ["spawning", seat, dice, again]:
            return Spawning(seat, tuple(dice), again)
        case ["valuing", node, then]:
            return Valuing(node, load_stage(then))
        case ["raining", dice, then]:
            return Raining(dice, load_stage(then))
        case ["losing", seat, arms, then]:
            return Losing(seat, tuple(Arm(first, set_of(chain)) for first, chain in arms), load_stage(then))
        case [name, *numbers]:
            return _PLAIN[name](*numbers)
    raise ValueError(data)


_PLAIN: dict[str, type[Stage]] = {
    kind.__name__.lower(): kind
    for kind in (Settling, Choosing, Throwing, Sunbathing, Checking, Comparing, Scattering, Passing, Over)
}
