"""The read side of events: what pages, mails and REST show. Nothing here writes."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from games.calendars import LeaveRule
from games.models import Game, Player
from tournaments.formats.base import Field
from tournaments.models import Division, Entrant, Event, Fixture, FixtureGame, FixtureSeat, Result
from tournaments.standings.log import RESULTS, Account, Kind, Line, account
from tournaments.standings.matches import Match
from tournaments.standings.ranking import matches_of
from tournaments.standings.tables import Pairing, Roster

FEW = 500  # fixtures whose results are asked for one by one


def events_shown_to(player: Player | None) -> QuerySet[Event]:
    """Every event that is not a draft, and the player's own drafts, the newest first."""
    shown = ~Q(state=Event.State.DRAFT)
    if player is not None:
        shown |= Q(director=player) | Q(pk__in=player.assisted_events.values("pk"))
    return (
        Event.objects.filter(shown)
        .select_related("director")
        .annotate(entered=Count("entrants", filter=Q(entrants__status=Entrant.Status.ACTIVE, entrants__stage_number=1)))
        .order_by("-pk")  # an annotated query forgets the order of its model
    )


def events_that_forbid_leave(player: Player) -> list[Event]:
    """Events that the player has entered, that have not started, and whose games leave will not stop."""
    entered = Event.objects.filter(
        state=Event.State.OPEN, entrants__player=player, entrants__status=Entrant.Status.ACTIVE
    )
    return [event for event in entered.order_by("pk") if event.event_rest_rules.leave == LeaveRule.FORBIDDEN]


def active_entrants(event: Event) -> QuerySet[Entrant]:
    """Who takes part, by division and pairing number once they are drawn, else in the order of entry."""
    return (
        event.entrants.filter(status=Entrant.Status.ACTIVE, stage_number=1)
        .select_related("player", "division")
        .order_by("division__tier", "division__number", "number", "pk")
    )


def entries_of(event: Event, username: str) -> list[Entrant]:
    """A player's entries by stage, the latest first."""
    entries = event.entrants.filter(player__username__iexact=username)
    return list(entries.select_related("player", "division__stage", "division__snapshot").order_by("-stage_number"))


def fixtures_of(division: Division) -> QuerySet[Fixture]:
    """The fixtures by round and table, with who meets whom and their games."""
    return (
        Fixture.objects.filter(round__division=division)
        .select_related("round")
        .prefetch_related(
            Prefetch("seats", FixtureSeat.objects.select_related("entrant__player")),
            Prefetch("games", FixtureGame.objects.select_related("game")),
        )
    )


def games_of_event(event: Event) -> QuerySet[Game]:
    """All games of the event's fixtures."""
    return Game.objects.filter(fixture_game__fixture__round__division__event=event)


def field_of(division: Division, *, lines: Sequence[Line] | None = None) -> Field:
    """A division as its format sees it after these lines of its log, or after all; what is not told of is left out."""
    event, stage = division.event, division.stage
    if lines is None:
        lines = lines_of(division)
    known = account(lines)
    ruleset = stage.stage_ruleset
    here = {line.payload["entrant"] for line in lines if line.kind == Kind.ENTERED}
    entrants = [one for one in division.entrants.order_by("number") if not one.is_late or one.pk in here]
    return Field(
        scheme=stage.stage_scheme,
        ruleset=ruleset,
        roster=Roster(
            entrants=tuple(entrant.pk for entrant in entrants),
            pairings=tuple(pairings_of(division, known)),
            byes=known.byes,
            ratings={entrant.pk: entrant.rating for entrant in entrants if entrant.rating is not None},
            void=known.void,
        ),
        account=known,
        seed=event.seed,
        stage=stage.number,
        wishes={entrant.pk: frozenset(entrant.rests) for entrant in entrants if entrant.rests},
    )


def lines_of(division: Division) -> list[Line]:
    """The division's part of the log."""
    return [Line(*told) for told in division.results.order_by("seq").values_list("seq", "kind", "payload", "at")]


def pairings_of(division: Division, known: Account, entrants: Collection[int] | None = None) -> list[Pairing]:
    """What has been paired, as the log tells, by round and table; of ``entrants``, or of all.

    A large event has thousands, so there is no object for each seat.
    """
    paired = paired_fixtures(division, known)
    usual = division.stage.stage_ruleset.games_per_fixture
    seats = FixtureSeat.objects.filter(fixture__round__division=division)
    if entrants is not None:
        seats = seats.filter(fixture__in=seats.filter(entrant__in=list(entrants)).values("fixture"))
    told = seats.order_by("fixture__round__number", "fixture__number", "number").values_list(
        "fixture", "fixture__round__number", "fixture__number", "entrant"
    )
    return [
        Pairing(fixture, tuple([seat[-1] for seat in seated]), number, table, usual + known.added.get(fixture, 0))
        for (fixture, number, table), seated in groupby(told, key=itemgetter(0, 1, 2))
        if paired is None or fixture in paired
    ]


def paired_fixtures(division: Division, known: Account) -> set[int] | None:
    """The fixtures that the log tells of; None for all, in events from before the log told it."""
    told = [line.payload["fixtures"] for line in known.lines if line.kind in (Kind.ROUND_PAIRED, Kind.CHALLENGED)]
    if not told and not division.pairing_runs.exists():
        return None
    return {fixture for several in told for fixture in several}


def account_of(division: Division) -> Account:
    """What the division's part of the log has come to."""
    return account(lines_of(division))


def matches_in(division: Division, fixtures: Sequence[Fixture]) -> list[Match]:
    """The match of each of the fixtures (all or some of the division's), as far as it has been played.

    Of a long log only those results are read that are theirs.
    """
    lines = division.results.order_by("seq")
    if len(fixtures) <= FEW:
        games = [played.game_id for fixture in fixtures for played in fixture.games.all()]
        lines = lines.filter(~Q(kind__in=RESULTS) | Q(game__in=games))
    known, ruleset = account(result.line for result in lines), division.stage.stage_ruleset
    wanted = {fixture.pk for fixture in fixtures}
    usual = ruleset.games_per_fixture
    pairings = tuple(replace(fixture.pairing, games=usual + known.added.get(fixture.pk, 0)) for fixture in fixtures)
    results = [result for result in known.results if result.fixture in wanted]
    return matches_of(ruleset, Roster((), pairings, void=known.void), results)


def stale_divisions() -> QuerySet[Division]:
    """Divisions whose log is ahead of their stored standings; results are corrected after the end of an event, too."""
    newer = Result.objects.filter(division=OuterRef("pk"), seq__gt=OuterRef("snapshot__version"))
    return Division.objects.filter(Exists(newer))


def divisions_that_may_go_on() -> QuerySet[Division]:
    """Divisions in which something may have to be paired or closed: all is played, or it is a knockout."""
    running = Game.objects.filter(status=Game.Status.RUNNING, fixture_game__fixture__round__division=OuterRef("pk"))
    open_divisions = Division.objects.filter(event__state=Event.State.RUNNING, stage__finished_at=None)
    return open_divisions.filter(~Exists(running) | Q(stage__format="knockout")).exclude(stage__format="ladder")


def is_up_to_date(event: Event) -> bool:
    """Whether every line of the log is in the stored standings."""
    return not stale_divisions().filter(event=event).exists()


def open_games_of(entrant: Entrant) -> QuerySet[Game]:
    """The running games of an entrant, the oldest first."""
    return Game.objects.filter(
        status=Game.Status.RUNNING,
        fixture_game__fixture__seats__entrant=entrant,
    ).order_by("pk")


def may_direct(event: Event, player: Player | None) -> bool:
    """Whether somebody directs the event or assists its director."""
    if player is None:
        return False
    return event.director_id == player.pk or event.assistants.filter(pk=player.pk).exists()


def divisions_of(event: Event) -> QuerySet[Division]:
    """The divisions of all stages, the latest stage first, in each the highest tier first."""
    return (
        Division.objects.filter(event=event)
        .select_related("stage", "event")
        .order_by("-stage__number", "tier", "number")
    )
