"""Which stages an event has, and how entrants are divided and numbered when one begins. Writes nothing."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from fractions import Fraction

from django.db.models import Max, Q
from django.utils.translation import gettext

from games.records import dice
from ground.wording import kept
from tournaments.event_log.kinds import Departure, Placed, Reverted, Season, Seeded, Starter, Substituted
from tournaments.event_log.kinds.folding import Account, account
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form, Layout
from tournaments.formats import FORMATS
from tournaments.formats.base import CannotStart
from tournaments.glicko2 import CENTRE
from tournaments.models import Division, Entrant, Event, StandingSnapshot
from tournaments.pairing.divisions import divide, group_sizes, tier_sizes
from tournaments.pairing.seasons import UNSURE, Finish, Leads, Newcomer, leads_of, next_tiers
from tournaments.queries import field_of, lines_of
from tournaments.ratings import queries as rating_queries
from tournaments.standings.points import POINT
from tournaments.standings.ranking import Row

NOT_TWO = kept("A challenge match is for 2 players, not {count}.")
TOO_FEW_FOR_GROUPS = kept("Groups from which {qualifiers} go on need at least {fewest_in_groups} players, not {count}.")
TOO_FEW_FOR_LEAGUE = kept("A division of this league has {pool_size} players; {count} have entered.")

USUAL_RATING = round(CENTRE)

BY_HAND = (Seeded, Placed, Reverted)  # the kinds of entries by which directors decide about the first stage

Tiers = list[list[list[Entrant]]]
Pools = list[list[list[int]]]  # by tier the pools, in each the entrants in the order of their pairing numbers

_FIRST = {
    Form.ROUND_ROBIN: "round-robin",
    Form.LEAGUE: "round-robin",
    Form.GROUPS: "round-robin",
    Form.MATCH: "round-robin",
    Form.SWISS: "swiss",
    Form.KNOCKOUT: "knockout",
    Form.DOUBLE: "double-elimination",
    Form.LADDER: "ladder",
    Form.TEAMS: "team-round-robin",
}


def first_format(layout: Layout) -> str:
    """The format of the first stage; teams with a number of rounds play a Swiss tournament."""
    if layout.form == Form.TEAMS and layout.rounds:
        return "team-swiss"
    return _FIRST[Form(layout.form)]


def next_format(form: str, stage: int) -> str | None:
    """The format of the stage after this one, if there is one."""
    return "knockout" if form == Form.GROUPS and stage == 1 else None


def all_begin_together(layout: Layout) -> bool:
    """Whether all games of such an event begin at its start."""
    return FORMATS[first_format(layout)].at_once and next_format(layout.form, 1) is None


def ratings_of(event: Event, players: Sequence[int], at: datetime) -> dict[int, int]:
    """The rating of each player in the event's game with which the day began; the usual first one if there is none."""
    known = rating_queries.ratings_of(players, event.rules, event.event_layout.seats, at, has_bots=event.is_for_bots)
    return {player: round(rating.rating) for player, rating in known.items()}


def starters_of(event: Event, entrants: Sequence[Entrant], at: datetime) -> tuple[Starter, ...]:
    """These entrants as the entry of the start names them."""
    players = {entrant.pk: entrant.player_id for entrant in entrants}
    seats, has_bots = event.event_layout.seats, event.is_for_bots
    rated = rating_queries.ratings_of(players.values(), event.rules, seats, at, has_bots=has_bots)
    return tuple(
        Starter(entrant, player, round(rated[player].rating), int(rated[player].deviation))
        for entrant, player in players.items()
    )


def seasons_before(event: Event) -> list[Event]:
    """The season before and the one before that, as far as there were any: what promotion and relegation look at."""
    before = event.previous
    return [season for season in (before, before and before.previous) if season is not None]


def logs_before(event: Event) -> tuple[Season, ...]:
    """The seasons before with the heads that their logs have now, as the entry of the start names them."""
    return tuple(Season(season.pk, season.log_seq, season.log_digest) for season in seasons_before(event))


def pools_at_start(
    event: Event,
    starters: Sequence[Starter],
    seasons: Sequence[Season],
    seed: str,
    by_hand: Account,
    *,
    again: bool = False,
) -> Pools:
    """Tiers, pools and pairing numbers of the first stage, from the entry of the start, the seed, what directors have
    decided ``by_hand`` before, and the logs of the seasons before as they were then; ``again``: whatever tables are
    stored.

    Raises CannotStart if so many cannot play this.
    """
    layout = event.event_layout
    entrants = [starter.entrant for starter in starters]
    ratings = {starter.entrant: starter.rating for starter in starters}
    if layout.form == Form.MATCH and len(entrants) != 2:
        raise CannotStart(gettext(NOT_TWO).format(count=len(entrants)))
    if layout.form == Form.LEAGUE:
        heads = [season.seq for season in seasons]
        finishes = finishes_of(event.previous, heads, again=again) if event.previous else {}
        left = players_who_left(event.previous, *heads[:1]) if event.previous else frozenset()
        tiers = _league(starters, finishes, left, layout, seed, by_hand)
    elif layout.form == Form.GROUPS:
        if len(entrants) < layout.fewest_in_groups:
            raise CannotStart(
                gettext(TOO_FEW_FOR_GROUPS).format(
                    qualifiers=layout.qualifiers, fewest_in_groups=layout.fewest_in_groups, count=len(entrants)
                )
            )
        strongest = seeded_first(_strongest(entrants, ratings, seed), by_hand.seeds)
        sizes = group_sizes(len(entrants), size=layout.pool_size, qualifiers=layout.qualifiers)
        tiers = divide(strongest, [sizes], by_hand.placed)
    else:
        tiers = [[entrants]]
    form = FORMATS[first_format(layout)]
    for tier in tiers:
        for pool in tier:
            form.check_size(len(pool), layout)
    return [
        [
            seeded_first(numbered(pool, ratings, lots_of(seed, index, number), by_rating=form.by_rating), by_hand.seeds)
            for number, pool in enumerate(tier, 1)
        ]
        for index, tier in enumerate(tiers, 1)
    ]


def decided_by_hand(event: Event) -> Account:
    """What directors have decided before the start about the order of entrants and their places, as the log tells."""
    return account(read(event.log_entries.all(), *BY_HAND))


def seeded_first(entrants: Sequence[int], seeds: Sequence[int]) -> list[int]:
    """Those whom directors have seeded, in that order, before the others, who stay in theirs."""
    place = {entrant: number for number, entrant in enumerate(seeds)}
    return sorted(entrants, key=lambda entrant: place.get(entrant, len(seeds)))


def lots_of(seed: str, tier: int, number: int) -> str:
    """The seed of what is left to chance within one division; the first has the event's own."""
    if (tier, number) == (1, 1):
        return seed
    return hashlib.sha256(f"{seed}:{tier}:{number}".encode()).hexdigest()


def numbered(pool: Sequence[int], ratings: Mapping[int, int], lots: str, *, by_rating: bool) -> list[int]:
    """Entrants in the order of their pairing numbers: by strength where that is the seeding, else by lot."""
    if by_rating:
        return _strongest(pool, ratings, lots)
    by_entry = sorted(pool)
    return [by_entry[drawn] for drawn in dice.draw_order(lots, len(pool))]


def _strongest(entrants: Sequence[int], ratings: Mapping[int, int], seed: str) -> list[int]:
    """Entrants by rating, the best first; those with the same rating by lot."""
    by_entry = sorted(entrants)
    by_lot = [by_entry[drawn] for drawn in dice.draw_order(seed, len(by_entry))]
    return sorted(by_lot, key=lambda entrant: -ratings[entrant])


def _league(
    starters: Sequence[Starter],
    finishes: Mapping[int, Finish],
    left: Collection[int],
    layout: Layout,
    seed: str,
    by_hand: Account,
) -> Pools:
    """After last season's table, if there was one; newcomers come after it, the strongest first, unless directors have
    seeded them. Players who ``left`` that season enter below all, whatever their rating: a place that leads down is not
    escaped by leaving. All are placed around those whose place directors have chosen."""
    starter_of = {starter.entrant: starter for starter in starters}
    strongest = _strongest(list(starter_of), {starter.entrant: starter.rating for starter in starters}, seed)
    in_order = [starter_of[entrant] for entrant in seeded_first(strongest, by_hand.seeds)]
    stayed = [replace(finishes[one.player], entrant=one.entrant) for one in in_order if one.player in finishes]
    new = [
        Newcomer(one.entrant, one.rating, UNSURE if one.player in left else one.deviation)
        for one in in_order
        if one.player not in finishes
    ]
    order = [entrant for tier in next_tiers(stayed, new, size=layout.pool_size) for entrant in tier]
    sizes = tier_sizes(len(order), size=layout.pool_size, seats=layout.seats)
    if not sizes:
        raise CannotStart(gettext(TOO_FEW_FOR_LEAGUE).format(pool_size=layout.pool_size, count=len(order)))
    return divide(order, sizes, by_hand.placed)


def finishes_of(event: Event, heads: Sequence[int] = (), *, again: bool = False) -> Mapping[int, Finish]:
    """How each player ended a season, by player: what promotion and relegation go by. Players who left are not in it.

    ``heads`` are the last lines that count of its log and of that of the season before, by default all there are.
    Those who share a rank are put in order all the same, as only so many can rise: by the season before, then by the
    rating at the start, then by pairing number, which was drawn by lot.
    """
    head, head_before = [*heads, None, None][:2]
    until = Q() if head is None else Q(seq__lte=head)
    earlier = _places_in(event.previous, head_before, again=again) if event.previous else {}
    finishes = {}
    pools = pools_of(event)
    for division, rows in _tables_of(event, head, again=again):
        leads = leads_of(pools, division.tier, size=event.event_layout.pool_size)
        gone = account(read(division.log_entries.filter(until), Departure, Reverted)).gone
        members = {entrant.pk: entrant for entrant in division.entrants.all() if entrant.pk not in gone}
        here = [(row, members[row.entrant]) for row in rows if row.entrant in members]
        here.sort(key=lambda one: (one[0].rank, *_before(one[1], earlier)))
        for place, (row, member) in enumerate(here, 1):
            finishes[member.player_id] = _finish(division, member, row, rank=place, leads=leads)
    return finishes


def players_who_left(event: Event, head: int | None = None) -> frozenset[int]:
    """The players who left a season or were replaced in it, up to line ``head`` of its log."""
    entries = event.log_entries.all() if head is None else event.log_entries.filter(seq__lte=head)
    replaced = [entry.payload for entry in read(entries, Substituted)]
    gone = account(read(entries, Departure, Reverted)).gone
    leavers = event.entrants.filter(pk__in=gone).values_list("player", flat=True)
    return frozenset(leavers) | {payload.old for payload in replaced}


def pools_of(event: Event) -> list[int]:
    """How many pools each tier has, the highest first."""
    tiers = Counter(event.divisions.filter(stage__number=1).values_list("tier", flat=True))
    return [tiers[tier] for tier in sorted(tiers)]


def in_season_order(division: Division, ranks: Mapping[int, int]) -> list[int]:
    """Those of a division who are still there in the order in which a season that ended now would take them, by their
    ranks and what decides between the same ones (``finishes_of``)."""
    members = list(division.entrants.filter(pk__in=ranks, status=Entrant.Status.ACTIVE))
    earlier: dict[int, tuple[int, int]] = {}
    if division.event.previous and len({ranks[member.pk] for member in members}) < len(members):
        players = [member.player_id for member in members]
        then = division.event.previous.entrants.filter(division__stage__number=1, player__in=players)
        for player, tier, entrant, table in then.values_list(
            "player", "division__tier", "pk", "division__snapshot__table"
        ):
            (rank,) = [row["rank"] for row in table["rows"] if row["entrant"] == entrant]
            earlier[player] = (tier, rank)
    members.sort(key=lambda member: (ranks[member.pk], *_before(member, earlier)))
    return [member.pk for member in members]


def _places_in(event: Event, head: int | None, *, again: bool) -> dict[int, tuple[int, int]]:
    """Tier and rank of each player in a season."""
    places = {}
    for division, rows in _tables_of(event, head, again=again):
        player_of = dict(division.entrants.values_list("pk", "player"))
        for row in rows:
            places[player_of[row.entrant]] = (division.tier, row.rank)
    return places


def _tables_of(event: Event, head: int | None, *, again: bool) -> Iterator[tuple[Division, Sequence[Row]]]:
    """The table of each division after line ``head`` of the log: the stored one if it is that, and nothing is to be
    computed ``again``."""
    counts = Q() if head is None else Q(log_entries__seq__lte=head)
    divisions = event.divisions.filter(stage__number=1).annotate(last=Max("log_entries__seq", filter=counts))
    for division in divisions.select_related("event", "stage", "snapshot"):
        last = division.last or 0
        if division.snapshot.version == last and not again:
            yield division, division.snapshot.standings.rows
        else:
            lines = lines_of(division, upto=last)
            yield division, division.stage.stage_format.standings(field_of(division, lines=lines)).rows


def _before(member: Entrant, earlier: Mapping[int, tuple[int, int]]) -> tuple[object, ...]:
    """What decides between two of the same rank, the better first."""
    nowhere = (1 << 30, 1 << 30)
    return (*earlier.get(member.player_id, nowhere), -(member.rating or USUAL_RATING), member.number or 0)


def _finish(division: Division, member: Entrant, row: Row, *, rank: int, leads: Leads) -> Finish:
    codes = division.stage.stage_ruleset.tie_breaks
    values = tuple(row.values.get(code) or 0 for code in codes)
    return Finish(
        entrant=member.player_id,
        tier=division.tier,
        rank=rank,
        leads=leads,
        share=Fraction(row.points, POINT * max(1, row.columns["played"])),
        values=values,
        rating=member.rating or USUAL_RATING,
        number=member.number or 0,
    )


def finalists(event: Event, qualifiers: int) -> list[Entrant]:
    """Entrants who go on from the groups, in seeding order (``qualified``)."""
    members: dict[int, Entrant] = {}
    tables = []
    for division in event.divisions.filter(stage__number=1).order_by("tier", "number"):
        here = {entrant.pk: entrant for entrant in division.entrants.filter(status=Entrant.Status.ACTIVE)}
        members |= here
        tables.append([row for row in StandingSnapshot.objects.get(division=division).standings.rows
                       if row.entrant in here])  # fmt: skip
    numbers = {entrant.pk: entrant.number or 0 for entrant in members.values()}
    return [members[key] for key in qualified(tables, numbers, qualifiers)]


def qualified(tables: Sequence[Sequence[Row]], numbers: Mapping[int, int], qualifiers: int) -> list[int]:
    """Who goes on from the tables of groups, without those who left: all winners by group, then all seconds, and so on.

    So two of one group meet as late as the bracket allows. Of those who share a place the better pairing number, which
    was drawn by lot, goes on.
    """
    by_place: list[list[int]] = [[] for _ in range(qualifiers)]
    for rows in tables:
        best = sorted(rows, key=lambda row: (row.rank, numbers[row.entrant]))
        for place, row in enumerate(best[:qualifiers]):
            by_place[place].append(row.entrant)
    return [entrant for place in by_place for entrant in place]
