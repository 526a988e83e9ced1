"""Games of the event that an action is about: found, named, and acted on together with the event's log."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from games.exceptions import GameError
from games.models import Game
from ground.wording import and_list
from tournaments.event_log.kinds import Kind
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, EventLogEntry
from tournaments.running.decisions import Decision, check_reason, known_entry, lock_for, write_entry


def game_of(event: Event, game_id: int) -> Game:
    """A game of the event. Raises EventError."""
    games = Game.objects.select_related(
        "fixture_game__fixture__round__division__stage", "fixture_game__fixture__round__division__event"
    )
    game = games.filter(pk=game_id, fixture_game__fixture__round__division__event=event).first()
    if game is None:
        problem = _("Game %(number)d is not part of %(event)s.")
        raise EventError(problem % {"number": game_id, "event": event.name})
    return game


def running_game_of(event: Event, game_id: int) -> Game:
    """A game of the event that is not over. Raises EventError."""
    game = game_of(event, game_id)
    if game.status != Game.Status.RUNNING:
        problem = _("Game %(number)d is over; correct or annul its result instead.")
        raise EventError(problem % {"number": game_id})
    return game


def division_of(game: Game) -> Division:
    """The division in which a game of ``game_of`` is played."""
    division: Division = game.fixture_game.fixture.round.division
    return division


def names_in(game: Game) -> list[str]:
    """The names of the players, by seat."""
    return [seat.player.username for seat in game.seats.select_related("player").order_by("number")]


def result_in_words(names: Sequence[str], places: Sequence[int]) -> str:
    """ "anna and bert draw", "1. anna, 2. bert"."""
    if len(set(places)) == 1:
        return _("%(players)s draw") % {"players": and_list(names)}
    return ", ".join(f"{place}. {name}" for place, name in sorted(zip(places, names, strict=False)))


@transaction.atomic
def do_to_game(
    event: Event,
    game: Game,
    decision: Decision,
    act: Callable[..., Any],
    *,
    payload: Kind,
    check: Callable[[Event], None],
    **arguments: Any,
) -> EventLogEntry:
    """Do something to one running game, in its log and in the event's, if ``check`` allows it in the event's state.

    ``act`` is a service of ``games.play.directing``, which takes ``arguments``. Games are locked before events. Raises
    EventError, NotDirector, and KeyReused.
    """
    player, text = decision.player, check_reason(decision.reason)
    actor = player.pk if player else None
    try:
        act(game_id=game.pk, actor_id=actor, reason=text, at=decision.at, key=decision.key, **arguments)
    except GameError as error:
        if known := known_entry(event, decision.key):
            return known
        raise EventError(error.message) from error
    event = lock_for(event.pk, decision, with_arbiters=True)
    if known := known_entry(event, decision.key):
        return known
    check(event)
    return write_entry(event, payload, decision, division=division_of(game), game_id=payload.about_game)
