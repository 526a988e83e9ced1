"""The read side of events: what pages, mails and REST show. Nothing here writes."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import Count, F, Max, Q, QuerySet
from django.db.models.functions import Coalesce

from games.calendars import LeaveRule
from games.models import Game, Player
from tournaments.models import Division, Entrant, Event, Fixture, FixtureGame
from tournaments.standings.matches import GameResult, Match
from tournaments.standings.ranking import matches_of
from tournaments.standings.tables import Roster


def events_shown_to(player: Player | None) -> QuerySet[Event]:
    """Every event that is not a draft, and the player's own drafts, the newest first."""
    shown = ~Q(state=Event.State.DRAFT)
    if player is not None:
        shown |= Q(director=player)
    return (
        Event.objects.filter(shown)
        .select_related("director")
        .annotate(entered=Count("entrants", filter=Q(entrants__status=Entrant.Status.ACTIVE)))
        .order_by("-pk")  # an annotated query forgets the order of its model
    )


def events_that_forbid_leave(player: Player) -> list[Event]:
    """Events that the player has entered, that have not started, and whose games leave will not stop."""
    entered = Event.objects.filter(
        state=Event.State.OPEN, entrants__player=player, entrants__status=Entrant.Status.ACTIVE
    )
    return [event for event in entered.order_by("pk") if event.event_rest_rules.leave == LeaveRule.FORBIDDEN]


def active_entrants(event: Event) -> QuerySet[Entrant]:
    """Who takes part, by pairing number once it is drawn, else in the order of entry."""
    return event.entrants.filter(status=Entrant.Status.ACTIVE).select_related("player")


def fixtures_of(division: Division) -> QuerySet[Fixture]:
    """The fixtures by round and table, with who meets whom and their games."""
    return (
        Fixture.objects.filter(round__division=division)
        .select_related("round")
        .prefetch_related("seats__entrant__player", "games__game")
    )


def games_of_event(event: Event) -> QuerySet[Game]:
    """All games of the event's fixtures."""
    return Game.objects.filter(fixture_game__fixture__round__division__event=event)


def roster_of(division: Division) -> Roster:
    """Entrants by pairing number, and every fixture that has been paired."""
    fixtures = Fixture.objects.filter(round__division=division).select_related("round").prefetch_related("seats")
    return Roster(
        entrants=tuple(division.entrants.order_by("number").values_list("pk", flat=True)),
        pairings=tuple(fixture.pairing for fixture in fixtures),
    )


def results_of(division: Division) -> list[GameResult]:
    """The division's part of the result log, in order."""
    return [GameResult.load(payload) for payload in division.results.order_by("seq").values_list("payload", flat=True)]


def matches_in(division: Division, fixtures: Sequence[Fixture]) -> list[Match]:
    """The match of each of the fixtures (all or some of the division's), as far as it has been played."""
    wanted = {fixture.pk for fixture in fixtures}
    results = [result for result in results_of(division) if result.fixture in wanted]
    roster = Roster(entrants=(), pairings=tuple(fixture.pairing for fixture in fixtures))
    return matches_of(division.event.event_ruleset, roster, results)


def stale_divisions() -> QuerySet[Division]:
    """Divisions of running events whose log is ahead of their stored standings."""
    return (
        Division.objects.filter(event__state=Event.State.RUNNING)
        .annotate(latest=Coalesce(Max("results__seq"), 0))
        .filter(latest__gt=F("snapshot__version"))
    )


def is_complete(event: Event) -> bool:
    """Whether every game of a running event has a result, and every result is in the stored standings."""
    games = FixtureGame.objects.filter(fixture__round__division__event=event)
    if games.exclude(game__results__event=event).exists():
        return False
    return not stale_divisions().filter(event=event).exists()
