"""Two seasons of leagues played through the real services on a clock of their own, with everything that happens there.

People here are accounts whose moves a house bot chooses; what they do (answer late, fall silent, withdraw, step in) is
drawn from one seed. Only pages, mail and REST are left out: the time is passed to each service instead of being read
from the clock.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from random import Random

from games import bots
from games.bots import Strength
from games.clock.controls import TimeControl
from games.exceptions import OutOfTime
from games.models import Game, Heartbeat, Player
from games.play import moving, timeouts
from games.rules import RULES
from games.uptime.outages import record_heartbeat
from tournaments.directing.action.leaving import dry_run_of_leaving
from tournaments.directing.action.results import GivenResult
from tournaments.directing.confirm import OneEntry
from tournaments.directing.correct_result import CorrectResult
from tournaments.directing.revert_entry import RevertEntry
from tournaments.directing.substitute import NewPlayer, Substitute
from tournaments.entries.byes import ask_to_sit_out
from tournaments.entries.withdrawals import withdraw_entrant
from tournaments.event_log.kinds import GameFinished
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Layout
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, StandingSnapshot
from tournaments.pairing.seasons import target_tier
from tournaments.queries import divisions_of, divisions_that_may_go_on, stale_divisions
from tournaments.ratings import services as ratings
from tournaments.running import progress, seasons, services
from tournaments.running.decisions import Decision
from tournaments.scheduling import timetable
from tournaments.setup.seeding import finishes_of
from tournaments.verifying.events import verify_event

TICK = timedelta(hours=12)
LONGEST = 730  # ticks after which a season ought to be over
CONTROL = TimeControl(base=timedelta(days=5), increment=timedelta(days=1), cap=timedelta(days=5))
SEASON_DAYS = 120
LONGEST_TURN = 40  # steps in one message

Status = Entrant.Status


@dataclass
class World:
    """The simulated people and their clock."""

    now: datetime
    random: Random
    broken: list[str] = field(default_factory=list)  # every promise that was broken, in sentences
    silent: set[int] = field(default_factory=set)  # players who do not answer any more

    def player(self, name: str) -> Player:
        return Player.objects.get_or_create(username=name)[0]

    # Time

    def tick(self) -> None:
        """Half a day goes by: people move, flags fall, tables are computed, the calendar is followed."""
        self.now += TICK
        Heartbeat.objects.all().delete()  # all parts of the service are up all the time
        record_heartbeat(name="mail intake", at=self.now, clear_until=self.now)
        for game in Game.objects.filter(status=Game.Status.RUNNING).order_by("pk"):
            self._let_move(game)
        timeouts.flag_overdue(now=self.now)
        self.settle()
        timetable.follow(now=self.now)
        self.settle()
        if self.now.date() != (self.now - TICK).date():
            self.count_ratings()

    def count_ratings(self) -> None:
        """What the nightly task does: all days that are over."""
        for pool in ratings.all_pools():
            ratings.bring_up_to_date(pool.pk, now=self.now)

    def settle(self) -> None:
        """What the workers do, until nothing is left to be done."""
        for _ in range(20):
            moved = False
            for division in list(stale_divisions()):
                moved |= services.compute_standings(division.pk, at=self.now) is not None
                moved |= progress.advance(division.pk, at=self.now)
            for division in list(divisions_that_may_go_on()):
                moved |= progress.advance(division.pk, at=self.now)
            if not moved:
                return
        self.broken.append("The workers never came to rest.")

    def _let_move(self, game: Game) -> None:
        """The seat to act, and those after it, answer if they feel like it."""
        for _ in range(4):
            if game.status != Game.Status.RUNNING or game.to_act is None:
                return
            seat = game.seats.get(number=game.to_act)
            if seat.has_left or seat.player_id in self.silent:
                return
            if self.random.random() < 0.2:
                return
            try:
                moving.play_move(
                    game_id=game.pk,
                    player_id=seat.player_id,
                    text=self._turn(game),
                    ply=game.ply,
                    at=self.now,
                    source="api",
                )
            except OutOfTime:
                return  # too late with an answer; the rules give it
            game.refresh_from_db()

    def _turn(self, game: Game) -> str:
        """A whole turn of the seat to act, up to what chance or somebody else has to decide."""
        rules, position = RULES[game.rules], game.load_position()
        seat, turn = position.seat_to_act, position.turn_of
        steps: list[str] = []
        while position.seat_to_act == seat and position.turn_of == turn and len(steps) < LONGEST_TURN:
            move = bots.choose_move(position, strength=Strength.PLAIN, random=self.random, simulations=0)
            steps.append(rules.format(move, position))
            position = position.play(move)
        return "; ".join(steps)


# Leagues --------------------------------------------------------------------------------------------------------------


def play_seasons(*, rules: Sequence[str], at: datetime, seed: int, pool_size: int = 3, tiers: int = 3) -> list[str]:
    """Two seasons of a league of so many full tiers in each of the games, and a Swiss cup in between. Returns every
    promise that was broken, in sentences."""
    world = World(now=at, random=Random(seed))  # noqa: S311 - nothing depends on its being hard to guess
    director = world.player("director")
    size = pool_size * ((1 << tiers) - 1)
    firsts = [_found_league(world, director, slug, pool_size, size) for slug in rules]
    _play_out(world, firsts, list(_incidents(world, director, firsts)))
    cup = _cup(world, director, rules[0])
    _play_out(world, [cup], [])
    nexts = [_prepare_next(world, league) for league in firsts]
    world.silent.clear()
    _wait_for_the_start(world, nexts)
    _play_out(world, nexts, [])
    for before, after in zip(firsts, nexts, strict=True):
        world.broken += _check_promotion(before, after, pool_size)
    for event in (*firsts, cup, *nexts):
        world.broken += [f"{event}: {sentence}" for sentence in verify_event(event)]
    world.now += timedelta(days=2)  # the last games are rated when their day is over
    world.count_ratings()
    return world.broken


def _found_league(world: World, director: Player, slug: str, pool_size: int, size: int) -> Event:
    league = services.create_event(
        name=f"{RULES[slug].title} League",
        director=director,
        rules=slug,
        control=CONTROL,
        at=world.now,
        layout=Layout(form="league", pool_size=pool_size, season_days=SEASON_DAYS),
        most_entrants=size,
    )
    services.open_entries(event_id=league.pk, player=director)
    for number in range(1, size + 3):  # the last two find it full
        services.enter_event(event_id=league.pk, player=world.player(f"{slug}-{number:02}"), at=world.now)
    services.start_event(event_id=league.pk, player=director, at=world.now)
    return league


def _incidents(world: World, director: Player, leagues: Sequence[Event]) -> Iterator[tuple[int, str]]:
    """When (in ticks) something happens that no league is spared."""
    for league in leagues:
        low = list(league.entrants.filter(division__isnull=False).order_by("-division__tier", "pk"))[:6]
        yield from ((2, f"withdraw:{low[0].pk}"), (3, f"silent:{low[-1].pk}"), (4, f"substitute:{low[1].pk}"))
        yield from ((12, f"late:{low[2].pk}"), (24, f"correct:{league.pk}"))


def _do(world: World, what: str) -> None:
    incident, _, number = what.partition(":")
    director = world.player("director")
    if incident == "correct":
        return _correct(world, director, Event.objects.get(pk=int(number)))
    entrant = Entrant.objects.select_related("player", "event", "division").get(pk=int(number))
    event = entrant.event
    if event.state != Event.State.RUNNING:
        return None
    if incident == "silent":
        world.silent.add(entrant.player_id)
    elif incident == "substitute":
        standby = event.entrants.filter(status=Status.STANDBY).select_related("player").first()
        if standby is not None:
            names = NewPlayer(player=entrant.player.username, substitute=standby.player.username)
            Substitute().do(event, names, Decision(director, "Has no time any more.", world.now))
    elif entrant.status == Status.ACTIVE:
        dry_run_of_leaving(entrant, at=world.now)
        withdraw_entrant(entrant, Decision(entrant.player, "I am leaving.", world.now))
    return None


def _correct(world: World, director: Player, event: Event) -> None:
    """The director exchanges the places of a game played to its end; with a second game, they revert that again."""
    results = [entry.payload.result for entry in read(event.log_entries.all(), GameFinished)]
    played = [result for result in results if len(result.places) == 2 and not result.left]
    for number, known in enumerate(played[:2]):
        scores = known.scores[::-1] if event.event_ruleset.scoring == "leaves" else None
        decision = Decision(director, "The players agree that it was scored wrongly.", world.now)
        result = GivenResult(game=known.game, places=known.places[::-1], scores=scores)
        written = CorrectResult().do(event, result, decision)
        if number:
            decision = Decision(director, "It was right after all.", world.now)
            RevertEntry().do(event, OneEntry(entry=written.seq), decision)


def _play_out(world: World, events: Sequence[Event], incidents: Sequence[tuple[int, str]]) -> None:
    """Let time go by until the events are over, and what is to happen has happened."""
    last = max((when for when, _ in incidents), default=0)
    for tick in range(1, LONGEST):
        for when, what in incidents:
            if when == tick:
                try:
                    _do(world, what)
                except EventError as error:
                    world.broken.append(f"{what}: {error.message}")
        world.tick()
        for event in events:
            event.refresh_from_db()
        if tick >= last and all(event.state == Event.State.FINISHED for event in events):
            return
    world.broken.append(f"Not over after {LONGEST} half days: {', '.join(map(str, events))}.")


def _cup(world: World, director: Player, slug: str) -> Event:
    """A Swiss tournament of an odd field: somebody has a bye in each round, and one asks for a rest."""
    cup = services.create_event(
        name=f"{RULES[slug].title} Cup", director=director, rules=slug, control=CONTROL, at=world.now,
        layout=Layout(form="swiss", rounds=3, round_days=60), most_entrants=9,
    )  # fmt: skip
    services.open_entries(event_id=cup.pk, player=director)
    there = [world.player(f"{slug}-{number:02}") for number in range(1, 20)]
    for player in [player for player in there if services.block_of(player, world.now) is None][:7]:
        services.enter_event(event_id=cup.pk, player=player, at=world.now)
    cup = services.start_event(event_id=cup.pk, player=director, at=world.now)
    resting = cup.entrants.select_related("player").order_by("pk")[0]
    ask_to_sit_out(event_id=cup.pk, player=resting.player, round_number=2, at=world.now)
    late = world.player(f"{slug}-late")
    services.enter_event(event_id=cup.pk, player=late, at=world.now)
    return cup


def _prepare_next(world: World, league: Event) -> Event:
    """Most stay, two leave, two are new."""
    season = seasons.prepare_next(league.pk, now=world.now)
    if season.state == Event.State.DRAFT:  # as long as nobody has opened it, the calendar included
        services.open_entries(event_id=season.pk, player=None, at=world.now)
    season.refresh_from_db()
    asked = list(season.entrants.filter(status=Status.ASKED).select_related("player").order_by("pk"))
    for number, entrant in enumerate(asked):
        stays = number not in (1, 5) and services.block_of(entrant.player, world.now) is None
        seasons.stay(event_id=season.pk, player_id=entrant.player_id, stays=stays, at=world.now)
    for name in ("new-1", "new-2"):
        services.enter_event(event_id=season.pk, player=world.player(f"{league.rules}-{name}"), at=world.now)
    return season


def _wait_for_the_start(world: World, nexts: Sequence[Event]) -> None:
    """The calendar starts the new seasons."""
    starts = [season.starts_at for season in nexts if season.starts_at is not None]
    world.now = max(world.now, min(starts) - TICK)  # nothing is played until then
    while any(season.state == Event.State.OPEN for season in nexts):
        world.tick()
        for season in nexts:
            season.refresh_from_db()


def _check_promotion(before: Event, after: Event, pool_size: int) -> Iterator[str]:
    """What holds for promotion and relegation, whatever happens: players who have to go up do, nobody else does unless
    there is a gap, no tier has more places than it may."""
    finishes = finishes_of(before)
    entrants = list(after.entrants.filter(division__stage__number=1).select_related("division", "player"))
    lowest = max(entrant.division.tier for entrant in entrants if entrant.division)
    filled: dict[int, int] = {}
    for entrant in entrants:
        if entrant.division is None:
            continue
        tier = entrant.division.tier
        filled[tier] = filled.get(tier, 0) + 1
        known = finishes.get(entrant.player_id)
        if known is None:
            continue
        wanted = target_tier(known)
        if wanted < known.tier and tier > wanted:
            yield f"{after}: {entrant.player} was to rise from tier {known.tier}, but is in tier {tier}."
        if wanted > known.tier and tier < known.tier:
            yield f"{after}: {entrant.player} was to go down from tier {known.tier}, but is in tier {tier}."
    for tier, count in filled.items():
        if tier < lowest and count != pool_size << tier - 1:
            yield f"{after}: tier {tier} has {count} players."
    for division in divisions_of(after):
        if not StandingSnapshot.objects.filter(division=division).exists():
            yield f"{after}: division {division} has no table."
