"""The steps of Roots and Shoots, the colours, and the variant options of one game: plain values, no rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from games.rules.roots.grid import NAMES, Node
from ground.wording import gettext_noop

COLOURS = (
    gettext_noop("red"),
    gettext_noop("blue"),
    gettext_noop("green"),
    gettext_noop("yellow"),
    gettext_noop("white"),
    gettext_noop("black"),
    gettext_noop("purple"),
    gettext_noop("orange"),
)
LETTERS = "rbgywkpo"  # by seat; k is black, since b is blue
FIRST_STORE = 6
MOST_NUTRIENTS = 11  # nodes with a nutrient at once
FIRST_TURNS = 2  # of every seat: its first bead and its first nutrient
TURNS = 200  # of every seat after them; then the game ends in any case
PLANT, BUD, GROW, SUNBATHE = 4, 6, 8, 10  # the dice of the growth by their number of sides


@dataclass(frozen=True, slots=True)
class Variant:
    """The options of one game."""

    seats: int
    beads: int
    nutrients: int
    value_at: str
    one_nutrient: str

    def is_setup(self, turn: int) -> bool:
        """Whether the turn is a seat's first bead or first nutrient. They are counted as turns before the others."""
        return turn < FIRST_TURNS * self.seats

    @property
    def is_valued_at_spawn(self) -> bool:
        return self.value_at == "spawn"

    @property
    def marks_only_one(self) -> bool:
        return self.one_nutrient == "yes"


@dataclass(frozen=True, slots=True)
class Die:
    """The step that chooses the die of the growth."""

    sides: int


@dataclass(frozen=True, slots=True)
class Bead:
    """The step that places a bead."""

    at: Node


@dataclass(frozen=True, slots=True)
class Spawn:
    """The step that says at which of the nodes that the dice allow a nutrient spawns."""

    at: Node


@dataclass(frozen=True, slots=True)
class Lose:
    """The step by which the owner of a cut root gives up one of its loose arms, named by its first bead."""

    at: Node


Move: TypeAlias = Die | Bead | Spawn | Lose

DICE = {sides: Die(sides) for sides in (PLANT, BUD, GROW, SUNBATHE)}
ALL_DICE = tuple(DICE.values())
BEADS = tuple(Bead(node) for node in range(len(NAMES)))
SPAWNS = tuple(Spawn(node) for node in range(len(NAMES)))
LOSSES = tuple(Lose(node) for node in range(len(NAMES)))
