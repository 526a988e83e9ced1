"""The open games of an event are brought in line with it: paused, called off, left by an entrant, with more time.

What concerns all games is written into the log first and then done game by game; a sweep finishes what a crash has
left out.
"""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime

from django.db.models import Exists, OuterRef

from games.exceptions import GameOver
from games.models import Game, GameEvent
from games.play import directing as games
from games.timekeeping.turn_clock import is_paused
from ground.sweeps import Sweep
from ground.wording import kept
from tournaments.event_log.append import lock_game_and_event
from tournaments.event_log.kinds import TimeAdded
from tournaments.event_log.reading import of_kind
from tournaments.models import Event, EventLogEntry
from tournaments.queries import running_games
from tournaments.running.departures import GONE, close_games_of

State = Event.State

# Reasons in the logs of games.
CALLED_OFF = kept("The event was called off.")
PAUSED = kept("The event is paused.")
GOES_ON = kept("The event goes on.")


def settle(event: Event, *, at: datetime) -> None:
    """Bring every open game of an event in line with it. Idempotent; a game that is in line already is not locked."""
    with Sweep(f"games of event {event.pk}") as sweep:
        for game in running_games(event).only("holds"):
            if event.state == State.CALLED_OFF or is_paused(game) != (event.paused_at is not None):
                with sweep.one(f"game {game.pk}"), suppress(GameOver):  # ended meanwhile
                    _settle_game(event.pk, game, at)
        gone = event.entrants.filter(status__in=GONE, fixture_seats__fixture__games__game__status=Game.Status.RUNNING)
        for entrant in gone.select_related("player", "division__stage").distinct():
            with sweep.one(f"entrant {entrant.pk}"):
                close_games_of(entrant, at=at)
        for entry in of_kind(event.log_entries.all(), TimeAdded, game=None).order_by("seq"):
            with sweep.one(f"time of entry {entry.seq}"):
                give_time_of(entry, at=at)


def give_time_of(entry: EventLogEntry, *, at: datetime) -> None:
    """Give everybody the time that an entry of the log adds, in all games that were open when it was written.

    Game by game, once in each, under a key of the entry: whatever a crash has left out is done when asked again.
    """
    event, key = entry.event, f"event {entry.event_id}, line {entry.seq}"
    added = entry.entry.payload
    if not isinstance(added, TimeAdded):
        raise TypeError(f"{entry} adds no time.")
    has_it = GameEvent.objects.filter(game=OuterRef("pk"), key=key)
    with Sweep(f"games of event {event.pk}") as sweep:
        for game in running_games(event).filter(~Exists(has_it), started_at__lte=entry.at):
            with sweep.one(f"game {game.pk}"), suppress(GameOver):  # ended meanwhile
                games.add_time(
                    game_id=game.pk, seat=None, span=added.span, actor_id=added.actor, reason=added.why, at=at, key=key
                )


def _settle_game(event_id: int, game: Game, at: datetime) -> None:
    with lock_game_and_event(game.pk, event_id) as event:  # which may have been paused or resumed meanwhile
        if event.state == State.CALLED_OFF:
            games.annul_game(game_id=game.pk, actor_id=None, reason=CALLED_OFF, at=at)
        elif event.paused_at is not None:
            games.pause_game(game_id=game.pk, actor_id=None, reason=PAUSED, at=at)
        elif is_paused(game):
            games.resume_game(game_id=game.pk, actor_id=None, reason=GOES_ON, at=at)
