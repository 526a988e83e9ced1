"""Which stages an event has, and how entrants are divided and numbered when one begins. Writes only their ratings."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from games import dice
from tournaments.formats import FORMATS
from tournaments.formats.base import CannotStart
from tournaments.models import Division, Entrant, Event, StandingSnapshot
from tournaments.pairing.divisions import divide, groups, layout
from tournaments.pairing.seasons import Finish, next_tiers
from tournaments.ratings import queries as rating_queries
from tournaments.ratings.glicko2 import CENTRE
from tournaments.schemes import Form, Scheme
from tournaments.standings.ranking import Row

USUAL_RATING = round(CENTRE)

Tiers = list[list[list[Entrant]]]  # by tier the pools, in each the entrants in the order of their pairing numbers

_FIRST = {
    Form.ROUND_ROBIN: "round-robin",
    Form.LEAGUE: "round-robin",
    Form.GROUPS: "round-robin",
    Form.MATCH: "round-robin",
    Form.SWISS: "swiss",
    Form.KNOCKOUT: "knockout",
    Form.LADDER: "ladder",
}


def first_format(form: str) -> str:
    """The format of the first stage."""
    return _FIRST[Form(form)]


def next_format(form: str, stage: int) -> str | None:
    """The format of the stage after this one, if there is one."""
    return "knockout" if form == Form.GROUPS and stage == 1 else None


def ratings_of(event: Event, players: Sequence[int], at: datetime) -> dict[int, int]:
    """The rating of each player in the event's game with which the day began, the usual first one for who has none."""
    known = rating_queries.ratings_of(players, event.rules, event.event_scheme.seats, at)
    return {player: round(rating.rating) for player, rating in known.items()}


def divisions_at_start(event: Event, entrants: Sequence[Entrant], seed: str, at: datetime) -> Tiers:
    """Tiers, pools and pairing numbers of the first stage. Raises CannotStart if so many cannot play this."""
    scheme = event.event_scheme
    ratings = ratings_of(event, [entrant.player_id for entrant in entrants], at)
    for entrant in entrants:
        entrant.rating = ratings[entrant.player_id]
    Entrant.objects.bulk_update(entrants, ["rating"], batch_size=500)
    if scheme.form == Form.MATCH and len(entrants) != 2:
        raise CannotStart(f"A challenge match is for 2 players, not {len(entrants)}.")
    if scheme.form == Form.LEAGUE:
        tiers = _league(event, entrants, scheme, seed)
    elif scheme.form == Form.GROUPS:
        if len(entrants) < 2 * (scheme.qualifiers + 1):
            raise CannotStart(
                f"Groups from which {scheme.qualifiers} go on need at least {2 * (scheme.qualifiers + 1)} players, "
                f"not {len(entrants)}."
            )
        tiers = [_by_key(groups(_strongest(entrants, seed), size=scheme.pool_size), entrants)]
    else:
        tiers = [[list(entrants)]]
    form = FORMATS[first_format(scheme.form)]
    for tier in tiers:
        for pool in tier:
            form.check_size(len(pool), scheme)
    return [
        [_numbered(pool, lots_of(seed, index, number), by_rating=form.by_rating) for number, pool in enumerate(tier, 1)]
        for index, tier in enumerate(tiers, 1)
    ]


def lots_of(seed: str, tier: int, number: int) -> str:
    """The seed of what is left to chance within one division; the first has the event's own."""
    if (tier, number) == (1, 1):
        return seed
    return hashlib.sha256(f"{seed}:{tier}:{number}".encode()).hexdigest()


def _numbered(pool: Sequence[Entrant], lots: str, *, by_rating: bool) -> list[Entrant]:
    """In the order of their pairing numbers: by strength where that is the seeding, else by lot."""
    if by_rating:
        strongest = _strongest(pool, lots)
        places = {pk: place for place, pk in enumerate(strongest)}
        return sorted(pool, key=lambda entrant: places[entrant.pk])
    by_entry = sorted(pool, key=lambda entrant: entrant.pk)
    return [by_entry[drawn] for drawn in dice.draw_order(lots, len(pool))]


def _strongest(entrants: Sequence[Entrant], seed: str) -> list[int]:
    """Entrants by rating, the best first; who has the same rating by lot."""
    by_entry = sorted(entrants, key=lambda entrant: entrant.pk)
    lot = {by_entry[drawn].pk: place for place, drawn in enumerate(dice.draw_order(seed, len(by_entry)))}
    return [entrant.pk for entrant in sorted(by_entry, key=lambda one: (-(one.rating or 0), lot[one.pk]))]


def _league(event: Event, entrants: Sequence[Entrant], scheme: Scheme, seed: str) -> Tiers:
    """After last season's table, if there was one; newcomers enter at the bottom, the strongest first."""
    strongest = _strongest(entrants, seed)
    finishes = finishes_of(event.previous) if event.previous else {}
    player_of = {entrant.pk: entrant.player_id for entrant in entrants}
    back = [pk for pk in strongest if player_of[pk] in finishes]
    new = [pk for pk in strongest if player_of[pk] not in finishes]
    stayed = [_as_entrant(finishes[player_of[pk]], pk) for pk in back]
    order = [pk for tier in next_tiers(stayed, new, size=scheme.pool_size) for pk in tier]
    sizes = layout(len(order), size=scheme.pool_size, seats=scheme.seats)
    if not sizes:
        raise CannotStart(f"A pool of this league has {scheme.pool_size} players; {len(order)} have entered.")
    return [_by_key(pools, entrants) for pools in divide(order, sizes)]


def _by_key(pools: Sequence[Sequence[int]], entrants: Sequence[Entrant]) -> list[list[Entrant]]:
    by_key = {entrant.pk: entrant for entrant in entrants}
    return [[by_key[pk] for pk in pool] for pool in pools]


def finishes_of(event: Event) -> Mapping[int, Finish]:
    """How each player ended a season, by player: what promotion and relegation go by. Who left it is not in it.

    Those who share a rank are put in order all the same, as only so many can rise: by the season before, then by the
    rating at the start, then by pairing number, which was drawn by lot.
    """
    earlier = _places_in(event.previous) if event.previous else {}
    finishes = {}
    for division in event.divisions.filter(stage__number=1).select_related("event", "stage"):
        rows = StandingSnapshot.objects.get(division=division).standings.rows
        members = {entrant.pk: entrant for entrant in division.entrants.filter(status=Entrant.Status.ACTIVE)}
        here = [(row, members[row.entrant]) for row in rows if row.entrant in members]
        here.sort(key=lambda one: (one[0].rank, *_before(one[1], earlier)))
        for place, (row, member) in enumerate(here, 1):
            finishes[member.player_id] = _finish(division, member, row, rank=place, size=len(rows))
    return finishes


def _places_in(event: Event) -> dict[int, tuple[int, int]]:
    """Tier and rank of each player in a season."""
    places = {}
    for division in event.divisions.filter(stage__number=1):
        player_of = dict(division.entrants.values_list("pk", "player"))
        for row in StandingSnapshot.objects.get(division=division).standings.rows:
            places[player_of[row.entrant]] = (division.tier, row.rank)
    return places


def _before(member: Entrant, earlier: Mapping[int, tuple[int, int]]) -> tuple[object, ...]:
    """What decides between two of the same rank, the better first."""
    nowhere = (1 << 30, 1 << 30)
    return (*earlier.get(member.player_id, nowhere), -(member.rating or USUAL_RATING), member.number or 0)


def _finish(division: Division, member: Entrant, row: Row, *, rank: int, size: int) -> Finish:
    codes = division.stage.stage_ruleset.tie_breaks
    values = tuple(row.values.get(code) or 0 for code in codes)
    return Finish(
        entrant=member.player_id,
        tier=division.tier,
        rank=rank,
        size=size,
        share=Fraction(row.points, max(1, size - 1)),
        values=values,
        rating=member.rating or USUAL_RATING,
        number=member.number or 0,
    )


def _as_entrant(finish: Finish, pk: int) -> Finish:
    return replace(finish, entrant=pk)


def finalists(event: Event, qualifiers: int) -> list[int]:
    """Players who go on from the groups, in seeding order: all winners by group, then all seconds, and so on.

    So two of one group meet as late as the bracket allows. Of those who share a place the better pairing number, which
    was drawn by lot, goes on.
    """
    by_place: list[list[int]] = [[] for _ in range(qualifiers)]
    divisions = event.divisions.filter(stage__number=1).order_by("tier", "number")
    for division in divisions:
        members = {entrant.pk: entrant for entrant in division.entrants.all()}
        rows = StandingSnapshot.objects.get(division=division).standings.rows
        playing = [row for row in rows if members[row.entrant].status == Entrant.Status.ACTIVE]
        playing.sort(key=lambda row: (row.rank, members[row.entrant].number or 0))
        for place, row in enumerate(playing[:qualifiers]):
            by_place[place].append(members[row.entrant].player_id)
    return [player for place in by_place for player in place]
