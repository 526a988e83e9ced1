"""What a table shows beside its numbers: everybody's last matches, their leaf difference, and the places after each
round."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from operator import itemgetter

from tournaments.formats.base import Field
from tournaments.models import Division, FixtureSeat, StandingSnapshot
from tournaments.queries import field_of, lines_of

LAST = 5  # matches of a form
MOST_LINES = 21  # of a chart of places: more cannot be followed
KEPT = 64  # charts

WON, DRAWN, LOST = "won", "drawn", "lost"


@dataclass(frozen=True, slots=True)
class Recent:
    """``form`` has the last matches that are complete, the latest at the end; ``leaves`` is the difference of the
    totals of all of them."""

    form: tuple[str, ...]
    leaves: int


@dataclass(frozen=True, slots=True)
class Course:
    """The places after each of these rounds, by entrant; all rounds are complete."""

    rounds: tuple[int, ...]
    places: dict[int, tuple[int, ...]]


def recent_of(division: Division, entrants: Collection[int]) -> dict[int, Recent]:
    """The last matches and the leaf difference of these entrants, from the scores that workers have stored."""
    seats = FixtureSeat.objects.filter(entrant__in=entrants, fixture__score__points__isnull=False)
    described = seats.order_by("entrant", "fixture__round__number", "fixture__number").values_list(
        "entrant", "number", "fixture__score__points", "fixture__score__totals"
    )
    found = {}
    for entrant, played in groupby(described, key=itemgetter(0)):
        matches = [(number, points, totals) for _, number, points, totals in played]
        form = [_came_of(points, number) for number, points, _ in matches if points is not None]
        leaves = sum(totals[number] - max(_without(totals, number)) for number, _, totals in matches)
        found[entrant] = Recent(tuple(form[-LAST:]), leaves)
    return found


def _came_of(points: Sequence[int], number: int) -> str:
    best = max(_without(points, number))
    return WON if points[number] > best else DRAWN if points[number] == best else LOST


def _without(amounts: Sequence[int], number: int) -> list[int]:
    return [amount for seat, amount in enumerate(amounts) if seat != number]


def course_of(division: Division, snapshot: StandingSnapshot) -> Course | None:
    """The places after each complete round of a stored table; None for fewer than two, or for too many lines."""
    if len(snapshot.table["rows"]) > MOST_LINES or not division.stage.stage_format.has_points:
        return None
    return _course(division.pk, division.event.nonce, snapshot.version)


@lru_cache(maxsize=KEPT)
def _course(division_id: int, nonce: str, version: int) -> Course | None:
    division = Division.objects.select_related("event", "stage").get(pk=division_id)
    field = field_of(division, lines=lines_of(division, upto=version))
    rounds = _complete_rounds(field)
    if len(rounds) < 2:
        return None
    form = division.stage.stage_format
    places: dict[int, list[int]] = {entrant: [] for entrant in field.roster.entrants}
    for number in rounds:
        for row in form.standings(_until(field, number)).rows:
            places[row.entrant].append(row.rank)
    return Course(tuple(rounds), {entrant: tuple(ranks) for entrant, ranks in places.items()})


def _complete_rounds(field: Field) -> list[int]:
    """The rounds from the first on that are over, as far as the first one that is not."""
    still_open = {
        pairing.round
        for pairing, match in zip(field.roster.pairings, field.matches, strict=True)
        if not match.is_complete
    }
    return list(range(1, min(still_open, default=field.rounds + 1)))


def _until(field: Field, number: int) -> Field:
    """The field as it was when this round was over."""
    roster = field.roster
    pairings = tuple(pairing for pairing in roster.pairings if pairing.round <= number)
    kept = {pairing.fixture for pairing in pairings}
    results = tuple(result for result in field.account.results if result.fixture in kept)
    return replace(
        field,
        roster=replace(roster, pairings=pairings, byes=tuple(bye for bye in roster.byes if bye.round <= number)),
        account=replace(field.account, results=results),
    )
