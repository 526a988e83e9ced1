"""A knockout bracket ready to be shown: rounds of ties, each with who meets, how it stands and who goes on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.text import capfirst
from django.utils.translation import gettext

from tournaments.formats.base import Field
from tournaments.formats.knockout import Knockout, bracket_of
from tournaments.formats.round_names import title_of_part, title_of_round
from tournaments.models import Division
from tournaments.pairing.brackets import BYE, Part, Tie, who_goes_on
from tournaments.queries import field_of, names_in
from tournaments.standings.matches import SCORINGS, Match
from tournaments.standings.points import write_units
from tournaments.wording.decisions import Names

TIES_AT_ONCE = 32  # of the first round that is shown; a larger bracket is shown in sections, and then its end


@dataclass(frozen=True, slots=True)
class Side:
    """One of two in a tie; ``player`` is empty as long as he is not known, ``seed`` None then."""

    seed: int | None
    player: str
    total: str
    goes_on: bool


@dataclass(frozen=True, slots=True)
class TieLine:
    """A meeting of the bracket; ``note`` says what is not plain from the totals."""

    number: int
    fixture: int | None
    sides: tuple[Side, ...]
    is_third_place: bool
    note: str


@dataclass(frozen=True, slots=True)
class BracketRound:
    """A round of a part of the bracket: "Semi-finals". A knockout is all winners' bracket."""

    number: int
    part: str
    title: str
    ties: tuple[TieLine, ...]


def bracket_rounds(division: Division) -> list[BracketRound]:
    """The bracket of a knockout as far as it is known."""
    field, names = field_of(division), names_in(division)
    rounds, winners = bracket_of(field)
    by_tie = {
        (pairing.round, pairing.table): match
        for pairing, match in zip(field.roster.pairings, field.matches, strict=True)
    }
    writer = _Writer(field, names, winners, by_tie)
    if rounds[-1][0].part == Part.FINAL:
        return [held for part in Part for held in _rounds_of_part(rounds, part, writer)]
    return [
        BracketRound(
            number,
            Part.WINNERS,
            capfirst(title_of_round(Knockout.slug, len(field.roster.entrants), number)),
            tuple(writer.tie(tie, is_last=number == len(rounds)) for tie in ties),
        )
        for number, ties in enumerate(rounds, 1)
    ]


def _rounds_of_part(rounds: Sequence[Sequence[Tie]], part: Part, writer: _Writer) -> Iterator[BracketRound]:
    """The rounds of one part of a double elimination that anybody can play."""
    for number, ties in enumerate(rounds, 1):
        here = [tie for tie in ties if tie.part == part and set(tie.seeds) != {BYE}]
        if here:
            title = title_of_part(part, number, len(rounds))
            yield BracketRound(number, part, title, tuple(writer.tie(tie, is_last=False) for tie in here))


def by_part(rounds: Sequence[BracketRound]) -> list[tuple[str, list[BracketRound]]]:
    """The rounds of each part under its title, which is empty where there is one part alone."""
    titles = {
        Part.WINNERS: gettext("Winners' bracket"),
        Part.LOSERS: gettext("Losers' bracket"),
        Part.FINAL: gettext("Grand final"),
    }
    parts = [(part, [held for held in rounds if held.part == part]) for part in Part]
    held_in = [(titles[part], held) for part, held in parts if held]
    return held_in if len(held_in) > 1 else [("", held) for _, held in held_in]


def sections(rounds: Sequence[BracketRound]) -> list[str]:
    """What the sections of a large bracket are called, by the best seed in each; none of one that is shown whole."""
    first = rounds[0].ties if rounds else ()
    if len(first) <= TIES_AT_ONCE:
        return []
    starts = range(0, len(first), TIES_AT_ONCE)
    sides = [[side for tie in first[start : start + TIES_AT_ONCE] for side in tie.sides] for start in starts]
    return [min(held, key=lambda side: side.seed or 0).player for held in sides]


def section_of(rounds: Sequence[BracketRound], player: str) -> int | None:
    """The number of the section in which somebody began, from 1."""
    for place, tie in enumerate(rounds[0].ties if rounds else ()):
        if any(side.player.lower() == player.lower() for side in tie.sides):
            return place // TIES_AT_ONCE + 1
    return None


def is_known(rounds: Sequence[BracketRound]) -> bool:
    """Whether anybody has reached the end of the bracket."""
    return any(side.player for held in shown_part(rounds, None) for tie in held.ties for side in tie.sides)


def shown_part(rounds: Sequence[BracketRound], section: int | None) -> list[BracketRound]:
    """The rounds of a section, from 1, until one of it is left; for None the end of the whole bracket."""
    if section is None:
        return [held for held in rounds if len(held.ties) <= TIES_AT_ONCE]
    shown, size = [], TIES_AT_ONCE
    for held in rounds:
        if size:
            shown.append(replace(held, ties=held.ties[(section - 1) * size : section * size]))
        size //= 2
    return shown


@dataclass(frozen=True, slots=True)
class _Writer:
    field: Field
    names: Names
    winners: Mapping[tuple[int, int], int]
    matches: Mapping[tuple[int, int], Match]

    def tie(self, tie: Tie, *, is_last: bool) -> TieLine:
        match = self.matches.get((tie.round, tie.number))
        winner = who_goes_on(tie, self.winners)
        return TieLine(
            number=tie.number,
            fixture=match.fixture if match else None,
            sides=tuple(self._side(seed, match, winner) for seed in tie.seeds if seed != BYE),
            is_third_place=is_last and tie.number == 2,
            note=_note(tie, match, winner, usual=self.field.ruleset.games_per_fixture),
        )

    def _side(self, seed: int | None, match: Match | None, winner: int | None) -> Side:
        if seed is None:
            return Side(None, "", "", goes_on=False)
        entrant = self.field.roster.entrants[seed - 1]
        total = ""
        if match is not None and match.games and not match.is_void:
            unit = SCORINGS[self.field.ruleset.scoring].unit
            total = write_units(match.totals[match.entrants.index(entrant)], unit)
        return Side(seed, self.names[entrant], total, goes_on=winner == seed)


def _note(tie: Tie, match: Match | None, winner: int | None, *, usual: int) -> str:
    if tie.is_walkover:
        return gettext("not needed") if tie.part == Part.FINAL else gettext("no opponent")
    if match is None:
        return gettext("advances without a game: the opponent has left") if winner else ""
    if match.forfeited_by:
        return gettext("one made no move")
    if winner and match.points and match.points[0] == match.points[1]:
        return (
            gettext("level twice, decided by lot")
            if len(match.games) > usual
            else gettext("level, and the other has left")
        )
    return gettext("level, played once more") if len(match.games) > usual else ""
