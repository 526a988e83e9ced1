"""An entrant withdraws; in a knockout before the first move the highest seeded reserve takes over the place."""

from __future__ import annotations

from datetime import datetime

from django.db.models import Q

from games.models import Game, GameEvent, Player
from tournaments.event_log.append import lock_games_and_event
from tournaments.event_log.kinds import Withdrawn
from tournaments.event_rules.layouts import WITH_BRACKET
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import may_direct, open_games_of, standby_of
from tournaments.running.decisions import Decision, known_entry
from tournaments.running.departures import take_out
from tournaments.running.entrants import check_still_there, entrant_of
from tournaments.running.services import check_may_enter
from tournaments.running.substitution import check_substitute, replace_player
from tournaments.setup.seeding import ratings_of


def withdraw_entrant(entrant: Entrant, decision: Decision) -> EventLogEntry:
    """Take an entrant out of the running event, as a director, the entrant or the rules decide.

    ``entrant.player`` is meant: it is refused if somebody else has taken over the place meanwhile. Raises EventError.
    """
    player = decision.player
    directs = player is None or may_direct(entrant.event, player)
    if directs or entrant.player == player:
        if entry := known_entry(entrant.event, decision.key):
            return entry
        if entry := _give_to_reserve(
            entrant, decision if directs else Decision(None, decision.reason, decision.at, decision.key)
        ):
            return entry
    return take_out(entrant.event_id, entrant.pk, Withdrawn, decision, whose=entrant.player)


def _give_to_reserve(entrant: Entrant, decision: Decision) -> EventLogEntry | None:
    """Let the reserve take over the place of an entrant who withdraws, under the locks of the games and the event: a
    move that was made is seen, and none can be made meanwhile. None: there is no reserve. Raises EventError.
    """
    if reserve_for(entrant, at=decision.at) is None:  # the usual case takes no locks
        return None
    with lock_games_and_event(open_games_of(entrant), entrant.event_id) as event:
        if entry := known_entry(event, decision.key):
            return entry
        now = entrant_of(event, entrant.pk)
        check_still_there(now, entrant.player)
        reserve = reserve_for(now, at=decision.at)
        return None if reserve is None else replace_player(now, reserve, decision)


def reserve_for(entrant: Entrant, *, at: datetime) -> Player | None:
    """The player who takes over the place of an entrant who withdraws from the first round of a knockout before a move.

    Of the players who stand by, this is the one who would be seeded highest: by rating, then by the earlier offer.
    None if nobody can, or where what was played, or the format, keeps the place as it is.
    """
    event = entrant.event
    is_there = event.state == Event.State.RUNNING and entrant.status == Entrant.Status.ACTIVE
    if not is_there or event.form not in WITH_BRACKET or _has_begun(entrant):
        return None
    offers = [offer.player for offer in standby_of(event)]
    ratings = ratings_of(event, [player.pk for player in offers], at)
    offers.sort(key=lambda player: -ratings[player.pk])
    return next((player for player in offers if _can_take_over(entrant, player, at)), None)


def _has_begun(entrant: Entrant) -> bool:
    """Whether a move was made or is held in one of the entrant's games, or one is over or in a later round."""
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
