"""The event as a whole: paused and resumed, announced to, ended, called off; and its games brought in line with it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db import transaction
from django.db.models import F

from games.exceptions import GameOver
from games.models import Game, Player
from games.play import directing as games
from games.records.canonical import whole_milliseconds
from games.sweeps import Sweep
from games.timekeeping.turn_clock import is_paused
from tournaments.directing.clocks import add_time_told_of
from tournaments.directing.common import check_running, known_line, write_line
from tournaments.directing.departures import GONE, close_games_of
from tournaments.event_log.append import append, lock_game_and_event
from tournaments.event_log.kinds import (
    Announced,
    Archived,
    CalledOff,
    LadderEnded,
    Paused,
    Resumed,
    TimeAdded,
    Unarchived,
)
from tournaments.event_log.reading import of_kind
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.ladder import is_ending
from tournaments.models import Division, Event, Result, Round
from tournaments.queries import account_of, running_games
from tournaments.running.services import lock_directed
from tournaments.signals import event_announced

State = Event.State


def pause(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Stop all clocks of an event until it is resumed; moves are still taken, rounds are not paired.

    Raises EventError.
    """
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := known_line(event, key):
            return known
        check_running(event)
        if event.paused_at is not None:
            raise EventError(f"{event.name} is paused already.")
        event.paused_at = at
        event.save(update_fields=["paused_at"])
        line = write_line(event, Paused(), player, reason, at, None, key=key)
    settle(event, at=at)
    return line


def resume(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Let the clocks of a paused event run again. Its deadlines move by as long as it was paused. Raises EventError."""
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := known_line(event, key):
            return known
        check_running(event)
        if event.paused_at is None:
            raise EventError(f"{event.name} is not paused.")
        since, event.paused_at = event.paused_at, None
        event.save(update_fields=["paused_at"])
        waiting = Round.objects.filter(division__event=event, deadline__gt=since)
        waiting.update(deadline=F("deadline") + (whole_milliseconds(at) - whole_milliseconds(since)))
        line = write_line(event, Resumed(), player, reason, at, None, key=key)
    settle(event, at=at)
    return line


@transaction.atomic
def announce(*, event_id: int, words: str, player: Player, at: datetime, key: str | None = None) -> Result:
    """Tell all who take part something; it stands on the event's page and goes out by mail. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    if event.state not in (State.OPEN, State.RUNNING, State.FINISHED):
        raise EventError(f"{event.name} is {event.get_state_display()}; nothing is announced there.")
    text = words.strip()
    if not 1 <= len(text) <= 2000:
        raise EventError("An announcement has 1 to 2,000 characters.")
    line = append(event, Announced(words=text, actor=player.pk, key=key), at=at)
    event_announced.send(Event, event=event, text=text, key=str(line.seq), at=at)
    return line


@transaction.atomic
def finish(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """End a ladder: nobody challenges or enters any more, and when the open challenges are played its table is final.

    ``progress.advance`` then ends the event. Until then the line can be taken back. Raises EventError.
    """
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    return write_line(event, LadderEnded(), player, reason, at, ladder_to_finish(event), key=key)


def ladder_to_finish(event: Event) -> Division:
    """The ladder that somebody wants to end. Raises EventError for other events, which end by themselves."""
    check_running(event)
    division = event.divisions.select_related("stage", "event").first()
    if event.form != Form.LADDER or division is None:
        raise EventError(f"{event.name} is no ladder: it ends by itself when everything is played.")
    if is_ending(account_of(division)):
        raise EventError(f"{event.name} has been ended already; its open challenges are played out.")
    return division


def call_off(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """End an event without a result; its open games end without one, too. It stays where everybody can see it.

    Raises EventError.
    """
    with transaction.atomic():
        event = lock_directed(event_id, player)
        if known := known_line(event, key):
            return known
        if event.state not in (State.OPEN, State.RUNNING):
            raise EventError(f"{event.name} is {event.get_state_display()}; there is nothing to call off.")
        event.state, event.finished_at = State.CALLED_OFF, at
        event.save(update_fields=["state", "finished_at"])
        line = write_line(event, CalledOff(), player, reason, at, None, key=key)
    settle(event, at=at)
    return line


@transaction.atomic
def archive(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Put an event that is over into the archive: nothing of it changes until ``unarchive``. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    check_can_be_archived(event)
    line = write_line(event, Archived(), player, reason, at, None, key=key)
    event.state = State.ARCHIVED
    event.save(update_fields=["state"])
    return line


def check_can_be_archived(event: Event) -> None:
    """Raises EventError for an event that is not over, or whose games are not: their ends come into its log."""
    if event.state not in (State.FINISHED, State.CALLED_OFF):
        raise EventError(f"{event.name} is {event.get_state_display()}; only what is over goes into the archive.")
    if running_games(event).exists():
        raise EventError(f"Games of {event.name} still run, and end in its log. It can be archived after that.")


@transaction.atomic
def unarchive(*, event_id: int, player: Player, reason: str, at: datetime, key: str | None = None) -> Result:
    """Take an event out of the archive: it is what it was before, finished or called off. Raises EventError."""
    event = lock_directed(event_id, player)
    if known := known_line(event, key):
        return known
    event.state = state_before_archive(event)
    event.save(update_fields=["state"])
    return write_line(event, Unarchived(), player, reason, at, None, key=key)


def state_before_archive(event: Event) -> State:
    """What an archived event was, and is again when it is taken out, as its log tells. Raises EventError."""
    if event.state != State.ARCHIVED:
        raise EventError(f"{event.name} is {event.get_state_display()}, and not in the archive.")
    return State.CALLED_OFF if event.results.filter(kind=CalledOff.slug).exists() else State.FINISHED


def settle(event: Event, *, at: datetime) -> None:
    """Bring the event's open games in line with it: paused or not, called off, left by somebody, with the time that
    everybody was given. Idempotent; a game that is in line already costs nobody its lock.
    """
    with Sweep(f"games of event {event.pk}") as sweep:
        for game in running_games(event).only("holds"):
            if event.state == State.CALLED_OFF or is_paused(game) != (event.paused_at is not None):
                with sweep.one(f"game {game.pk}"), suppress(GameOver):  # ended meanwhile
                    _settle_game(event.pk, game, at)
        gone = event.entrants.filter(status__in=GONE, fixture_seats__fixture__games__game__status=Game.Status.RUNNING)
        for entrant in gone.select_related("player", "division__stage").distinct():
            with sweep.one(f"entrant {entrant.pk}"):
                close_games_of(entrant, at=at)
        for line in of_kind(event.results.all(), TimeAdded, game=None).order_by("seq"):
            with sweep.one(f"time of line {line.seq}"):
                add_time_told_of(line, at=at)


def _settle_game(event_id: int, game: Game, at: datetime) -> None:
    with lock_game_and_event(game.pk, event_id) as event:  # which may have been paused or resumed meanwhile
        if event.state == State.CALLED_OFF:
            games.annul_game(game_id=game.pk, actor_id=None, reason="The event was called off.", at=at)
        elif event.paused_at is not None:
            games.pause_game(game_id=game.pk, actor_id=None, reason="The event is paused.", at=at)
        elif is_paused(game):
            games.resume_game(game_id=game.pk, actor_id=None, reason="The event goes on.", at=at)
