"""The loser of a match is out, or of two in a double elimination. Matches are even in seats, or one game whose seats
are drawn; what is still level after twice the games is decided by lot."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter
from typing import Annotated, ClassVar, Literal, NamedTuple, NotRequired, TypedDict

from django.utils.translation import gettext_lazy

from tournaments.event_rules.layouts import Form
from tournaments.formats.base import Draw, Field, Format, Input, Meeting, SitOut
from tournaments.pairing.brackets import Part, Place, Plan, Tie, before, fill, went, went_on
from tournaments.pairing.knockout import double_plan, knockout_plan
from tournaments.standings.matches import Match
from tournaments.standings.ranking import Standings, rows_of, table_of
from tournaments.standings.tables import Kind, Pairing

SETS = 2  # a match, and once more if it is level


class KnockoutGiven(TypedDict):
    """What the next matches of a bracket are paired from. Ties are named by their round and their number in it."""

    entrants: Annotated[int, "The number of entrants; their pairing numbers are their seeds."]
    third_place: Annotated[bool, "Whether there is a match for third place; without effect in a double elimination."]
    paired: Annotated[list[tuple[int, int]], "The round and the number of each tie that has been paired."]
    winners: Annotated[
        list[tuple[int, int, int]], "The round and the number of each tie that is decided, and the seed of its winner."
    ]
    gone: Annotated[list[int], "The seeds of players who have left, in the order in which they left."]
    lots: NotRequired[
        Annotated[
            str,
            "The text from which lots are drawn to decide which player moves first. Left out if a match has an even "
            "number of games.",
        ]
    ]
    met: NotRequired[
        Annotated[
            list[tuple[int, int, int, int]],
            "The round and the number of each tie that has been paired, and the seeds of its players. Left out unless "
            "a result was corrected after the next round had been paired.",
        ]
    ]


class DoubleEliminationGiven(KnockoutGiven):
    """What the next matches of a double elimination are paired from. Ties are named by their round and their number in
    it."""

    losses: Annotated[Literal[2], "How many lost matches knock a player out."]


class Knockout(Format):
    """A bracket of matches with byes for the first seeds; each begins as soon as both players are known."""

    slug: ClassVar[str] = "knockout"
    title = gettext_lazy("knockout")
    algorithm: ClassVar[str] = "bracket/3"
    inputs: ClassVar[Mapping[str, type]] = {algorithm: KnockoutGiven}
    fewest: ClassVar[int] = 2
    most: ClassVar[int] = 1024
    by_rating: ClassVar[bool] = True
    has_points: ClassVar[bool] = False  # but of rounds
    has_bracket: ClassVar[bool] = True

    def pairing_input(self, field: Field) -> Input | None:
        given = _given(field)
        return given if self.draw(given).meetings else None

    def draw(self, given: Input) -> Draw:
        known = {(number, table) for number, table in given["paired"]}
        rounds, _ = _bracket(given)
        decided = known | before(_plan(given), known)
        ready = [tie for ties in rounds for tie in ties if tie.is_ready and (tie.round, tie.number) not in decided]
        gone = set(given["gone"])
        lots = given.get("lots", "")
        meetings = [Meeting(tie.round, _seats(tie, lots), tie.number) for tie in ready if not gone & set(tie.seeds)]
        sit_outs = []
        if not known:
            free = [tie for tie in rounds[0] if tie.is_walkover]
            sit_outs = [SitOut(1, max(seed or 0 for seed in tie.seeds) - 1, Kind.PAIRING_BYE) for tie in free]
        return Draw(tuple(meetings), tuple(sit_outs))

    def replays(self, field: Field) -> Sequence[int]:
        again = [
            pairing
            for pairing, match in zip(field.roster.pairings, field.matches, strict=True)
            if _may_go_on(field, match) and _stays(match.entrants, field.account.gone) is None
        ]
        followed = before(
            _plan(_given(field)), {(one.round, one.table) for one in field.roster.pairings} if again else set()
        )
        return [pairing.fixture for pairing in again if (pairing.round, pairing.table) not in followed]

    def is_over(self, field: Field) -> bool:
        given = _given(field)
        if self.replays(field) or self.draw(given).meetings or not field.is_played_out:
            return False
        return field.rounds > 0 or len(field.roster.entrants) - len(given["gone"]) < 2

    def table(self, field: Field) -> Standings:
        """By the round that one reached; those who lost in the same round share their place."""
        given = _given(field)
        rounds, winners = _bracket(given)
        winners = _who_went_on(given, rounds, winners)
        numbers = list(field.roster.entrants)
        place = {number: _place(number, rounds, winners) for number in range(1, len(numbers) + 1)}
        table = table_of(field.ruleset, field.roster, field.account.results)
        places = Counter(place.values())
        ranks = {one: 1 + sum(count for other, count in places.items() if other < one) for one in places}
        placed = [(entrant, ranks[place[n]], places[place[n]] > 1) for n, entrant in enumerate(numbers, 1)]
        return Standings(rows_of(table, sorted(placed, key=itemgetter(1))), ())


class DoubleElimination(Knockout):
    """A knockout in which two lost matches are needed to be out, with a grand final that may be played twice."""

    slug: ClassVar[str] = "double-elimination"
    title = gettext_lazy("double elimination")
    algorithm: ClassVar[str] = "double-bracket/2"
    inputs: ClassVar[Mapping[str, type]] = {algorithm: DoubleEliminationGiven}
    fewest: ClassVar[int] = 3
    most: ClassVar[int] = 64


def bracket_of(field: Field) -> tuple[list[list[Tie]], Mapping[tuple[int, int], int]]:
    """The bracket by seeds as far as it is known, and who has won which tie, by round and number in it."""
    return _bracket(_given(field))


def winner_of(field: Field, pairing: Pairing, match: Match) -> int | None:
    """The entrant who goes on, None as long as that is open, and where the event was called off before it was decided.
    What stays level is decided by ``lot``; a player who has left plays no more games to decide it."""
    if not match.is_complete or match.is_called_off:
        return None
    if match.points is not None and match.points[0] != match.points[1]:
        return match.entrants[0] if match.points[0] > match.points[1] else match.entrants[1]
    if _may_go_on(field, match):
        return _stays(match.entrants, field.account.gone)
    return match.entrants[lot(field.seed, field.stage, pairing.fixture)]


def winners_in(field: Field) -> dict[int, int]:
    """Who goes on from each fixture that is decided."""
    decided = zip(field.roster.pairings, field.matches, strict=True)
    found = {pairing.fixture: winner_of(field, pairing, match) for pairing, match in decided}
    return {fixture: winner for fixture, winner in found.items() if winner is not None}


class Exit(NamedTuple):
    """Where somebody was knocked out: the tie, and the entrant who won it; None where a result was corrected when
    others had been paired for the next round already."""

    tie: Tie
    winner: int | None
    is_last: bool  # whether it was in the last round


def exit_of(field: Field, entrant: int) -> Exit | None:
    """How somebody was knocked out; None for a player who may still play, or has won the last match."""
    rounds, winners = bracket_of(field)
    seed = field.roster.entrants.index(entrant) + 1
    if rounds[-1][0].part == Part.FINAL:
        lost = _second_loss(seed, rounds, winners)
        if lost is None:
            return None
        return Exit(lost, field.roster.entrants[winners[lost.place] - 1], lost.part == Part.FINAL)
    tie = next(tie for ties in reversed(rounds) for tie in ties if seed in tie.seeds)
    is_last = tie.round == len(rounds)
    winner = winners.get((tie.round, tie.number), seed)
    if winner != seed:
        return Exit(tie, field.roster.entrants[winner - 1], is_last)
    following = () if is_last else rounds[tie.round][(tie.number - 1) // 2].seeds
    return Exit(tie, None, is_last) if following and None not in following else None


def lot(seed: str, stage: int, fixture: int) -> int:
    """0 or 1, for the first or the second of a match that nothing else decides, from the event's public seed."""
    return hashlib.sha256(f"{seed}:{stage}:lot:{fixture}".encode()).digest()[-1] & 1


def _may_go_on(field: Field, match: Match) -> bool:
    return _is_level(match) and len(match.games) < SETS * field.ruleset.games_per_fixture


def _is_level(match: Match) -> bool:
    return match.points is not None and match.points[0] == match.points[1] and not match.forfeited_by


def _given(field: Field) -> Input:
    numbers = {entrant: index for index, entrant in enumerate(field.roster.entrants, 1)}
    winners = []
    for pairing, match in zip(field.roster.pairings, field.matches, strict=True):
        winner = winner_of(field, pairing, match)
        if winner is not None:
            winners.append((pairing.round, pairing.table, numbers[winner]))
    given: KnockoutGiven = {
        "entrants": len(field.roster.entrants),
        "third_place": field.layout.third_place,
        "paired": sorted((pairing.round, pairing.table) for pairing in field.roster.pairings),
        "winners": sorted(winners),
        "gone": [numbers[entrant] for entrant in field.account.gone],  # the first to leave first
    }
    if field.layout.form == Form.DOUBLE:
        # Names in the order in which they are stored.
        for_double: DoubleEliminationGiven = {"entrants": given["entrants"], "losses": 2, **given}
        given = for_double
    if field.ruleset.games_per_fixture % 2:
        given["lots"] = f"{field.seed}:{field.stage}"
    met = {
        (pairing.round, pairing.table): sorted(numbers[entrant] for entrant in pairing.entrants)
        for pairing in field.roster.pairings
    }
    if not _follow(given, met):
        given["met"] = sorted((*tie, one, other) for tie, (one, other) in met.items())
    return given


def _follow(given: Input, met: Mapping[tuple[int, int], Sequence[int]]) -> bool:
    """Whether the players who were paired still would be; a correction of an earlier round changes no later pairing."""
    try:
        rounds, _ = _bracket(given)
    except ValueError:  # the winner of a tie would not have come so far
        return False
    would_meet = {(tie.round, tie.number): set(tie.seeds) for ties in rounds for tie in ties}
    return all(would_meet[tie] == set(seeds) for tie, seeds in met.items())


Winners = dict[Place, int]


def _plan(given: Input) -> Plan:
    if given.get("losses") == 2:
        return double_plan(given["entrants"])
    return knockout_plan(given["entrants"], third_place=given["third_place"])


def _bracket(given: Input) -> tuple[list[list[Tie]], Winners]:
    """The bracket as far as it is known, and who has won what; the opponent of somebody who has left wins without a
    game."""
    winners: Winners = {(number, table): seed for number, table, seed in given["winners"]}
    known = {(number, table) for number, table in given["paired"]}
    met = {(number, table): (one, other) for number, table, one, other in given.get("met", ())}
    plan = _plan(given)
    followed = went(plan, met)
    while True:
        rounds = fill(plan, winners, met)
        open_ties = (tie for ties in rounds for tie in ties if tie.is_ready and tie.place not in winners.keys() | known)
        walkovers = {
            tie.place: winner
            for tie in open_ties
            if (winner := went_on(tie, _stays(tie.seeds, given["gone"]), followed.get(tie.place, {}))) is not None
        }
        if not walkovers:
            return rounds, winners
        winners |= walkovers


def _who_went_on(given: Input, rounds: Sequence[Sequence[Tie]], winners: Winners) -> Winners:
    """The winners by tie, and where others were paired for what comes next, the player who went on."""
    followed = went(_plan(given), {(number, table): (one, other) for number, table, one, other in given.get("met", ())})
    on = {
        tie.place: went_on(tie, winners.get(tie.place), followed.get(tie.place, {})) for ties in rounds for tie in ties
    }
    return {place: seed for place, seed in on.items() if seed is not None}


def _stays(pair: Sequence[int | None], gone: Iterable[int]) -> int | None:
    """The one of two that goes on without a game: of those who have left, the first loses, so that nothing changes
    when the other one leaves later. None as long as both are there."""
    leaver = next((one for one in gone if one in pair), None)
    return None if leaver is None else next(one for one in pair if one != leaver)


def _seats(tie: Tie, lots: str) -> tuple[int, ...]:
    """The higher seed moves first in the first game of a match, which is even, so that this gives nobody anything. Who
    moves first where one game is all is drawn by lot."""
    higher, lower = sorted((seed or 0) - 1 for seed in tie.seeds)
    drawn = hashlib.sha256(f"{lots}:first:{tie.round}:{tie.number}".encode()).digest()[-1] & 1 if lots else 0
    return (lower, higher) if drawn else (higher, lower)


def _second_loss(seed: int, rounds: list[list[Tie]], winners: Mapping[tuple[int, int], int]) -> Tie | None:
    """The tie by which somebody is out of a double elimination; None for a player who is not."""
    lost = [tie for ties in rounds for tie in ties if seed in tie.seeds and winners.get(tie.place, seed) != seed]
    return lost[1] if len(lost) > 1 else None


def _place(seed: int, rounds: list[list[Tie]], winners: Winners) -> int:
    """How far somebody has come, the lower the better: 0 for the winner, 1 for the loser of the final, then those of
    the match for third place, then all who lost in the same round alike. A player who may still win counts as the
    winner."""
    last = len(rounds)
    if rounds[-1][0].part == Part.FINAL:
        out = _second_loss(seed, rounds, winners)
        return 1 + last - out.round if out else 0
    tie = next(tie for ties in reversed(rounds) for tie in ties if seed in tie.seeds)
    has_lost = winners.get((tie.round, tie.number), seed) != seed
    if tie.round == last:
        return 2 * (tie.number - 1) + has_lost
    return 2 + 2 * (last - tie.round) + has_lost
