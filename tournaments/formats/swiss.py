"""Rounds against opponents with as many points; nobody is knocked out. The pairing itself is ``pairing.swiss``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import ClassVar

from tournaments.event_rules.layouts import Layout
from tournaments.formats.base import Draw, Field, Format, Input, Meeting, SitOut
from tournaments.pairing.swiss import ALGORITHM, FIRST, SECOND, Entry, pair_swiss
from tournaments.standings.points import POINT
from tournaments.standings.ranking import table_of
from tournaments.standings.tables import FORFEITS, Kind, RoundResult, Table

MOST_USUAL_ROUNDS = 7
HAD_BYE = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN})


def rounds_of(layout: Layout, entrants: int) -> int:
    """How many rounds so many play: as the scheme says, or as many as find one winner, but no more than seven: by mail
    a round takes weeks."""
    return layout.rounds or min(MOST_USUAL_ROUNDS, max(1, (entrants - 1).bit_length()))


class Swiss(Format):
    """A fixed number of rounds; each is paired when the one before is over."""

    slug: ClassVar[str] = "swiss"
    title: ClassVar[str] = "Swiss tournament"
    algorithm: ClassVar[str] = ALGORITHM
    fewest: ClassVar[int] = 3
    most: ClassVar[int] = 4000
    by_rating: ClassVar[bool] = True

    def pairing_input(self, field: Field) -> Input | None:
        number = field.rounds + 1
        rounds = rounds_of(field.layout, len(field.roster.entrants))
        if number > rounds or not field.is_played_out:
            return None
        present = [entrant for entrant in field.roster.entrants if not field.is_gone(entrant, number)]
        resting = [entrant for entrant in present if number in field.account.asked.get(entrant, ()) and number < rounds]
        if len(present) - len(resting) < 2:
            resting = []
        if len(present) < 2:
            return None
        numbers = {entrant: index for index, entrant in enumerate(field.roster.entrants, 1)}
        table = table_of(field.ruleset, field.roster, field.account.results)
        before = _scores_before(table)
        entries = {entrant: _entry(entrant, table, before, numbers) for entrant in present if entrant not in resting}
        return {
            "round": number,
            "stage": field.stage,
            "seed": field.seed,
            "seated": field.ruleset.games_per_fixture == 1,
            "entries": [asdict(entry) for entry in _as_decided(entries, field, number, numbers)],
            "resting": [[numbers[entrant], str(_rest(table.rounds[entrant]))] for entrant in resting],
            "gone": [numbers[entrant] for entrant in field.roster.entrants if field.is_gone(entrant, number)],
        }

    def draw(self, given: Input) -> Draw:
        entries = [
            Entry(
                **{
                    **entry,
                    "met": tuple(entry["met"]),
                    "seats": tuple(entry["seats"]),
                    "floats": tuple(entry["floats"]),
                    "apart": tuple(entry["apart"]),
                }
            )
            for entry in given["entries"]
        ]
        number = given["round"]
        pairs = pair_swiss(
            entries, seed=given["seed"], stage=given["stage"], round_number=number, seated=given["seated"]
        )
        sit_outs = [SitOut(number, resting - 1, Kind(kind)) for resting, kind in given["resting"]]
        sit_outs += [SitOut(number, gone - 1, Kind.WITHDRAWN) for gone in given["gone"]]
        if pairs.bye is not None:
            sit_outs.append(SitOut(number, pairs.bye - 1, Kind.PAIRING_BYE))
        return Draw(
            tuple(
                Meeting(number, (first - 1, second - 1), table)
                for table, (first, second) in enumerate(pairs.pairs, start=1)
            ),
            tuple(sit_outs),
        )


def _rest(results: Sequence[RoundResult]) -> Kind:
    """What a round is worth that somebody asks to sit out: half a point once, nothing after that."""
    return Kind.ZERO_BYE if any(result.kind == Kind.HALF_BYE for result in results) else Kind.HALF_BYE


def _scores_before(table: Table) -> dict[int, dict[int, int]]:
    """By entrant and round, the points before that round."""
    scores: dict[int, dict[int, int]] = {}
    for entrant, results in table.rounds.items():
        score = table.start.get(entrant, 0)
        scores[entrant] = {}
        for result in results:
            scores[entrant][result.number] = score
            score += result.points
    return scores


def _entry(entrant: int, table: Table, before: Mapping[int, Mapping[int, int]], numbers: Mapping[int, int]) -> Entry:
    """Somebody to be paired, by pairing numbers. A player who did not turn up may be met again. A win counts 840 here,
    whatever it is worth in the table."""
    results = table.rounds[entrant]
    return Entry(
        number=numbers[entrant],
        score=table.points[entrant] * POINT // table.terms.win,
        met=tuple(sorted({numbers[met] for one in results if one.kind == Kind.PLAYED for met in one.opponents})),
        seats=tuple(_seat(result) for result in results),
        floats=tuple(_float(entrant, result, before) for result in results),
        had_bye=any(result.kind in HAD_BYE for result in results),
    )


def _as_decided(entries: Mapping[int, Entry], field: Field, number: int, numbers: Mapping[int, int]) -> Iterator[Entry]:
    """The entries with what directors have decided: whom they are kept apart from, and their partner in the round, if
    both are there. Of two decisions about a player the first counts."""
    partners: dict[int, int] = {}
    for pair in field.account.chosen.get(number, ()):
        if all(entrant in entries and entrant not in partners for entrant in pair):
            partners |= {pair[0]: pair[1], pair[1]: pair[0]}
    for entrant, entry in entries.items():
        apart = {numbers[other] for pair in field.account.apart if entrant in pair for other in pair - {entrant}}
        partner = numbers[partners[entrant]] if entrant in partners else None
        yield replace(entry, apart=tuple(sorted(apart)), partner=partner)


def _seat(result: RoundResult) -> int | None:
    if result.kind != Kind.PLAYED:
        return None
    return SECOND if result.second else FIRST


def _float(entrant: int, result: RoundResult, before: Mapping[int, Mapping[int, int]]) -> int:
    """1 for a meeting with somebody of fewer points, -1 for one with somebody of more, else 0."""
    if not result.opponents or result.kind in FORFEITS:
        return 0
    own, other = before[entrant][result.number], before[result.opponents[0]][result.number]
    return (own > other) - (own < other)
