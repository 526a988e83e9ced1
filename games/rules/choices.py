"""What may be done in a position, as pages, programs and readers who listen all need it: every legal step with its
facets, its words, and what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.rules.base import COST_OF_STEP, Effect, Position, Preference, Roll, Rules, Seat
from games.rules.facets import Facet, FacetValues
from games.rules.replay import format_roll
from ground.wording import gettext, gettext_noop

FACE = Facet("face", gettext_noop("The die shows"))  # of a die whose face is chosen, where nothing is thrown
MINUS = "\u2212"
READING = 5  # times as long as playing a step takes it to read one first


class Then(StrEnum):
    """What the game waits for after a step."""

    MORE = "more"  # another step of the same seat, which may be sent with this one
    DICE = "dice"  # so the step is sent by itself: what is rolled cannot be taken back
    OTHER = "other"  # another seat
    END = "end"


@dataclass(frozen=True, slots=True)
class Choice:
    """A legal step.

    ``gains`` is by seat the change of the game's own points, ``marks`` what ``Rules.marks_of`` says.
    """

    text: str
    words: str
    facets: FacetValues
    effects: tuple[Effect, ...]
    gains: tuple[int, ...]
    then: Then
    marks: Mapping[str, tuple[str, ...]]
    picture: str = ""  # of the move, for facets that are pictured


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal steps of the seat to act, in their fixed order, and the words for every place of the drawing.

    ``facets`` are those that the steps can have, in the order in which they are offered.
    """

    seat: Seat | None
    steps: tuple[Choice, ...]
    places: Mapping[str, str]
    preferred: tuple[tuple[Preference, str], ...]  # the preferences that choose now, with the texts of their steps
    facets: tuple[Facet, ...]


def choices_of(rules: Rules[Any, Any], position: Position[Any], spend: Callable[[int], None] | None = None) -> Choices:
    """What the seat to act may do; no steps where dice must fall, or the game is over.

    ``spend`` is given what looking at all of them costs before it is done, and may refuse it.
    """
    moves = list(position.legal_moves())
    if spend is not None:
        costs = [position.cost_of(move) for move in moves] or [0]
        spend(max(costs) + len(moves) * max(1, min(costs) // READING))  # what makes one dear is made once for all
    steps = tuple(_choice(rules, position, move) for move in moves)
    return Choices(
        position.seat_to_act, steps, rules.place_words(position), _preferred(rules, position), rules.facet_order
    )


def faces_of(
    rules: Rules[Any, Any], position: Position[Any], fallen: tuple[int, ...], spend: Callable[[int], None] | None = None
) -> Choices:
    """What the next die can show, each face as a step such as "roll d8 5"; for boards on which dice are chosen.

    The position waits for a roll, of which the dice in ``fallen`` show their faces already. ``spend`` is as above.
    """
    if not isinstance(position.to_act, Roll):
        raise TypeError("Dice are chosen where the position waits for a roll.")
    dice = position.to_act.dice
    sides, is_last = dice[len(fallen)], len(fallen) == len(dice) - 1
    if spend is not None:
        spend(sides * COST_OF_STEP)
    steps = tuple(
        _shown(rules, position, sides, face, position.roll((*fallen, face)) if is_last else position)
        for face in range(1, sides + 1)
    )
    return Choices(None, steps, rules.place_words(position), (), (FACE,))


def value_words(rules: Rules[Any, Any], facet: Facet, value: str, position: Position[Any]) -> str:
    """What a button for the value of a facet says, that of a die included."""
    return value if facet == FACE else rules.value_words(facet.name, value, position)


def effect_words(rules: Rules[Any, Any], effect: Effect) -> str:
    """An effect with the seat that it concerns: "blue pays 2 coins to the pot for pointing at c5"."""
    words = rules.describe_effect(effect)
    return words if effect.seat is None else f"{gettext(rules.colours[effect.seat])} {words}"


def consequences(rules: Rules[Any, Any], step: Choice) -> list[str]:
    """What a step costs and which seat gains by it; where no points change, what it does besides itself."""
    changes = zip(rules.colours, step.gains, strict=False)
    gains = [f"{colour}\u00a0{'+' if gain > 0 else MINUS}{abs(gain)}" for colour, gain in changes if gain]
    return gains or [effect_words(rules, effect) for effect in step.effects]


def picked(steps: tuple[Choice, ...], picks: Mapping[str, str]) -> tuple[Choice, ...]:
    """The steps that agree with every pick, a value by the name of its facet."""
    return tuple(step for step in steps if all(value in step.facets.get(name, ()) for name, value in picks.items()))


def _choice(rules: Rules[Any, Any], position: Position[Any], move: Any) -> Choice:
    after = position.play(move)
    return Choice(
        rules.format(move, position),
        rules.move_words(move, position),
        rules.facets_of(move, position),
        after.effects,
        _gains(position, after),
        _then(after, position.seat_to_act),
        rules.marks_of(position, after),
        rules.move_picture(move),
    )


def _preferred(rules: Rules[Any, Any], position: Position[Any]) -> tuple[tuple[Preference, str], ...]:
    moves = ((preference, position.preferred_move(preference.text)) for preference in rules.preferences)
    return tuple((preference, rules.format(move, position)) for preference, move in moves if move is not None)


def _shown(rules: Rules[Any, Any], before: Position[Any], sides: int, face: int, after: Position[Any]) -> Choice:
    has_changed = after is not before
    return Choice(
        format_roll(sides, face),
        f"d{sides}: {face}",
        {FACE.name: (str(face),)},
        after.effects if has_changed else (),
        _gains(before, after),
        _then(after, before.seat_to_act),
        rules.marks_of(before, after) if has_changed else {},
    )


def _gains(before: Position[Any], after: Position[Any]) -> tuple[int, ...]:
    return tuple(new - old for new, old in zip(after.scores, before.scores, strict=True))


def _then(after: Position[Any], seat: Seat | None) -> Then:
    match after.to_act:
        case None:
            return Then.END
        case Roll():
            return Then.DICE
    return Then.MORE if after.to_act == seat else Then.OTHER
