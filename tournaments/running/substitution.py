"""Another player takes over an entrant's place."""

from __future__ import annotations

from dataclasses import replace

from django.utils.translation import gettext as _

from games.exceptions import GameError
from games.models import Player
from games.play import directing as games
from tournaments import permission
from tournaments.event_log.append import lock_games_and_event
from tournaments.event_log.kinds import Substituted
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import open_games_of
from tournaments.running.decisions import Decision, check_running, known_entry, write_entry
from tournaments.running.departures import plays_on, reinstatement
from tournaments.running.entrants import check_latest_stage, check_still_there, entrant_of
from tournaments.running.services import check_directs

Status = Entrant.Status


def replace_player(entrant: Entrant, new: Player, decision: Decision) -> EventLogEntry:
    """Let ``new`` take over an entrant's place, with all that has been reached and the open games.

    Of two at once the second is refused. Raises EventError, and NotDirector.
    """
    old = entrant.player
    with lock_games_and_event(open_games_of(entrant), entrant.event_id) as event:
        if decision.player is not None:
            check_directs(event, decision.player)
        if known := known_entry(event, decision.key):
            return known
        check_running(event)
        entrant = entrant_of(event, entrant.pk)
        check_still_there(entrant, old)
        check_latest_stage(entrant)
        if entrant.status == Status.DISQUALIFIED and decision.player is None:
            raise EventError(_("%(player)s was disqualified; only a director can fill the place.") % {"player": old})
        check_substitute(entrant, new)
        permission.check_may_be_named(new, at=decision.at)
        event.entrants.filter(player=new, number=None).delete()  # the offer to stand by is taken up
        payload = Substituted(entrant=entrant.pk, old=old.pk, new=new.pk)
        entry = write_entry(event, payload, decision, division=entrant.division)
        _reinstate(event, entrant, decision)
        entrant.player, entrant.status = new, Status.ACTIVE
        entrant.save(update_fields=["player", "status"])
        _hand_over_games(entrant, decision, entry.entry.payload.why)
        return entry


def _hand_over_games(entrant: Entrant, decision: Decision, reason: str) -> None:
    for game in open_games_of(entrant).select_related("fixture_game"):
        try:
            games.substitute_seat(
                game_id=game.pk,
                seat=game.fixture_game.seating.index(entrant.pk),
                player_id=entrant.player_id,
                actor_id=decision.player.pk if decision.player else None,
                reason=reason,
                at=decision.at,
            )
        except GameError as error:
            raise EventError(error.message) from error


def _reinstate(event: Event, entrant: Entrant, decision: Decision) -> None:
    """If the entrant had left, that is reverted: another player plays on."""
    once = replace(decision, key=None)  # the key is that of the substitution
    for payload in reinstatement(entrant):
        write_entry(event, payload, once, division=entrant.division)


def check_substitute(entrant: Entrant, new: Player) -> None:
    """Raises EventError for a player who cannot take over this place, and for that of a team."""
    if entrant.team_name:
        raise EventError(_("Teams have reserves of their own: take the player off the list of the team instead."))
    if new.is_program or new.pk == entrant.player_id or not new.is_active:
        raise EventError(
            _("A substitute must be somebody other than the present player, with an open account, and not a bot."),
            "substitute",
        )
    if entrant.player.is_program and entrant.event.rated:
        problem = _("%(old)s is a bot, and its games are rated among bots: nobody else can take over its place.")
        raise EventError(problem % {"old": entrant.player}, "substitute")
    if entrant.status == Status.WITHDRAWN and plays_on(entrant):
        problem = _("%(old)s has left the ladder, and no place is kept. Let %(new)s enter it.")
        raise EventError(problem % {"old": entrant.player, "new": new})
    here = Entrant.objects.filter(division__event=entrant.event_id, division__stage__number=entrant.stage_number)
    if here.filter(player=new).exists():
        problem = _("%(player)s plays in %(event)s already.")
        raise EventError(problem % {"player": new, "event": entrant.event.name}, "substitute")
