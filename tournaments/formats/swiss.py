"""Rounds against opponents with as many points; nobody is knocked out. The pairing itself is ``pairing.swiss``, and
``pairing.tables`` for games of three and more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from typing import Annotated, Any, ClassVar, TypedDict

from django.utils.translation import gettext, gettext_lazy

from ground.wording import kept
from tournaments.event_rules.layouts import Layout
from tournaments.formats.base import CannotStart, Draw, Field, Format, Input, Meeting, SitOut
from tournaments.pairing.swiss import AHEAD, ALGORITHM, FIRST, MOST_AHEAD, SECOND, Entry, pair_swiss
from tournaments.pairing.tables import ALGORITHM as TABLES
from tournaments.pairing.tables import pair_tables
from tournaments.standings.points import POINT
from tournaments.standings.ranking import table_of
from tournaments.standings.rulesets import Ruleset
from tournaments.standings.tables import FORFEITS, Kind, RoundResult, Table

TOO_FEW = kept("A Swiss tournament of games for {seats} needs {seats} players, not {entrants}.")

MOST_USUAL_ROUNDS = 7
PAIRED = frozenset({Kind.PLAYED, Kind.PROVISIONAL})  # rounds in which opponents meet
HAD_BYE = frozenset({Kind.PAIRING_BYE, Kind.FULL_BYE, Kind.FORFEIT_WIN})


def rounds_of(layout: Layout, entrants: int) -> int:
    """How many rounds so many play: as the scheme says, or as many as find one winner, but no more than seven: by mail
    a round takes weeks."""
    if layout.rounds:
        return layout.rounds
    rounds = 1
    while layout.seats**rounds < entrants:
        rounds += 1
    return min(MOST_USUAL_ROUNDS, rounds)


class SwissGiven(TypedDict):
    """What a round of a Swiss tournament is paired from."""

    round: Annotated[int, "The number of the round."]
    stage: Annotated[int, "The number of the stage, from which lots are drawn, too."]
    seed: Annotated[str, "The seed of the event, from which lots are drawn."]
    seated: Annotated[bool, "Whether seats are balanced: not if both players of a match move first equally often."]
    entries: Annotated[list[Annotated[dict[str, Any], Entry]], "The players or teams to be paired."]
    resting: Annotated[
        list[tuple[int, Annotated[str, Kind]]],
        "The pairing number of each player who asked to sit the round out, and what that counts as.",
    ]
    gone: Annotated[list[int], "The pairing numbers of players who have left."]


class AheadSwissGiven(SwissGiven):
    """What a round of a Swiss tournament of few players is paired from, with a look at the rounds that follow."""

    left: Annotated[int, "The number of rounds that follow."]


class TableSwissGiven(SwissGiven):
    """What a round of a Swiss tournament for tables of 3 and more is paired from."""

    seats: Annotated[int, "The number of seats at a table."]
    smaller: Annotated[bool, "Whether tables with one seat less are allowed, so that fewer players are left over."]


class Swiss(Format):
    """A fixed number of rounds; each is paired when the one before is over, or goes on with games open."""

    slug: ClassVar[str] = "swiss"
    title = gettext_lazy("Swiss tournament")
    algorithm: ClassVar[str] = ALGORITHM
    inputs: ClassVar[Mapping[str, type]] = {ALGORITHM: SwissGiven, AHEAD: AheadSwissGiven, TABLES: TableSwissGiven}
    fewest: ClassVar[int] = 3
    most: ClassVar[int] = 4000
    by_rating: ClassVar[bool] = True
    is_swiss: ClassVar[bool] = True

    def pairing_input(self, field: Field) -> Input | None:
        number = field.rounds + 1
        rounds = rounds_of(field.layout, len(field.roster.entrants))
        if number > rounds or field.awaited:
            return None
        fewest = field.layout.seats - 1 if field.layout.small_tables else field.layout.seats
        present = [entrant for entrant in field.roster.entrants if not field.is_gone(entrant, number)]
        resting = [entrant for entrant in present if number in field.account.asked.get(entrant, ()) and number < rounds]
        if len(present) - len(resting) < fewest:
            resting = []
        if len(present) < fewest:
            return None
        numbers = {entrant: index for index, entrant in enumerate(field.roster.entrants, 1)}
        table = table_of(field.ruleset, field.roster, field.account.results)
        before, seated = _scores_before(table), self.balances_seats(field.ruleset)
        entries = {
            entrant: _entry(entrant, table, before, numbers, field.layout.seats, seated=seated)
            for entrant in present
            if entrant not in resting
        }
        given: SwissGiven = {
            "round": number,
            "stage": field.stage,
            "seed": field.seed,
            "seated": seated,
            "entries": [asdict(entry) for entry in _as_decided(entries, field, number, numbers)],
            "resting": [(numbers[entrant], str(_rest(table.rounds[entrant], field.ruleset))) for entrant in resting],
            "gone": [numbers[entrant] for entrant in field.roster.entrants if field.is_gone(entrant, number)],
        }
        if field.layout.seats == 2 and len(entries) <= MOST_AHEAD and number < rounds:
            looks_ahead: AheadSwissGiven = {**given, "left": rounds - number}
            return looks_ahead
        if field.layout.seats == 2:
            return given
        for_tables: TableSwissGiven = {**given, "seats": field.layout.seats, "smaller": field.layout.small_tables}
        return for_tables

    def left_open(self, field: Field) -> Sequence[int]:
        awaited = field.awaited
        in_round = sum(pairing.round == field.rounds for pairing in field.roster.pairings)
        is_last = field.rounds >= rounds_of(field.layout, len(field.roster.entrants))
        return () if is_last or 100 * len(awaited) > field.layout.open_percent * in_round else awaited

    def balances_seats(self, ruleset: Ruleset) -> bool:
        """Whether it matters which of two comes first: not where both move first in as many games."""
        return ruleset.games_per_fixture % 2 == 1

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
        tables, byes = _tables_and_byes(entries, given)
        sit_outs = [SitOut(number, resting - 1, Kind(kind)) for resting, kind in given["resting"]]
        sit_outs += [SitOut(number, gone - 1, Kind.WITHDRAWN) for gone in given["gone"]]
        sit_outs += [SitOut(number, bye - 1, Kind.PAIRING_BYE) for bye in byes]
        return Draw(
            tuple(
                Meeting(number, tuple(seat - 1 for seat in table), place) for place, table in enumerate(tables, start=1)
            ),
            tuple(sit_outs),
        )

    def algorithm_of(self, given: Input) -> str:
        return TABLES if "seats" in given else AHEAD if "left" in given else ALGORITHM

    def check_size(self, entrants: int, layout: Layout) -> None:
        super().check_size(entrants, layout)
        if entrants < layout.seats:
            raise CannotStart(gettext(TOO_FEW).format(seats=layout.seats, entrants=entrants))


def _tables_and_byes(entries: Sequence[Entry], given: Input) -> tuple[Sequence[tuple[int, ...]], Sequence[int]]:
    """The pairing numbers of a round by table, in seat order, and who is left over."""
    lots = {"seed": given["seed"], "stage": given["stage"], "round_number": given["round"]}
    if "seats" in given:
        dealt = pair_tables(entries, seats=given["seats"], smaller=given["smaller"], **lots)
        return dealt.tables, dealt.byes
    pairs = pair_swiss(entries, seated=given["seated"], left=given.get("left", 0), **lots)
    return pairs.pairs, () if pairs.bye is None else (pairs.bye,)


def _rest(results: Sequence[RoundResult], ruleset: Ruleset) -> Kind:
    """What a round is worth that somebody asks to sit out: half a point as often as the rules say, then nothing."""
    had = [result for result in results if result.kind == Kind.HALF_BYE]
    return Kind.HALF_BYE if len(had) < ruleset.half_byes else Kind.ZERO_BYE


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


def _entry(
    entrant: int,
    table: Table,
    before: Mapping[int, Mapping[int, int]],
    numbers: Mapping[int, int],
    seats: int,
    *,
    seated: bool,
) -> Entry:
    """Somebody to be paired, by pairing numbers. A player who did not turn up may be met again. A win counts 840 here,
    whatever it is worth in the table."""
    results = table.rounds[entrant]
    return Entry(
        number=numbers[entrant],
        score=table.points[entrant] * POINT // table.terms.win,
        met=_met(results, numbers, again=seats > 2),
        seats=tuple(_seat(result, by_place=seated or seats > 2) for result in results),
        floats=tuple(_float(entrant, result, before) for result in results) if seats == 2 else (),
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


def _met(results: Sequence[RoundResult], numbers: Mapping[int, int], *, again: bool) -> tuple[int, ...]:
    """The pairing numbers of those who were met, in order; at tables as often as they were."""
    met = [numbers[other] for one in results if one.kind in PAIRED for other in one.opponents]
    return tuple(sorted(met if again else set(met)))


def _seat(result: RoundResult, *, by_place: bool) -> int | None:
    """The seat in a round: the place in the pairing; where both have moved first equally often, the second one."""
    if result.kind not in PAIRED:
        return None
    if by_place:
        return result.own
    return SECOND if result.second else FIRST


def _float(entrant: int, result: RoundResult, before: Mapping[int, Mapping[int, int]]) -> int:
    """1 for a meeting with somebody of fewer points, -1 for one with somebody of more, else 0."""
    if not result.opponents or result.kind in FORFEITS:
        return 0
    own, other = before[entrant][result.number], before[result.opponents[0]][result.number]
    return (own > other) - (own < other)
