"""The read side of events: what pages, mails and REST show. Nothing here writes.

It is long because every question about events that more than one door asks is answered here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import Count, Exists, OuterRef, Prefetch, Q, QuerySet

from games.clock.calendars import LeaveRule
from games.clock.longest_end import SlowestEnds
from games.models import Game, Player, Seat
from games.rules import RULES
from games.timekeeping.turn_clock import slowest_ends
from ground.prepared.queries import Asked, Prepared, attach
from tournaments.event_log.kinds import (
    CalledOff,
    Challenged,
    Departure,
    Disqualified,
    Entered,
    Kind,
    LadderEnded,
    OfGame,
    Reverted,
    RoundPaired,
    Substituted,
    WentOn,
    slugs_of,
)
from tournaments.event_log.kinds.folding import Account, LogEntry, account
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import EXTENSION, Form
from tournaments.formats import BRACKETS
from tournaments.formats.base import Field
from tournaments.formats.round_names import title_of_round
from tournaments.models import (
    NAME,
    Division,
    Entrant,
    Event,
    EventLogEntry,
    Fixture,
    FixtureGame,
    FixtureSeat,
    Round,
    TeamPlayer,
)
from tournaments.standings.columns import table_format
from tournaments.standings.matches import ANNULLED, CALLED_OFF, TIME, Match
from tournaments.standings.ranking import matches_of
from tournaments.standings.tables import Pairing, Roster

CLOSED_ACCOUNT = Q(status=Entrant.Status.ACTIVE, player__is_active=False)  # an entrant until a sweep has come by
OVER = (Event.State.FINISHED, Event.State.ARCHIVED)  # states of events with a final table, and of some called off
FEW = 500  # fixtures whose results are asked for one by one
MANY = 200  # entrants of a Swiss tournament whose table is not computed for each result
YOUNG = timedelta(seconds=10)
SILENT = timedelta(days=10)  # without a move: directors look at these games


def events_visible_to(player: Player | Asked | None) -> QuerySet[Event]:
    """Every event that is not a draft, and the drafts that the player directs."""
    shown = ~Q(state=Event.State.DRAFT)
    if isinstance(player, Player) and directs_as_staff(player):
        shown = Q()
    elif player is not None:
        shown |= Q(director=player)
        for role in (Event.assistants, Event.arbiters):
            shown |= Q(pk__in=role.through.objects.filter(player=player).values("event"))
    return Event.objects.filter(shown)


def events_shown_to(player: Player | Asked | None) -> QuerySet[Event]:
    """The events that are visible to a player, the newest first; with how many have ``entered``, and how many are
    ``asked`` whether they stay for it. Counting them costs: where only their number or names matter, ask for those
    that are visible."""
    first = Q(entrants__division=None) | Q(entrants__division__stage__number=1)
    taking_part = Q(first, entrants__status=Entrant.Status.ACTIVE)
    return (
        events_visible_to(player)
        .select_related("director")
        .annotate(
            entered=Count("entrants", filter=taking_part),
            asked=Count("entrants", filter=Q(entrants__status=Entrant.Status.ASKED)),
        )
        .order_by("-pk")  # an annotated query forgets the order of its model
    )


def without_lobby(events: QuerySet[Event]) -> QuerySet[Event]:
    """Those of the events that somebody organises: matches that were agreed in the lobby and mini cups are left out."""
    return events.filter(agreed=None, cup="")


def events_over() -> QuerySet[Event]:
    """The events that have ended with a final table, the latest first."""
    called_off = EventLogEntry.objects.filter(event=OuterRef("pk"), kind=CalledOff.slug)
    return Event.objects.filter(~Exists(called_off), state__in=OVER).order_by("-finished_at", "-pk")


def only_of(events: QuerySet[Event], username: str) -> QuerySet[Event]:
    """Those of the events that a player directs or has entered and not left."""
    own = Q(player__username__iexact=username) | Q(squad__player__username__iexact=username)
    entered = Entrant.objects.filter(own).exclude(status=Entrant.Status.WITHDRAWN)
    return events.filter(Q(pk__in=entered.values("event")) | Q(director__username__iexact=username))


def events_that_forbid_leave(player: Player) -> list[Event]:
    """Events that the player has entered, that have not started, and whose games leave will not stop."""
    entered = Event.objects.filter(
        state=Event.State.OPEN, entrants__player=player, entrants__status=Entrant.Status.ACTIVE
    )
    return [event for event in entered.order_by("pk") if event.event_pause_rules.leave == LeaveRule.FORBIDDEN]


def active_entrants(event: Event | Asked) -> QuerySet[Entrant]:
    """Who takes part, by division and pairing number once they are drawn, else in the order of entry."""
    return (
        Entrant.objects.of_first_stage()
        .filter(event=event, status=Entrant.Status.ACTIVE)
        .select_related("player", "division")
        .order_by("division__tier", "division__number", "number", "pk")
    )


def entrants_in_log(event: Event) -> QuerySet[Entrant]:
    """Everybody whom entries of the log can name: those who take part, those who have left, and finalists once more."""
    known = event.entrants.filter(Q(status=Entrant.Status.ACTIVE) | Q(number__isnull=False))
    order = ("division__stage__number", "division__tier", "division__number", "number", "pk")
    return known.select_related("player", "division__stage").order_by(*order)


def players_in(entrants: QuerySet[Entrant]) -> list[Player]:
    """The players of these entrants; of teams everybody on their lists."""
    listed = TeamPlayer.objects.filter(entrant__in=entrants.order_by().values("pk"), accepted_at__isnull=False)
    alone = [entrant.player for entrant in entrants if not entrant.team_name]
    return [*alone, *(place.player for place in listed.select_related("player").order_by("entrant", "number"))]


def is_in(event: Event, player: Player) -> bool:
    """Whether a player takes part, alone or in a team."""
    own = Q(player=player) | Q(squad__player=player, squad__accepted_at__isnull=False)
    return active_entrants(event).filter(own).exists()


def free_places(event: Event) -> int:
    """How many more can take part until the event is full."""
    taken = event.entrants.of_first_stage().filter(status=Entrant.Status.ACTIVE).count()
    return max(0, event.most_entrants - taken)


def entries_of(event: Event, username: str) -> list[Entrant]:
    """A player's entries by stage, the latest first; in a team league the team of that name, or the player's."""
    entries = event.entrants.filter(Q(player__username__iexact=username) | Q(team_name__iexact=username))
    if event.form == Form.TEAMS and not entries.exists():
        entries = event.entrants.filter(squad__player__username__iexact=username)
    return list(entries.select_related("player", "division__stage", "division__snapshot").latest_stage_first())


def names_in(division: Division) -> dict[int, str]:
    """The names of the players of a division, by entrant."""
    return dict(division.entrants.values_list("pk", NAME))


def players_by_division(divisions: Iterable[Division]) -> dict[int, int]:
    """How many entrants each of these divisions has, by its number."""
    members = Entrant.objects.filter(division__in=[division.pk for division in divisions]).order_by()
    return dict(members.values_list("division").annotate(players=Count("pk")))


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


def field_of(
    division: Division, *, lines: Sequence[LogEntry[Kind]] | None = None, entrants: Sequence[Entrant] | None = None
) -> Field:
    """A division as its format sees it after these entries of its log, or after all of them. ``entrants``: those of the
    division by their numbers, for a caller who has them."""
    event, stage = division.event, division.stage
    if lines is None:
        lines = lines_of(division)
    known = account(lines)
    ruleset = stage.stage_ruleset
    here = {line.payload.entrant for line in lines if isinstance(line.payload, Entered)}
    listed = division.entrants.order_by("number") if entrants is None else entrants
    entrants = [one for one in listed if not one.is_late or one.pk in here]
    return Field(
        layout=stage.stage_layout,
        ruleset=ruleset,
        roster=Roster(
            entrants=tuple(entrant.pk for entrant in entrants),
            pairings=tuple(pairings_of(division, known)),
            byes=known.byes,
            ratings={entrant.pk: entrant.rating for entrant in entrants if entrant.rating is not None},
            void=known.void,
            provisional=known.provisional,
            gone=frozenset(known.left_by),
        ),
        account=known,
        seed=event.seed,
        stage=stage.number,
    )


def lines_of(division: Division, *, upto: int | None = None) -> list[LogEntry[Kind]]:
    """The division's part of the log, as far as the entry with the number ``upto``, or all of it."""
    log = division.log_entries.all()
    return read(log if upto is None else log.filter(seq__lte=upto))


def meetings_in(seats: QuerySet[FixtureSeat]) -> Iterator[tuple[int, int, int, int, tuple[int, ...]]]:
    """Division, fixture, round, table and the entrants who meet, in each division by round and table.

    A large event has thousands, so there is no object for each seat.
    """
    where = ("fixture__round__division", "fixture__round__number", "fixture__number")
    described = seats.order_by(*where, "number").values_list(*where, "fixture", "entrant")
    for (division, number, table, fixture), seated in groupby(described, key=itemgetter(0, 1, 2, 3)):
        yield division, fixture, number, table, tuple([seat[-1] for seat in seated])


def pairings_of(division: Division, known: Account, entrants: Collection[int] | None = None) -> list[Pairing]:
    """What has been paired, as the log tells, by round and table; of ``entrants``, or of all."""
    paired = paired_fixtures(known)
    usual = division.stage.stage_ruleset.games_per_fixture
    seats = FixtureSeat.objects.filter(fixture__round__division=division)
    if entrants is not None:
        seats = seats.filter(fixture__in=seats.filter(entrant__in=list(entrants)).values("fixture"))
    return [
        Pairing(fixture, seated, number, table, usual + known.added.get(fixture, 0), known.empty.get(fixture, ()))
        for _, fixture, number, table, seated in meetings_in(seats)
        if fixture in paired
    ]


def paired_fixtures(known: Account) -> set[int]:
    """The fixtures that the log names."""
    found: set[int] = set()
    for payload in [entry.payload for entry in known.entries]:
        if isinstance(payload, RoundPaired):
            found.update(payload.fixtures)
        elif isinstance(payload, Challenged):
            found.add(payload.fixture)
    return found


def account_of(division: Division) -> Account:
    """What the division's part of the log has come to."""
    return account(lines_of(division))


_DEPARTURES = Prepared(
    lambda: EventLogEntry.objects.filter(division=Asked("division"), kind__in=slugs_of(Departure, Reverted)).order_by(
        "seq"
    )
)


def void_in(division: Division) -> frozenset[int]:
    """The fixtures that count for nobody, because somebody has left; from the few lines that tell of it."""
    return account([row.entry for row in _DEPARTURES.ask(division=division.pk)]).void


def matches_in(division: Division, fixtures: Sequence[Fixture]) -> list[Match]:
    """The match of each of the fixtures (all or some of the division's), as far as it has been played.

    Of a long log only those results are read that are theirs.
    """
    log = division.log_entries.all()
    if len(fixtures) <= FEW:
        games = [played.game_id for fixture in fixtures for played in fixture.games.all()]
        log = log.filter(~Q(kind__in=slugs_of(OfGame)) | Q(game__in=games))
    known, ruleset = account(read(log)), division.stage.stage_ruleset
    wanted = {fixture.pk for fixture in fixtures}
    usual = ruleset.games_per_fixture
    pairings = tuple(
        replace(fixture.pairing, games=usual + known.added.get(fixture.pk, 0), empty=known.empty.get(fixture.pk, ()))
        for fixture in fixtures
    )
    results = [result for result in known.results if result.fixture in wanted]
    return matches_of(ruleset, Roster((), pairings, void=known.void), results)


def stale_divisions() -> QuerySet[Division]:
    """Divisions whose log is ahead of their stored standings, or whose table has an older format; results are corrected
    after the end of an event, too."""
    newer = EventLogEntry.objects.filter(division=OuterRef("pk"), seq__gt=OuterRef("snapshot__version"))
    return Division.objects.filter(Exists(newer) | Q(snapshot__format__lt=table_format()))


def divisions_that_may_go_on(*, early: bool = True) -> QuerySet[Division]:
    """Divisions in which something may have to be paired or closed: all is played, it is a knockout, or a ladder that
    has been ended; a Swiss tournament that does not wait for open games, or (``early``) goes on as soon as only few are
    open. None in which somebody has closed the account and has not been taken out yet.
    """
    running = Game.objects.filter(status=Game.Status.RUNNING, fixture_game__fixture__round__division=OuterRef("pk"))
    ended = EventLogEntry.objects.filter(division=OuterRef("pk"), kind=LadderEnded.slug)
    closed = Entrant.objects.filter(CLOSED_ACCOUNT, division=OuterRef("pk"))
    open_divisions = Division.objects.filter(event__state=Event.State.RUNNING, stage__finished_at=None)
    ladder = Q(stage__format="ladder")
    paired_since = EventLogEntry.objects.filter(
        division=OuterRef("division"), kind=RoundPaired.slug, seq__gt=OuterRef("seq")
    )
    went_on = EventLogEntry.objects.filter(~Exists(paired_since), division=OuterRef("pk"), kind=WentOn.slug)
    goes_on = Q(Exists(went_on)) | (Q(stage__layout__open_percent__gt=0) if early else Q())
    goes_on = Q(stage__format="swiss") & goes_on
    is_due = (~ladder & (~Exists(running) | Q(stage__format__in=BRACKETS) | goes_on)) | (ladder & Exists(ended))
    return open_divisions.filter(is_due, ~Exists(closed))


def waiting_for_release(event: Event) -> Division | None:
    """The division whose next round directors see before its players do; None if no round waits, or if a player who
    has closed the account is to be taken out first."""
    if not event.event_layout.preview_hours:
        return None
    waiting = divisions_that_may_go_on().filter(event=event, release_at__isnull=False)
    return waiting.select_related("stage", "event").first()


def size_of_bracket(division: Division) -> int:
    """How many take part in a bracket, on which the names of its rounds depend; 0 where there is none."""
    return division.entrants.count() if division.stage.stage_format.has_bracket else 0


def round_titles(division: Division, numbers: Iterable[int]) -> dict[int, str]:
    """What these rounds of a division are called within a sentence, by number."""
    size = size_of_bracket(division)
    return {number: title_of_round(division.stage.format, size, number) for number in numbers}


def round_waiting(event: Event) -> tuple[str, datetime] | None:
    """The title of the round that directors see before its players do, and when it begins by itself."""
    division = waiting_for_release(event)
    if division is None or division.release_at is None:
        return None
    form, field = division.stage.stage_format, field_of(division)
    given = form.pairing_input(field)
    meetings = form.draw(given).meetings if given is not None else ()
    if not meetings:
        return None
    return round_titles(division, [meetings[0].round])[meetings[0].round], division.release_at


def can_wait(division_id: int, *, now: datetime) -> bool:
    """Whether the table of a large Swiss tournament is so new that it can wait for the next results of the round."""
    young = Division.objects.filter(
        pk=division_id, stage__format__in=("swiss", "team-swiss"), snapshot__computed_at__gt=now - YOUNG
    )
    large = young.alias(members=Count("entrants")).filter(members__gt=MANY)
    return large.exists() and not divisions_that_may_go_on(early=False).filter(pk=division_id).exists()


def is_up_to_date(event: Event) -> bool:
    """Whether every line of the log is in the stored standings."""
    return not stale_divisions().filter(event=event).exists()


def running_games(event: Event) -> QuerySet[Game]:
    """The open games of an event, the oldest first."""
    return games_of_event(event).filter(status=Game.Status.RUNNING).order_by("pk")


def open_rounds(event: Event) -> QuerySet[Round]:
    """The rounds that are being played: games of theirs are open."""
    playing = running_games(event).order_by().values("fixture_game__fixture__round")
    return Round.objects.filter(pk__in=playing)


def open_challenges(division: Division) -> list[int]:
    """The fixtures of a ladder that still count and are being played."""
    return [match.fixture for match in field_of(division).matches if not match.is_complete]


def open_games_of(entrant: Entrant) -> QuerySet[Game]:
    """The running games of an entrant, the oldest first."""
    return Game.objects.filter(status=Game.Status.RUNNING, fixture_game__fixture__seats__entrant=entrant).order_by("pk")


def finished_games_of(player: Player) -> int:
    """How many games a player has finished against other people, whatever the result."""
    seats = Seat.objects.filter(player=player, game__status=Game.Status.FINISHED)
    return seats.exclude(game__seats__player__is_bot=True).count()


def time_losses_of(player: Player, *, since: datetime) -> int:
    """How many games a player has lost on time that run or have ended since."""
    lost = Seat.objects.filter(player=player, left_reason=TIME)
    return lost.filter(Q(game__status=Game.Status.RUNNING) | Q(game__finished_at__gte=since)).count()


def standby_of(event: Event) -> list[Entrant]:
    """Who stands by as a substitute, the first to offer it first."""
    waiting = event.entrants.of_first_stage().filter(status=Entrant.Status.STANDBY, player__is_active=True)
    return list(waiting.select_related("player").order_by("entered_at", "pk"))


def may_direct(event: Event, player: Player | None) -> bool:
    """Whether a player directs the event, assists its director, or directs every event as staff."""
    return player is not None and (is_director(event, player) or directs_as_staff(player))


def is_director(event: Event, player: Player) -> bool:
    """Whether a player directs the event or assists its director. A match from the lobby and a mini cup have none."""
    if not event.has_director:
        return False
    return event.director_id == player.pk or _is_among(player, event, "assistants")


def may_arbitrate(event: Event, player: Player | None) -> bool:
    """Whether a player may decide about the games of the event: its directors, staff, and its arbiters."""
    return player is not None and (may_direct(event, player) or _is_among(player, event, "arbiters"))


_IN_ROLE = {
    "assistants": Prepared(lambda: Player.objects.filter(assisted_events=Asked("event"))),
    "arbiters": Prepared(lambda: Player.objects.filter(arbitrated_events=Asked("event"))),
}


def _is_among(player: Player, event: Event, role: str) -> bool:
    """Whether a player has a role; pages ask several times, the database is asked once."""
    if role not in vars(event).get("_prefetched_objects_cache", ()):
        attach(event, role, _IN_ROLE[role].ask(event=event.pk))
    return any(one.pk == player.pk for one in getattr(event, role).all())


def directs_as_staff(player: Player) -> bool:
    """Whether a player may direct every event, as staff of the service with the right to do so."""
    return player.is_staff and player.has_perm("tournaments.direct_events")


def acts_as_staff(event: Event, player: Player | None) -> bool:
    """Whether a player who decides about an event can do so only as staff, since they do not direct it."""
    return player is not None and not is_director(event, player) and directs_as_staff(player)


def directors_of(event: Event, *, with_arbiters: bool = False) -> list[Player]:
    """The director and the assistants, and with them the arbiters where it is about games, by name."""
    if not event.has_director:
        return []
    found = Q(pk=event.director_id) | Q(pk__in=event.assistants.values("pk"))
    if with_arbiters:
        found |= Q(pk__in=event.arbiters.values("pk"))
    return list(Player.objects.filter(found).order_by("username"))


def is_disqualified(event: Event, player: Player) -> bool:
    """Whether somebody was disqualified and that was not taken back, though a substitute may have the place by now."""
    out: dict[int, int] = {}  # entries that stand, and the entrants whom they disqualify
    for seq, payload, *_ in read(event.log_entries.all(), Disqualified, Reverted, Substituted):
        if isinstance(payload, Disqualified):
            out[seq] = payload.entrant
        elif isinstance(payload, Reverted):
            out.pop(payload.entry, None)
        elif isinstance(payload, Substituted) and payload.old == player.pk and payload.entrant in out.values():
            return True
    return bool(out) and event.entrants.filter(pk__in=out.values(), player=player).exists()


def is_annulled(game: Game) -> bool:
    """Whether a game of an event was annulled, and that was not taken back, or was called off with its event."""
    described = EventLogEntry.objects.filter(game=game, kind__in=slugs_of(OfGame))
    log = EventLogEntry.objects.filter(Q(pk__in=described) | Q(kind=Reverted.slug), event__in=described.values("event"))
    known = account(read(log))
    return any(result.reason in (ANNULLED, CALLED_OFF) for result in known.results)


def divisions_of(event: Event | Asked) -> QuerySet[Division]:
    """The divisions of all stages, the latest stage first, in each the highest tier first."""
    return (
        Division.objects.filter(event=event)
        .select_related("stage", "event")
        .order_by("-stage__number", "tier", "number")
    )


def slowest_ends_of(event: Event, *, started: datetime) -> SlowestEnds:
    """When a game of the event that began then is over if everybody always takes all the time there is.

    No game outlives its round or season for more than the extension of that: then what stands on the board decides.
    """
    rules, seats = RULES[event.rules], event.event_layout.seats
    ends = slowest_ends(rules, event.time_control, started, seats, event.options, event.event_pause_rules)
    days = event.event_layout.first_days
    planned = started + timedelta(days=days) + EXTENSION if days else None
    decided = _last_deadline(event) if event.started_at else planned
    return ends.decided_by(decided) if decided else ends


_ROUND_OF = Prepared(lambda: Round.objects.filter(fixtures__games__game=Asked("game")))


def decided_at(game: Game) -> datetime | None:
    """When the round of a game of an event ends for good, at which what stands on the board decides it."""
    return next((end_of_round(held) for held in _ROUND_OF.ask(game=game.pk)), None)


def end_of_round(held: Round) -> datetime | None:
    """When a round ends for good, its extension included; None where it has no deadline."""
    return held.deadline + EXTENSION if held.deadline and not held.is_extended else held.deadline


_ENDS = Prepared(
    lambda: (
        Round.objects.filter(division__event=Asked("event"))
        .order_by("deadline")
        .values_list("deadline", "is_extended")
        .distinct()
    )
)


def _last_deadline(event: Event) -> datetime | None:
    """When the last of the rounds that there are ends for good."""
    held = [(end, extended) for end, extended in _ENDS.ask(event=event.pk) if end]
    return max((end if extended else end + EXTENSION for end, extended in held), default=None)
