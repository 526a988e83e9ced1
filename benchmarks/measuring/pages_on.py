"""The measuring process of ``benchmarks.pages``, on the database of its folder. Prints one line of JSON."""

from __future__ import annotations

import json
import sys
import time
import tracemalloc
from collections.abc import Callable, Sequence
from datetime import datetime
from random import Random

import django

django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import transaction  # noqa: E402
from django.test import Client  # noqa: E402
from django.urls import reverse  # noqa: E402
from django.utils import timezone  # noqa: E402

from games.clock.controls import TimeControl  # noqa: E402
from games.models import CurrentTurn, Game, Player, Seat  # noqa: E402
from games.rules import RULES  # noqa: E402
from ground.canonical import digest_of  # noqa: E402
from tournaments.event_log.append import chained  # noqa: E402
from tournaments.event_log.kinds import GameFinished, RoundPaired  # noqa: E402
from tournaments.event_rules.layouts import Layout  # noqa: E402
from tournaments.formats.base import Draw  # noqa: E402
from tournaments.models import (  # noqa: E402
    Division,
    Entrant,
    Event,
    EventLogEntry,
    Fixture,
    FixtureGame,
    FixtureSeat,
    PairingRun,
    StandingSnapshot,
)
from tournaments.queries import field_of  # noqa: E402
from tournaments.running import services  # noqa: E402
from tournaments.running.progress import round_of  # noqa: E402
from tournaments.standings.matches import GameResult  # noqa: E402
from tournaments.standings.tables import Bye  # noqa: E402
from tournaments.tasks import compute_standings  # noqa: E402
from tournaments.web.page_rows.standings import ROWS_A_PAGE  # noqa: E402

ROUNDS = 9
SUPPOSED = 1000  # players of the tournament in which results are supposed
RUNS = 2
BATCH = 500
PLACES = [(1, 2), (2, 1), (1, 2), (2, 1), (1, 1)]
CONTROL = TimeControl.days_per_turn(3)
OPTIONS = RULES["btt"].check_options(2, {})
POSITION = RULES["btt"].start(2, OPTIONS).dump()

Figures = tuple[float, float, float]  # processor seconds of the quickest run, kB of the answer, MB at the most


def main() -> None:
    players, entrants = map(int, sys.argv[1:])
    call_command("migrate", verbosity=0)
    measured: dict[str, Figures] = {}
    big = make_event(f"Swiss of {players}", Layout(form="swiss", rounds=ROUNDS), players)
    measured |= _of_tables(f"{players}", big)
    supposed = make_event(f"Swiss of {SUPPOSED}", Layout(form="swiss", rounds=ROUNDS), SUPPOSED)
    measured |= _what_if(supposed)
    measured |= _of_a_bracket(make_event(f"Knockout of {entrants}", Layout(form="knockout"), entrants))
    print(json.dumps(measured))


# Measuring ------------------------------------------------------------------------------------------------------------


def _of_tables(size: str, event: Event) -> dict[str, Figures]:
    division = event.divisions.get()
    row = StandingSnapshot.objects.get(division=division).standings.rows[0]
    leader = Entrant.objects.select_related("player").get(pk=row.entrant).player.username
    page, own = [event.slug], [event.slug, division.pk]
    last = -(-event.most_entrants // ROWS_A_PAGE)
    asked = {
        "standings, 100 lines": reverse("tournaments:standings", args=page),
        "the last of them": reverse("tournaments:standings", args=page) + f"?page={last}",
        "one line explained": reverse("tournaments:record", args=[event.slug, leader]),
        "pairings of the last round": reverse("tournaments:fixtures", args=page),
        "log": reverse("tournaments:log", args=page),
        "about the event": reverse("tournaments:event", args=page),
        "REST: 100 lines explained": reverse("tournaments-api:division-standings", args=own),
        "REST: 1,000 lines": reverse("tournaments-api:division-standings", args=own) + "?explain=0",
        "REST: matches of a round": reverse("tournaments-api:division-fixtures", args=own) + "?round=1",
        "standings as CSV": reverse("tournaments:standings_csv", args=own),
        "results as CSV": reverse("tournaments:results_csv", args=own),
        "TRF16": reverse("tournaments:trf", args=own),
        "all of the event as JSON": reverse("tournaments:event_json", args=page),
        "iCal": reverse("tournaments:event_ics", args=page),
        "Atom": reverse("tournaments:feed", args=page),
    }
    found = {f"{size} players: a worker computes the table": _figures(lambda: _compute(division))}
    return found | {f"{size} players: {what}": _figures(_asking(asked[what])) for what in asked}


def _what_if(event: Event) -> dict[str, Figures]:
    fixture = Fixture.objects.filter(round__division__event=event).last()
    address = reverse("tournaments:what_if", args=[event.slug])
    return {
        f"{SUPPOSED} players: what if, nothing supposed": _figures(_asking(address)),
        f"{SUPPOSED} players: what if, a result supposed": _figures(
            _asking(f"{address}?f{fixture.pk if fixture else 0}=1")
        ),
    }


def _of_a_bracket(event: Event) -> dict[str, Figures]:
    bracket = reverse("tournaments:bracket", args=[event.slug])
    asked = {
        "end of the bracket": bracket,
        "a section of it": bracket + "?section=1",
        "standings": reverse("tournaments:standings", args=[event.slug]),
    }
    return {f"{event.most_entrants} in a knockout: {what}": _figures(_asking(asked[what])) for what in asked}


def _figures(work: Callable[[], int]) -> Figures:
    seconds, size = [], 0
    for _ in range(RUNS):
        started = time.process_time()
        size = work()
        seconds.append(time.process_time() - started)
    tracemalloc.start()
    work()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return min(seconds), size / 1000, peak / 1e6


def _asking(address: str) -> Callable[[], int]:
    def ask() -> int:
        answer = Client(SERVER_NAME="localhost").get(address)
        if answer.status_code != 200:
            raise SystemExit(f"{address} is answered by {answer.status_code}.")
        if answer.streaming:
            return sum(len(part) for part in answer)
        return len(answer.content)

    return ask


def _compute(division: Division) -> int:
    StandingSnapshot.objects.filter(division=division).update(version=0, computed_at=division.event.started_at)
    compute_standings(division.pk)
    return len(json.dumps(StandingSnapshot.objects.get(division=division).table))


# Events ---------------------------------------------------------------------------------------------------------------


def make_event(name: str, layout: Layout, players: int) -> Event:
    """An event of that name, played by lot; the one that is there already, if it is."""
    if found := Event.objects.filter(name=name).first():
        return found
    at = timezone.now()
    director = Player.objects.get_or_create(username="director")[0]
    event = services.create_event(
        name=name, director=director, rules="btt", control=CONTROL, at=at, layout=layout, most_entrants=players
    )
    services.open_entries(event_id=event.pk, player=director)
    people = [Player(username=f"{layout.form[0]}{players}n{number:04}") for number in range(players)]
    Player.objects.bulk_create(people, batch_size=BATCH)
    Entrant.objects.bulk_create([Entrant(event=event, player=one, entered_at=at) for one in people], batch_size=BATCH)
    event = services.start_event(event_id=event.pk, player=director, at=at)
    division, random = event.divisions.get(), Random(players)
    while _play_round(division, random, at):
        pass
    services.compute_standings(division.pk, at=at)
    return Event.objects.get(pk=event.pk)


@transaction.atomic
def _play_round(division: Division, random: Random, at: datetime) -> bool:
    """Pair and play a round with few statements; of the last one only a half. Says whether another can follow."""
    field, form = field_of(division), division.stage.stage_format
    given = form.pairing_input(field)
    if given is None:
        return False
    draw, entrants = form.draw(given), field.roster.entrants
    made = draw.dump()
    run = PairingRun.objects.create(
        division=division, log_seq=division.event.log_seq, algorithm=form.algorithm, given=given,
        given_digest=digest_of(given), made=made, made_digest=digest_of(made), milliseconds=0, at=at,
    )  # fmt: skip
    fixtures = _fixtures(division, draw, entrants, at)
    is_last = draw.meetings[0].round == ROUNDS or len(fixtures) < 3
    paired = RoundPaired(
        pairing=run.pk, digest=run.made_digest, fixtures=tuple(fixture.pk for fixture, _ in fixtures),
        byes=tuple(Bye(entrants[one.number], one.round, one.kind) for one in draw.sit_outs),
    )  # fmt: skip
    lines = [EventLogEntry(kind=paired.slug, payload=paired.dump())]
    over = len(fixtures) // 2 if is_last else len(fixtures)
    for index, (fixture, seats) in enumerate(fixtures):
        places = random.choice(PLACES[:4] if division.stage.format == "knockout" else PLACES)
        for number in range(1, division.stage.stage_ruleset.games_per_fixture + 1):
            lines += _game(fixture, number, seats, places if index < over else (), at)
    _append(division, lines, at)
    return not is_last


Seated = Sequence[tuple[int, int]]  # entrant and player, by seat


def _fixtures(division: Division, draw: Draw, entrants: Sequence[int], at: datetime) -> list[tuple[Fixture, Seated]]:
    players = dict(division.entrants.values_list("pk", "player"))
    held = {number: round_of(division, number, at) for number in sorted({one.round for one in draw.meetings})}
    seated = [[(entrants[seat], players[entrants[seat]]) for seat in meeting.seats] for meeting in draw.meetings]
    fixtures = Fixture.objects.bulk_create(
        [
            Fixture(round=held[meeting.round], number=meeting.table or place)
            for place, meeting in enumerate(draw.meetings, 1)
        ],
        batch_size=BATCH,
    )
    FixtureSeat.objects.bulk_create(
        [
            FixtureSeat(fixture=fixture, number=number, entrant_id=entrant)
            for fixture, seats in zip(fixtures, seated, strict=True)
            for number, (entrant, _) in enumerate(seats)
        ],
        batch_size=BATCH,
    )
    return list(zip(fixtures, seated, strict=True))


def _game(fixture: Fixture, number: int, seats: Seated, places: Sequence[int], at: datetime) -> list[EventLogEntry]:
    """Store a game, finished if there are places, and tell of it what the log would."""
    if number % 2 == 0:
        seats, places = seats[::-1], places[::-1]
    game = Game.objects.create(
        rules="btt", rules_version=RULES["btt"].version, options=OPTIONS, position=POSITION, control=CONTROL.dump(),
        clocks=[0, 0], started_at=at, status="finished" if places else "running", finished_at=at if places else None,
        end_reason="score" if places else "", to_act=None if places else 0,
    )  # fmt: skip
    Seat.objects.bulk_create(
        Seat(game=game, number=seat, player_id=player, place=places[seat] if places else None,
             points=0 if places else None)
        for seat, (_, player) in enumerate(seats)
    )  # fmt: skip
    if not places:
        CurrentTurn.objects.create(
            game=game, player_id=seats[0][1], started_at=at, time=1, deadline=at + CONTROL.base, due_at=at
        )
    seating = [entrant for entrant, _ in seats]
    FixtureGame.objects.create(fixture=fixture, number=number, game=game, seating=seating)
    if not places:
        return []
    scores = tuple(2 - place for place in places)
    result = GameResult(fixture.pk, game.pk, number, tuple(seating), scores, tuple(places), (), "score")
    return [EventLogEntry(kind=GameFinished.slug, game=game, payload=GameFinished(result=result).dump())]


def _append(division: Division, lines: Sequence[EventLogEntry], at: datetime) -> None:
    """Add lines to the log of the event all at once."""
    event = division.event
    for line in lines:
        event.log_seq += 1
        line.event, line.division, line.seq, line.at = event, division, event.log_seq, at
        event.log_digest = line.digest = chained(event.log_digest, line)
    EventLogEntry.objects.bulk_create(lines, batch_size=BATCH)
    event.save(update_fields=["log_seq", "log_digest"])


if __name__ == "__main__":
    main()
