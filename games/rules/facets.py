"""In what the legal steps of a position differ, in named values: pointing filters by them without knowing the game.

A *facet* is one thing that a step says: its square, its size. A pick fixes one value of one facet, and what is left are
the steps that agree with every pick, in whatever order the picks came.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeAlias

from ground.wording import gettext_noop

FacetValues: TypeAlias = Mapping[str, tuple[str, ...]]  # of one step, by the name of the facet


@dataclass(frozen=True, slots=True)
class Facet:
    """A facet of a game's steps.

    ``title`` heads its values where they are offered as buttons. With ``is_place`` the values are places, which the
    drawing names (``drawing.place``). ``arrow_from`` is the facet from whose place an arrow leads to each value; blank
    for none. With ``is_pictured`` a button shows what a step with the value puts on the board (``Rules.move_picture``).
    """

    name: str
    title: str
    is_place: bool = False
    arrow_from: str = ""
    is_pictured: bool = False


@dataclass(frozen=True, slots=True)
class Withheld:
    """A value of a facet that no legal step has, though players look for it: a piece that is used.

    ``reason`` says why in a word or two; ``picture`` is a small one, empty where the facet is not pictured.
    """

    value: str
    reason: str
    picture: str = ""


WHOLE_STEP = Facet("step", gettext_noop("Step"))
