"""What may be done in a position, as pages, programs and readers who listen all need it: every legal step with its
facets, its words, and what follows from it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from games.rules.base import Effect, Position, Roll, Rules, Seat
from games.rules.facets import FacetValues

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


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal steps of the seat to act, in their fixed order, and the words for every place of the drawing."""

    seat: Seat | None
    steps: tuple[Choice, ...]
    places: Mapping[str, str]
    preferences: Mapping[str, str]  # by a preference that chooses now the text of its step


def choices_of(rules: Rules[Any, Any], position: Position[Any], spend: Callable[[int], None] | None = None) -> Choices:
    """What the seat to act may do; no steps where dice must fall, or the game is over.

    ``spend`` is given what looking at all of them costs before it is done, and may refuse it.
    """
    moves = list(position.legal_moves())
    if spend is not None:
        costs = [position.cost_of(move) for move in moves] or [0]
        spend(max(costs) + len(moves) * max(1, min(costs) // READING))  # what makes one dear is made once for all
    steps = tuple(_choice(rules, position, move) for move in moves)
    return Choices(position.seat_to_act, steps, rules.place_words(position), _preferred(rules, position))


def effect_words(rules: Rules[Any, Any], effect: Effect) -> str:
    """An effect with the seat that it concerns: "blue pays 2 coins to the pot for pointing at c5"."""
    words = rules.describe_effect(effect)
    return words if effect.seat is None else f"{rules.colours[effect.seat]} {words}"


def picked(steps: tuple[Choice, ...], picks: Mapping[str, str]) -> tuple[Choice, ...]:
    """The steps that agree with every pick, a value by the name of its facet."""
    return tuple(step for step in steps if all(value in step.facets.get(name, ()) for name, value in picks.items()))


def _choice(rules: Rules[Any, Any], position: Position[Any], move: Any) -> Choice:
    after = position.play(move)
    gains = tuple(new - old for new, old in zip(after.scores, position.scores, strict=True))
    return Choice(
        rules.format(move, position),
        rules.move_words(move, position),
        rules.facets_of(move, position),
        after.effects,
        gains,
        _then(after, position.seat_to_act),
        rules.marks_of(position, after),
    )


def _preferred(rules: Rules[Any, Any], position: Position[Any]) -> dict[str, str]:
    moves = {preference.text: position.preferred_move(preference.text) for preference in rules.preferences}
    return {text: rules.format(move, position) for text, move in moves.items() if move is not None}


def _then(after: Position[Any], seat: Seat | None) -> Then:
    match after.to_act:
        case None:
            return Then.END
        case Roll():
            return Then.DICE
    return Then.MORE if after.to_act == seat else Then.OTHER
