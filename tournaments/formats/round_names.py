"""What the rounds of an event are called: by their number, those of a bracket by their place in it. Pure.

The rounds of a double elimination are numbered through both brackets, so that nobody has two ties in one; players
count those of each bracket by themselves.
"""

from __future__ import annotations

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.presenting.titles import PlaceInEvent, round_in_words
from tournaments.formats.knockout import DoubleElimination, Knockout
from tournaments.pairing.brackets import Part
from tournaments.pairing.knockout import double_plan, rounds_among

_WHOLE_ROUNDS = {2: gettext_lazy("final"), 4: gettext_lazy("semi-finals"), 8: gettext_lazy("quarter-finals")}


def place_of_tie(form: str, entrants: int, number: int, table: int) -> PlaceInEvent:
    """Where a meeting is in a stage of the format ``form`` with so many entrants: in round ``number`` there, counted
    from 1 as ``table`` is. Only the keys of ``PlaceInEvent`` that are about rounds."""
    if form == DoubleElimination.slug:
        plan = double_plan(entrants)
        return _place_in_part(plan[number - 1][table - 1].part, number, len(plan))
    if form != Knockout.slug:
        return {"round": number}
    rounds = rounds_among(entrants)
    if number == rounds and table == 2:
        return {"bracket": "third place"}
    return {"bracket": "knockout", "round": number, "last": 2 << rounds - number}


def title_of_tie(form: str, entrants: int, number: int, table: int) -> str:
    """What the round of a meeting is called within a sentence: "round 3", "losers' bracket, round 2", "semi-final"."""
    return round_in_words(place_of_tie(form, entrants, number, table))


def title_of_round(form: str, entrants: int, number: int) -> str:
    """What a whole round is called within a sentence; one of a double elimination by its part in each bracket."""
    if form == DoubleElimination.slug:
        plan = double_plan(entrants)
        parts = dict.fromkeys(slot.part for slot in plan[number - 1])
        return "; ".join(round_in_words(_place_in_part(part, number, len(plan))) for part in parts)
    if form == Knockout.slug:
        last = 2 << rounds_among(entrants) - number
        if last not in _WHOLE_ROUNDS:
            return gettext("round {number}, last {players}").format(number=number, players=last)
        return str(_WHOLE_ROUNDS[last])
    return round_in_words({"round": number})


def title_of_part(part: str, number: int, rounds: int) -> str:
    """The heading of a round of one part of a double elimination with so many rounds."""
    return capfirst(round_in_words(_place_in_part(part, number, rounds)))


def _place_in_part(part: str, number: int, rounds: int) -> PlaceInEvent:
    if part == Part.FINAL:
        return {"bracket": "grand final" if number < rounds else "grand final again"}
    if part == Part.WINNERS:
        return {"bracket": "winners", "round": number // 2 + 1}
    return {"bracket": "losers", "round": number - 1}
