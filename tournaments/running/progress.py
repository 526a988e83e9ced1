"""What a running event does by itself: rounds are paired, stages begin, deadlines pass, the event ends.

All of it is idempotent and looks at what is, not at what has been told, so that any number of workers and schedulers
may call it at any time. It is long because what makes a division go on stands in one place.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from importlib.metadata import version
from typing import NamedTuple

from django.db import transaction
from django.db.models import Max, Q

from games.models import Game, Player
from games.play.creation import NewGame, create_games
from games.presenting.titles import PlaceInEvent
from ground.background import enqueue_after_commit
from ground.canonical import canonical_time, digest_of, whole_milliseconds
from ground.prepared.writes import insert
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import Finalist, FinalsBegan, GamesAdded, RoundPaired, WentOn
from tournaments.formats import BRACKETS
from tournaments.formats.base import Draw, Field, Format, Input
from tournaments.formats.ladder import LadderFormat
from tournaments.models import (
    Division,
    Entrant,
    Event,
    EventLogEntry,
    Fixture,
    FixtureGame,
    FixtureSeat,
    PairingRun,
    Round,
    Stage,
    StandingSnapshot,
)
from tournaments.queries import (
    CLOSED_ACCOUNT,
    directors_of,
    divisions_that_may_go_on,
    field_of,
    is_up_to_date,
    lines_of,
    stale_divisions,
)
from tournaments.running.forfeits import forfeit_for_leaver
from tournaments.running.places import place_of_meeting
from tournaments.running.squads import name_line_ups, name_squads, players_of, vacancies
from tournaments.setup.seeding import Tiers, finalists, next_format, ratings_of
from tournaments.signals import FINISHED, LINE_UP_DUE, PAIRED, ROUND_READY, STARTED, players_concerned, round_advanced
from tournaments.standings.matches import board_of
from tournaments.standings.rulesets import usual_ruleset
from tournaments.standings.tables import Bye

State = Event.State
Status = Entrant.Status

PAIRED_AT_ONCE = 64  # entrants; of more, each division is paired by a worker, while nobody waits for a page
SOLVERS = ("rustworkx",)  # libraries that decide pairings

Boards = Sequence[Sequence[int]]  # of teams: by board the players by seat, 0 for none


class Planned(NamedTuple):
    """A fixture that is not stored yet, and who meets; where teams do, on which boards."""

    fixture: Fixture
    entrants: Sequence[Entrant]
    boards: Boards = ()


# Stages ---------------------------------------------------------------------------------------------------------------


def begin_stage(event: Event, stage: Stage, tiers: Tiers, at: datetime) -> None:
    """Make the divisions of a stage, number their entrants and pair what can be paired. The event is locked.

    Where that are many games, workers are asked to do it, division by division.
    """
    is_ladder = stage.format == LadderFormat.slug  # where nobody is paired
    now = is_ladder or sum(len(pool) for pools in tiers for pool in pools) <= PAIRED_AT_ONCE
    for tier, pools in enumerate(tiers, 1):
        for number, pool in enumerate(pools, 1):
            division = Division.objects.create(event=event, stage=stage, tier=tier, number=number)
            for place, entrant in enumerate(pool, 1):
                entrant.division, entrant.number = division, place
            Entrant.objects.bulk_update(pool, ["division", "number"], batch_size=500)
            if stage.stage_format.has_teams:
                name_squads(division, at)
            if not now:
                request_standings(division)
            elif not pair(division, at) and is_ladder:
                round_advanced.send(Event, event=event, division=division, kind=STARTED)
            _store_first_standings(division, at)


def _store_first_standings(division: Division, at: datetime) -> None:
    lines = lines_of(division)
    table = division.stage.stage_format.standings(field_of(division, lines=lines))
    last = lines[-1].seq if lines else 0
    StandingSnapshot.objects.create(division=division, **StandingSnapshot.values_of(table, version=last, at=at))


@transaction.atomic
def advance(division_id: int, *, at: datetime) -> bool:
    """Pair what is due in a division, and close it, its stage and its event when all is played.

    To be asked after its standings are committed: of several workers the last one then sees everything. Says whether
    anything changed.
    """
    held = Q(release_at__gt=at) & ~Q(stage__format__in=BRACKETS)  # there other ties go on while one waits
    if not divisions_that_may_go_on().filter(pk=division_id).exclude(held).exists():
        return False  # the usual case costs nobody the lock
    division = Division.objects.select_related("stage").get(pk=division_id)
    event = lock_event(division.event_id)
    division.event = event
    division.refresh_from_db(fields=["finished_at"])
    division.stage.refresh_from_db(fields=["finished_at"])
    if event.state != State.RUNNING or event.paused_at is not None:
        return False
    if division.finished_at is None:
        field = field_of(division)
        if left_open := division.stage.stage_format.left_open(field):
            append(event, WentOn(round=field.rounds + 1, fixtures=tuple(left_open)), at=at, division=division)
            request_standings(division)
            pair(division, at)
            return True
        if _replay(division, field, at) or _start_next(division, field, at) or pair(division, at, field):
            return True
        if not division.stage.stage_format.is_over(field) or stale_divisions().filter(pk=division.pk).exists():
            return False  # what is not counted yet can be taken back until it is
        division.finished_at = at
        division.save(update_fields=["finished_at"])
    return _close_stage(event, division.stage, at)


def _close_stage(event: Event, stage: Stage, at: datetime) -> bool:
    """Go on to the next stage, or end the event, once all divisions are over and their standings are final."""
    if stage.finished_at is not None or stage.divisions.filter(finished_at=None).exists() or not is_up_to_date(event):
        return False
    if Entrant.objects.filter(CLOSED_ACCOUNT, division__stage=stage).exists():
        return False  # who goes on to the finals follows from the log, which does not say yet that they have left
    stage.finished_at = at
    stage.save(update_fields=["finished_at"])
    following = next_format(event.form, stage.number)
    qualified = [] if following is None else finalists(event, event.event_layout.qualifiers)
    if following is not None and len(qualified) > 1:  # of one who is left nobody can be the opponent
        _begin_finals(event, stage, following, qualified, at)
        return True
    event.state = State.FINISHED
    event.finished_at = event.log_entries.aggregate(last=Max("at"))["last"] or at
    event.save(update_fields=["state", "finished_at"])
    round_advanced.send(Event, event=event, division=None, kind=FINISHED)
    return True


def _begin_finals(event: Event, before: Stage, form: str, qualified: Sequence[Entrant], at: datetime) -> None:
    ratings = ratings_of(event, [one.player_id for one in qualified], at)
    entrants = Entrant.objects.bulk_create(
        Entrant(event=event, player_id=one.player_id, rating=ratings[one.player_id], entered_at=at) for one in qualified
    )
    reached = [Finalist(one.pk, entrant.pk) for one, entrant in zip(qualified, entrants, strict=True)]
    append(event, FinalsBegan(finalists=tuple(reached)), at=at)
    own = event.event_ruleset
    ruleset = usual_ruleset("knockout", event.rules, par=own.par, margin_cap=own.margin_cap)
    stage = Stage.objects.create(
        event=event, number=before.number + 1, format=form, layout=event.layout, ruleset=ruleset.dump(), started_at=at
    )
    begin_stage(event, stage, [[entrants]], at)


# Pairing --------------------------------------------------------------------------------------------------------------


def pair(
    division: Division,
    at: datetime,
    field: Field | None = None,
    *,
    write: Callable[[RoundPaired], EventLogEntry] | None = None,
) -> EventLogEntry | None:
    """Pair what is due, record how, and start the games; the entry of the log about it, None if nothing was paired.

    Where directors see rounds first, it waits for its release; ``write`` writes the entry of a director who releases
    it now. The event is locked.
    """
    form = division.stage.stage_format
    field = field or field_of(division)
    given = form.pairing_input(field)
    if given is None:
        return None
    draw, spent = _drawn(form, given)
    if write is None and _waits_for_release(division, draw, at):
        return None
    if form.has_teams and name_line_ups(division, given["round"], at):
        field = field_of(division)
        given = form.pairing_input(field) or given
        draw, spent = _drawn(form, given)
    run = _record_run(division, form, given, draw, spent, at)
    entrants = field.roster.entrants
    fixtures = _create_fixtures(division, draw, entrants, at)
    paired = RoundPaired(
        pairing=run.pk,
        digest=run.made_digest,
        fixtures=tuple(fixture.pk for fixture in fixtures),
        together=tuple(
            fixture.pk
            for fixture, meeting in zip(fixtures, draw.meetings, strict=True)
            if field.keeps_apart([entrants[number] for number in meeting.seats])
        ),
        byes=tuple(Bye(entrants[one.number], one.round, one.kind) for one in draw.sit_outs),
        vacant=vacancies([fixture.pk for fixture in fixtures], draw.meetings, entrants),
    )
    entry = append(division.event, paired, at=at, division=division) if write is None else write(paired)
    if division.release_at is not None:
        division.release_at = None
        division.save(update_fields=["release_at"])
    request_standings(division)
    is_first = field.rounds == 0 and division.stage.number == 1
    kind = STARTED if is_first else PAIRED
    round_advanced.send(Event, event=division.event, division=division, kind=kind, fixtures=fixtures)
    return entry


def _drawn(form: Format, given: Input) -> tuple[Draw, float]:
    """The pairing of an input, and the seconds that it took."""
    started = time.perf_counter()
    return form.draw(given), time.perf_counter() - started


def _waits_for_release(division: Division, draw: Draw, at: datetime) -> bool:
    """Whether directors see the round that is due before its players do; from when it is due on they have the hours of
    the layout, and are notified."""
    hours = division.stage.stage_layout.preview_hours
    if not hours or division.stage.stage_format.at_once or not draw.meetings:
        return False
    if division.release_at is None:
        division.release_at = whole_milliseconds(at + timedelta(hours=hours))
        division.save(update_fields=["release_at"])
        players = players_of(division.entrants.all())
        neutral = [director.pk for director in directors_of(division.event) if director.pk not in players]
        number = draw.meetings[0].round
        facts = {"round": number, "release": canonical_time(division.release_at)}
        key = f"{division.pk}:{number}:{canonical_time(at)}"
        players_concerned.send(
            Event, event=division.event, what=ROUND_READY, players=neutral, key=key, at=at, facts=facts
        )
        if division.stage.stage_format.has_teams:
            captains = division.entrants.filter(status=Status.ACTIVE).values_list("player", flat=True)
            players_concerned.send(
                Event, event=division.event, what=LINE_UP_DUE, players=list(captains), key=key, at=at, facts=facts
            )
    return at < division.release_at


def _record_run(division: Division, form: Format, given: Input, draw: Draw, spent: float, at: datetime) -> PairingRun:
    made = draw.dump()
    return PairingRun.objects.create(
        division=division,
        log_seq=division.event.log_seq,
        algorithm=form.algorithm_of(given),
        versions={name: version(name) for name in SOLVERS},
        given=given,
        given_digest=digest_of(given),
        made=made,
        made_digest=digest_of(made),
        milliseconds=round(1000 * spent),
        at=at,
    )


def _create_fixtures(division: Division, draw: Draw, entrants: Sequence[int], at: datetime) -> list[Fixture]:
    by_key = {one.pk: one for one in division.entrants.select_related("player")}
    seated = [by_key[entrant] for entrant in entrants]
    rounds = rounds_of(division, {meeting.round for meeting in draw.meetings}, at)
    tables: dict[int, int] = {}
    planned: list[Planned] = []
    for meeting in draw.meetings:
        tables[meeting.round] = meeting.table or tables.get(meeting.round, 0) + 1
        meet = [seated[number] for number in meeting.seats]
        fixture = Fixture(round=rounds[meeting.round], number=tables[meeting.round])
        planned.append(Planned(fixture, meet, meeting.boards))
    return _start_fixtures(division, planned, at)


def round_of(division: Division, number: int, at: datetime) -> Round:
    """``rounds_of`` one number."""
    return rounds_of(division, [number], at)[number]


def rounds_of(division: Division, numbers: Collection[int], at: datetime) -> dict[int, Round]:
    """The rounds of these numbers, made when missing, for games that begin now: they have all the time that the event's
    scheme gives a round, also where others have begun before them. The event is locked."""
    layout, stage = division.stage.stage_layout, division.stage
    deadline = None
    is_together = stage.stage_format.at_once and not layout.in_turn
    if days := layout.first_days if is_together else layout.round_days:
        deadline = whole_milliseconds((stage.started_at if is_together else at) + timedelta(days=days))
    rounds = {held.number: held for held in Round.objects.filter(division=division, number__in=numbers)}
    for held in rounds.values():
        if deadline is not None and held.deadline is not None and held.deadline < deadline:
            held.deadline, held.is_extended = deadline, False
            held.save(update_fields=["deadline", "is_extended"])
    missing = sorted(set(numbers) - rounds.keys())
    new = [Round(division=division, number=number, started_at=at, deadline=deadline) for number in missing]
    insert(new)
    return rounds | {held.number: held for held in new}


def create_fixture(
    division: Division, held_in: Round, number: int, entrants: Sequence[Entrant], at: datetime
) -> Fixture:
    """One fixture with all its games: seats move on by one from game to game, so with two they change colours."""
    return _start_fixtures(division, [Planned(Fixture(round=held_in, number=number), entrants)], at)[0]


def _start_fixtures(division: Division, planned: Sequence[Planned], at: datetime) -> list[Fixture]:
    """Store fixtures and their seats with a few statements for all of them, and start their games."""
    fixtures = [one.fixture for one in planned]
    insert(fixtures)
    places = [(one.fixture, seat, entrant) for one in planned for seat, entrant in enumerate(one.entrants)]
    insert([FixtureSeat(fixture=fixture, number=seat, entrant=entrant) for fixture, seat, entrant in places])
    last = 1 if division.stage.stage_layout.in_turn else division.stage.stage_ruleset.games_per_fixture
    _start_games(division, planned, range(1, last + 1), at)
    return fixtures


def _start_games(
    division: Division, planned: Sequence[Planned], numbers: Sequence[int], at: datetime
) -> list[FixtureGame]:
    """Start the games with these numbers of each fixture. Of teams the players of its board play a game; none begins on
    a board that one of them has left empty."""
    event = division.event
    most = max(numbers[-1], division.stage.stage_ruleset.games_per_fixture)
    known = Player.objects.in_bulk({player for one in planned for board in one.boards for player in board})
    new, played = [], []
    for fixture, entrants, boards in planned:
        place = place_of_meeting(division, fixture.round.number, fixture.number)
        each = division.stage.stage_ruleset.games_of_board if boards else most
        for number in numbers:
            meet = [entrant.player for entrant in entrants]
            if boards:
                place = {**place, "board": board_of(number, each)}
                meet = [known[player] for player in boards[place["board"] - 1] if player]
                if len(meet) < len(entrants):
                    continue
            shift = (number - 1) % len(entrants)
            of_match: PlaceInEvent = {**place, "game": (number - 1) % each + 1, "games": each} if each > 1 else place
            new.append(NewGame([*meet[shift:], *meet[:shift]], of_match))
            seating = [entrant.pk for entrant in (*entrants[shift:], *entrants[:shift])]
            played.append(FixtureGame(fixture=fixture, number=number, seating=seating))
    games = create_games(
        new, rules=event.rules, control=event.time_control, pause_rules=event.event_pause_rules, at=at,
        options=event.options, rated=event.rated,
    )  # fmt: skip
    for one, game in zip(played, games, strict=True):
        one.game = game
    insert(played)
    return played


def _replay(division: Division, field: Field, at: datetime) -> bool:
    """As many games again in matches that must have a winner and have none."""
    fixtures = division.stage.stage_format.replays(field)
    usual = field.ruleset.games_per_fixture
    for pk in fixtures:
        fixture = Fixture.objects.select_related("round").get(pk=pk)
        fixture.round = round_of(division, fixture.round.number, at)
        entrants = [seat.entrant for seat in fixture.seats.select_related("entrant__player")]
        played = fixture.games.count()
        _start_games(division, [Planned(fixture, entrants)], range(played + 1, played + usual + 1), at)
        append(division.event, GamesAdded(fixture=pk, games=usual), at=at, division=division)
        round_advanced.send(Event, event=division.event, division=division, kind=PAIRED, fixtures=[fixture])
    if fixtures:
        request_standings(division)
    return bool(fixtures)


def _start_next(division: Division, field: Field, at: datetime) -> bool:
    """The next game of matches whose games begin one after another; a player who has left loses it at once."""
    if not division.stage.stage_layout.in_turn:
        return False
    due = [match.fixture for match in field.matches if not match.is_complete]
    fixtures = Fixture.objects.filter(pk__in=due).exclude(games__game__status=Game.Status.RUNNING)
    played, started = [], list(fixtures.select_related("round"))
    for fixture in started:
        fixture.round = round_of(division, fixture.round.number, at)
        entrants = [seat.entrant for seat in fixture.seats.select_related("entrant__player")]
        number = fixture.games.count() + 1
        begun = _start_games(division, [Planned(fixture, entrants)], [number], at)
        if not forfeit_for_leaver(begun, entrants, field.account.gone, at=at):
            played.append(fixture)
    if played:
        round_advanced.send(Event, event=division.event, division=division, kind=PAIRED, fixtures=played)
    return bool(started)


def request_standings(division: Division) -> None:
    """Ask a worker to compute the table anew, after the commit."""
    enqueue_after_commit("tournaments.tasks.compute_standings", division.pk)
