"""Somebody withdraws; in a knockout before the first move the reserve who would be seeded highest takes the place."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.models import Game, GameEvent, Player
from tournaments.directing.common import check_still_there, entrant_of, known_line
from tournaments.directing.consequences import Change, consequences
from tournaments.directing.departures import foreseen_departure, take_out
from tournaments.directing.substitutes import check_substitute, replace_player
from tournaments.event_log.append import lock_games_and_event
from tournaments.event_log.kinds import Withdrawn
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, Result
from tournaments.queries import may_direct, open_games_of, standby_of
from tournaments.running.services import check_may_enter
from tournaments.setup.seeding import ratings_of


def withdraw(
    *,
    event_id: int,
    entrant_id: int,
    player: Player,
    reason: str,
    at: datetime,
    key: str | None = None,
    whose: Player | None = None,
) -> Result:
    """Take an entrant out of a running event: the director, or the entrant himself. ``whose`` is the player that is
    meant, since somebody else may have taken over the place meanwhile. Raises EventError.
    """
    entrant = (
        Entrant.objects.select_related("player", "event", "division").filter(event=event_id, pk=entrant_id).first()
    )
    director = player if entrant is not None and may_direct(entrant.event, player) else None
    if entrant is not None and (director or entrant.player_id == player.pk):
        if line := known_line(entrant.event, key):
            return line
        if whose is not None:
            check_still_there(entrant, whose)
        if line := give_to_reserve(entrant, director, reason, at, key):
            return line
    return take_out(event_id, entrant_id, player, reason, at, Withdrawn, key, whose=whose)


def give_to_reserve(
    entrant: Entrant, director: Player | None, reason: str, at: datetime, key: str | None = None
) -> Result | None:
    """Let ``reserve_for`` say who takes the place of somebody who withdraws, under the locks of his games and the
    event: a move that was made is seen, and none can be made meanwhile. None: nobody does. Raises EventError.
    """
    if reserve_for(entrant, at=at) is None:  # the usual case costs nobody the locks
        return None
    with lock_games_and_event(open_games_of(entrant), entrant.event_id) as event:
        if line := known_line(event, key):
            return line
        now = entrant_of(event, entrant.pk)
        check_still_there(now, entrant.player)
        reserve = reserve_for(now, at=at)
        return None if reserve is None else replace_player(now, reserve, director, reason, at, key)


def preview_withdrawal(entrant: Entrant, *, at: datetime) -> list[Change]:
    """Every place that a withdrawal would change."""
    if entrant.division is None or reserve_for(entrant, at=at):
        return []
    return consequences(entrant.division, foreseen_departure(entrant), at=at)


def reserve_for(entrant: Entrant, *, at: datetime) -> Player | None:
    """Who takes the place of somebody who withdraws from the first round of a knockout before a move in his games.

    Of those who stand by it is the one who would be seeded highest: by rating, then by who offered first. None if
    nobody can, or where what was played, or the format, keeps the place as it is.
    """
    event = entrant.event
    is_there = event.state == Event.State.RUNNING and entrant.status == Entrant.Status.ACTIVE
    if not is_there or event.form != Form.KNOCKOUT or _has_begun(entrant):
        return None
    offers = [offer.player for offer in standby_of(event)]
    ratings = ratings_of(event, [player.pk for player in offers], at)
    offers.sort(key=lambda player: -ratings[player.pk])
    return next((player for player in offers if _can_take_over(entrant, player, at)), None)


def _has_begun(entrant: Entrant) -> bool:
    """Whether a move has been made or is held in a game of his, or one is over, or he is in a later round already."""
    games = Game.objects.filter(fixture_game__fixture__seats__entrant=entrant)
    has_steps = Q(pk__in=GameEvent.objects.filter(game__in=games, kind=GameEvent.Kind.STEP).values("game"))
    has_moves = has_steps | Q(turn__held_until__isnull=False)
    is_later = Q(fixture_game__fixture__round__number__gt=1)
    return games.filter(has_moves | is_later | ~Q(status=Game.Status.RUNNING)).exists()


def _can_take_over(entrant: Entrant, player: Player, at: datetime) -> bool:
    try:
        check_may_enter(entrant.event, player, at)
        check_substitute(entrant, player)
    except EventError:
        return False
    return True
