"""Everything that can be done to an event. Every door calls these with plain values; nothing else writes events.

Locks are always taken in the same order, games before events, so that they cannot wait for each other in a circle.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils.text import slugify

from games import dice
from games.calendars import USUAL_RESTS, RestRules
from games.clocks import TimeControl
from games.hints import hint
from games.models import Game, Player, Seat
from games.rules import RULES
from games.rules.base import OptionError, Options
from games.services import create_game
from tournaments.exceptions import EntriesClosed, EventError, NoSuchEvent, NotDirector
from tournaments.formats import FORMATS
from tournaments.formats.base import Meeting
from tournaments.lots import event_seed
from tournaments.models import (
    Division,
    Entrant,
    Event,
    Fixture,
    FixtureGame,
    FixtureSeat,
    Result,
    Round,
    StandingSnapshot,
)
from tournaments.queries import is_complete, roster_of
from tournaments.rulesets import Ruleset, league_ruleset
from tournaments.signals import FINISHED, STARTED, round_advanced
from tournaments.standings.matches import GameResult
from tournaments.standings.ranking import Standings, standings

State = Event.State
Status = Entrant.Status

# Creating and entering ------------------------------------------------------------------------------------------------


@transaction.atomic
def create_event(
    *,
    name: str,
    director: Player,
    rules: str,
    control: TimeControl,
    at: datetime,
    options: Options | None = None,
    ruleset: Ruleset | None = None,
    most_entrants: int = 9,
    rated: bool = True,
    rest_rules: RestRules = USUAL_RESTS,
) -> Event:
    """A draft of a league of ``rules``, all-play-all. Raises EventError, also for options the game does not have."""
    if rules not in RULES:
        raise EventError(f"There is no game {rules!r}. The games: {', '.join(RULES)}.")
    form = FORMATS["round-robin"]
    if not form.fewest <= most_entrants <= form.most:
        raise EventError(f"A {form.title} is for {form.fewest} to {form.most} players, not {most_entrants}.")
    try:
        checked = RULES[rules].check_options(2, options or {})
    except OptionError as error:
        raise EventError(str(error)) from error
    slug = slugify(name)[: Event._meta.get_field("slug").max_length].strip("-")  # one letter may become several
    if slug in ("", "new"):  # "new" is the address at which events are made
        raise EventError("The name needs letters a-z or digits, for the event's address, and must say more than New.")
    try:
        with transaction.atomic():
            return Event.objects.create(
                name=name.strip(),
                slug=slug,
                director=director,
                rules=rules,
                options=checked,
                control=control.dump(),
                rest_rules=rest_rules.dump(),
                rated=rated,
                format=form.slug,
                ruleset=(ruleset or league_ruleset(rules)).dump(),
                most_entrants=most_entrants,
                created_at=at,
            )
    except IntegrityError as error:
        raise EventError(f"There is an event {name!r} already. Choose another name.") from error


@transaction.atomic
def open_entries(*, event_id: int, player: Player) -> Event:
    """Let players enter a draft. Its ruleset and the commitment to its lots are fixed from here on."""
    event = _open_for_director(event_id, player)
    if event.state != State.DRAFT:
        raise EventError(f"{event.name} is {event.get_state_display()}; only a draft can be opened.")
    event.state = State.OPEN
    event.save(update_fields=["state"])
    return event


@transaction.atomic
def enter_event(*, event_id: int, player: Player, at: datetime) -> Entrant:
    """Take part. Entering twice changes nothing."""
    event = _lock_event(event_id)
    entrant = Entrant.objects.filter(event=event, player=player).first()
    if entrant is not None and entrant.status == Status.ACTIVE:
        return entrant
    if event.state != State.OPEN:
        raise EntriesClosed(f"{event.name} takes no entries now: it is {event.get_state_display()}.")
    if event.entrants.filter(status=Status.ACTIVE).count() >= event.most_entrants:
        raise EntriesClosed(f"{event.name} is full: all {event.most_entrants} places are taken.")
    entrant = entrant or Entrant(event=event, player=player)
    entrant.status, entrant.entered_at = Status.ACTIVE, at
    entrant.save()
    return entrant


@transaction.atomic
def withdraw_entry(*, event_id: int, player: Player) -> Entrant:
    """Take an entry back before the event starts. Withdrawing twice changes nothing."""
    event = _lock_event(event_id)
    entrant = Entrant.objects.filter(event=event, player=player).first()
    if entrant is None:
        raise EventError(f"You have not entered {event.name}.")
    if event.state != State.OPEN:
        raise EntriesClosed(f"{event.name} is {event.get_state_display()}: you can only withdraw before it starts.")
    entrant.status = Status.WITHDRAWN
    entrant.save(update_fields=["status"])
    return entrant


def _lock_event(event_id: int) -> Event:
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NoSuchEvent(f"There is no event {event_id}.")
    return event


def _open_for_director(event_id: int, player: Player) -> Event:
    event = _lock_event(event_id)
    if event.director_id != player.pk:
        raise NotDirector(f"Only the director of {event.name} can do that.")
    return event


# Starting -------------------------------------------------------------------------------------------------------------


@transaction.atomic
def start_event(*, event_id: int, player: Player, at: datetime) -> Event:
    """Close entries, draw pairing numbers from the event's seed, pair everybody and start every game at once.

    Who has closed the account since entering is withdrawn.
    """
    event = _open_for_director(event_id, player)
    if event.state != State.OPEN:
        raise EventError(f"{event.name} is {event.get_state_display()}; only an event open for entries can start.")
    entered = event.entrants.filter(status=Status.ACTIVE)
    entered.filter(player__is_active=False).update(status=Status.WITHDRAWN)  # nobody could play against them
    entrants = list(entered.select_related("player").order_by("pk"))
    form = event.event_format
    if len(entrants) < form.fewest:
        raise EventError(f"{event.name} needs at least {form.fewest} players to start.")
    event.state, event.started_at = State.RUNNING, at
    event.seed = event_seed(event.pk, [entrant.pk for entrant in entrants], event.nonce)
    event.save(update_fields=["state", "started_at", "seed"])
    division = Division.objects.create(event=event)
    numbered = _draw_numbers(event, division, entrants)
    rounds: dict[int, Round] = {}
    tables: dict[int, int] = {}
    for meeting in form.meetings(len(numbered)):
        if meeting.round not in rounds:
            rounds[meeting.round] = Round.objects.create(division=division, number=meeting.round)
        tables[meeting.round] = tables.get(meeting.round, 0) + 1
        _create_fixture(event, rounds[meeting.round], tables[meeting.round], meeting, numbered, at)
    _store_first_standings(division, at)
    round_advanced.send(Event, event=event, division=None, kind=STARTED)
    return event


def _draw_numbers(event: Event, division: Division, entrants: Sequence[Entrant]) -> list[Entrant]:
    """The entrants in the order of their pairing numbers."""
    numbered = [entrants[drawn] for drawn in dice.draw_order(event.seed, len(entrants))]
    for number, entrant in enumerate(numbered, 1):
        entrant.division, entrant.number = division, number
    Entrant.objects.bulk_update(numbered, ["division", "number"])
    return numbered


def _create_fixture(
    event: Event, held_in: Round, number: int, meeting: Meeting, numbered: Sequence[Entrant], at: datetime
) -> None:
    """One fixture with all its games: seats move on by one from game to game, so with two they change colours."""
    fixture = Fixture.objects.create(round=held_in, number=number)
    entrants = [numbered[seat] for seat in meeting.seats]
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, number=seat, entrant=entrant) for seat, entrant in enumerate(entrants)
    )
    games = event.event_ruleset.games_per_fixture
    for game_number in range(1, games + 1):
        shift = (game_number - 1) % len(entrants)
        seated = entrants[shift:] + entrants[:shift]
        game = create_game(
            rules=event.rules,
            players=[entrant.player for entrant in seated],
            control=event.time_control,
            rest_rules=event.event_rest_rules,
            at=at,
            options=event.options,
            rated=event.rated,
            title=f"{event.name}, round {held_in.number}" + (f", game {game_number} of {games}" if games > 1 else ""),
        )
        FixtureGame.objects.create(
            fixture=fixture, number=game_number, game=game, seating=[entrant.pk for entrant in seated]
        )


def _store_first_standings(division: Division, at: datetime) -> None:
    roster = roster_of(division)
    table = standings(division.event.event_ruleset, roster, [])
    StandingSnapshot.objects.create(
        division=division, version=0, table=table.dump(), digest=_digest(table.dump()), computed_at=at
    )


# Results --------------------------------------------------------------------------------------------------------------


def record_result(*, game: Game, seats: Sequence[Seat]) -> Result | None:
    """Append a finished game to its event's log; None for a game of no event. In the game's own transaction.

    The line in the log is also the mark that the division's standings are out of date.
    """
    from tournaments.tasks import compute_standings

    played = (
        FixtureGame.objects.select_related("fixture__round__division__event")
        .select_for_update(of=("fixture__round__division__event",))
        .filter(game=game)
        .first()
    )
    if played is None:
        return None
    division = played.fixture.round.division
    event = division.event
    payload = GameResult(
        fixture=played.fixture_id,
        game=game.pk,
        number=played.number,
        entrants=tuple(played.seating),
        scores=tuple(seat.points or 0 for seat in seats),
        places=tuple(seat.place for seat in seats if seat.place is not None),
        left=tuple(seat.number for seat in seats if seat.has_left),
        reason=game.end_reason,
    ).dump()
    event.result_seq += 1
    event.result_digest = _chain(event, Result.Kind.GAME_FINISHED, payload)
    result = Result.objects.create(
        event=event,
        division=division,
        seq=event.result_seq,
        kind=Result.Kind.GAME_FINISHED,
        game=game,
        payload=payload,
        at=game.finished_at or event.created_at,
        digest=event.result_digest,
    )
    event.save(update_fields=["result_seq", "result_digest"])
    hint(compute_standings, division.pk)
    return result


def _chain(event: Event, kind: str, payload: dict[str, Any]) -> str:
    """SHA-256 over the log's previous digest and the new line; anybody can recompute it."""
    return _digest([event.result_digest, event.pk, event.result_seq, str(kind), payload])


def _digest(content: Any) -> str:
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


# Standings ------------------------------------------------------------------------------------------------------------


@transaction.atomic
def compute_standings(division_id: int, *, at: datetime) -> Standings:
    """Compute a division's table from its result log and store it, unless a newer one is stored already."""
    division = Division.objects.select_related("event").get(pk=division_id)
    results = list(division.results.order_by("seq"))
    table = standings(
        division.event.event_ruleset, roster_of(division), [GameResult.load(result.payload) for result in results]
    )
    version = results[-1].seq if results else 0
    StandingSnapshot.objects.filter(division=division, version__lt=version).update(
        version=version, table=table.dump(), digest=_digest(table.dump()), computed_at=at
    )
    return table


@transaction.atomic
def finish_event(event_id: int) -> bool:
    """Close an event whose last result is in its stored standings, and say whether this call did it.

    To be asked after the standings are committed: of several workers the last one then sees them all.
    """
    event = _lock_event(event_id)
    if event.state != State.RUNNING or not is_complete(event):
        return False
    event.state = State.FINISHED
    event.finished_at = event.results.aggregate(last=Max("at"))["last"]
    event.save(update_fields=["state", "finished_at"])
    round_advanced.send(Event, event=event, division=None, kind=FINISHED)
    return True
