"""The divisions of an event as they would be if it started now. Writes nothing.

The seed of the lots is secret until the start, so a plan has lots of its own: players between whom only a lot decides
may change places, and pairing numbers that are drawn are left out.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Q, QuerySet

from games.moderation.sanctions import suspended_players
from tournaments.event_log.kinds import Kind
from tournaments.event_log.kinds.folding import Account, LogEntry, account
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form, title_of_division
from tournaments.models import Entrant, Event
from tournaments.setup.seeding import BY_HAND, logs_before, pools_at_start, starters_of

DIVIDED = (Form.LEAGUE, Form.GROUPS)


@dataclass(frozen=True, slots=True)
class PlannedEntrant:
    """An entrant with the rating of today, the number of their seed if directors have given one, and whether directors
    have chosen their place. ``tier_before``: of the season before, None for a newcomer. ``team``: the name of a team,
    whose captain the player is, else empty."""

    entrant: int
    player: str
    team: str
    rating: int
    seed: int | None
    is_placed: bool
    tier_before: int | None


@dataclass(frozen=True, slots=True)
class PlannedDivision:
    """A division with its entrants in the order of strength; ``title`` is empty for the only one."""

    tier: int
    number: int
    title: str
    entrants: tuple[PlannedEntrant, ...]


def plan_divisions(event: Event, *, at: datetime, more: Sequence[Kind] = (), without: int = 0) -> list[PlannedDivision]:
    """The divisions if the event started now, with entries of these payloads ``more`` in its log, and without the one
    of the number ``without``. Raises CannotStart."""
    by_hand = _decided(event, at, more, without)
    entrants = {entrant.pk: entrant for entrant in _who_would_start(event, at)}
    starters = starters_of(event, list(entrants.values()), at)
    ratings = {starter.entrant: starter.rating for starter in starters}
    pools = pools_at_start(
        event, starters, logs_before(event), hashlib.sha256(f"plan of event {event.pk}".encode()).hexdigest(), by_hand
    )
    tiers_before = _tiers_before(event)
    seeds = {entrant: number for number, entrant in enumerate(by_hand.seeds, 1)}

    def planned(key: int) -> PlannedEntrant:
        player = entrants[key].player
        return PlannedEntrant(
            entrant=key,
            player=player.username,
            team=entrants[key].team_name,
            rating=ratings[key],
            seed=seeds.get(key),
            is_placed=key in by_hand.placed,
            tier_before=tiers_before.get(player.pk),
        )

    return [
        PlannedDivision(
            tier,
            number,
            title_of_division(event.form, stage=1, tier=tier, number=number),
            tuple(map(planned, sorted(pool, key=lambda key: (seeds.get(key, len(seeds) + 1), -ratings[key])))),
        )
        for tier, number, pool in _numbered(pools)
    ]


def _who_would_start(event: Event, at: datetime) -> QuerySet[Entrant]:
    """In the order of entry; players who have closed the account or are suspended do not begin, nor do incomplete
    teams."""
    taking_part = event.entrants.filter(status=Entrant.Status.ACTIVE, player__is_active=True)
    if event.form == Form.TEAMS:
        taking_part = taking_part.exclude(pk__in=incomplete_teams(event, at=at).values("pk"))
    return taking_part.exclude(player__in=suspended_players(at)).select_related("player").order_by("pk")


def incomplete_teams(event: Event, *, at: datetime) -> QuerySet[Entrant]:
    """The teams that have entered with fewer players than boards, counting those who have accepted and may play."""
    playing = Q(squad__accepted_at__isnull=False, squad__player__is_active=True)
    counted = Count("squad", filter=playing & ~Q(squad__player__in=suspended_players(at)))
    teams = event.entrants.filter(status=Entrant.Status.ACTIVE).annotate(playing=counted)
    return teams.filter(playing__lt=event.event_layout.boards)


def _numbered(pools: Sequence[Sequence[Sequence[int]]]) -> Iterator[tuple[int, int, Sequence[int]]]:
    for tier, several in enumerate(pools, 1):
        for number, pool in enumerate(several, 1):
            yield tier, number, pool


def _decided(event: Event, at: datetime, more: Sequence[Kind], without: int) -> Account:
    known = [entry for entry in read(event.log_entries.all(), *BY_HAND) if entry.seq != without]
    return account([*known, *(LogEntry(event.log_seq + index, one, at) for index, one in enumerate(more, 1))])


def _tiers_before(event: Event) -> Mapping[int, int]:
    if event.previous is None:
        return {}
    first = Entrant.objects.filter(event=event.previous, division__stage__number=1)
    return dict(first.values_list("player", "division__tier"))
