"""Directors who take part in their own event: what they may not decide, and who may instead.

A director may play. But nobody decides about a game of their own, about a player of their own division, or about the
clocks of games that they are playing. Another director whom it does not concern does, or staff. Forbidding
directors to play would leave small clubs without any.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass

from django.db.models import Q, QuerySet
from django.utils.translation import gettext as _

from games.models import Game, Player, Seat
from ground.wording import or_list
from tournaments.event_log.kinds import ArbiterNamed, AssistantNamed, BeforeStart, Kind, Reverted
from tournaments.event_log.kinds.folding import standing_entries
from tournaments.event_log.reading import read
from tournaments.exceptions import EventError, NotNeutral
from tournaments.models import Entrant, Event
from tournaments.queries import directors_of
from tournaments.running.squads import players_of


@dataclass(frozen=True, slots=True)
class Stake:
    """The players whom a decision concerns, so that they may not take it, and in what: "You play in game 13."."""

    players: Collection[int]
    reason: str


def stake_in_game(game: Game) -> Stake:
    """The players of a game, and those who have the places for which it counts now."""
    seated = set(game.seats.values_list("player", flat=True))
    placed = Entrant.objects.filter(fixture_seats__fixture__games__game=game)
    return Stake(seated | players_of(placed), _("You play in game %(number)d.") % {"number": game.pk})


def stake_in_games(games: QuerySet[Game]) -> Stake:
    """The players of open games, where a decision is about the clocks or the end of all of them."""
    seats = Seat.objects.filter(game__in=games.order_by(), left_ply=None)
    reason = _("You play in games that are open, and this changes their clocks or ends them.")
    return Stake(set(seats.values_list("player", flat=True)), reason)


def stake_in_division(entrants: Iterable[Entrant]) -> list[Stake]:
    """Who plays in the divisions of these entrants: their rivals, and themselves."""
    found = []
    for entrant in entrants:
        if entrant.division is not None:
            named = {"player": entrant.name}
            reason = _("You play in the same division as %(player)s, or are this player.") % named
            found.append(Stake(players_of(entrant.division.entrants.all()), reason))
    return found


def stake_in_event(event: Event) -> Stake:
    """Everybody who takes part in an event, where a decision is about the order or the places of its players."""
    players = event.entrants.exclude(status__in=(Entrant.Status.WITHDRAWN, Entrant.Status.DISQUALIFIED))
    reason = _("You take part in %(event)s.") % {"event": event.name}
    return Stake(players_of(players), reason)


def stake_in_entry(event: Event, payload: Kind) -> list[Stake]:
    """The players whom reverting or confirming an entry concerns: those of its game, or rivals of its entrants."""
    if payload.about_game is not None:
        return [stake_in_game(Game.objects.get(pk=payload.about_game))]
    if isinstance(payload, BeforeStart):
        return [stake_in_event(event)] if payload.names().entrants else []
    entrants = event.entrants.filter(pk__in=payload.names().entrants).select_related("player", "division")
    return stake_in_division(entrants)


def check_neutral(event: Event, player: Player, stakes: Sequence[Stake], *, with_arbiters: bool = False) -> None:
    """Raises NotNeutral for a player whom a decision concerns; it says who may take it instead, arbiters among them
    where it is about games."""
    own = next((stake.reason for stake in stakes if player.pk in stake.players), None)
    if own is None:
        return
    concerned = set().union(*(stake.players for stake in stakes))
    directors = directors_of(event, with_arbiters=with_arbiters)
    others = [other.username for other in directors if other.is_active and other.pk not in concerned]
    if others:
        instead = _("Another director, %(directors)s, or staff can do that.") % {"directors": or_list(others)}
    else:
        instead = _(
            "Another director or staff can do that. %(event)s has no other director who may: name an assistant who "
            "does not take part, or ask staff."
        ) % {"event": event.name}
    raise NotNeutral(f"{own} {instead}")


def has_director_in(event: Event, payload: Kind) -> bool:
    """Whether a player who directs the event, or has ever been its assistant or arbiter, takes part in the game that an
    entry is about."""
    if payload.about_game is None:
        return False
    players = set(stake_in_game(Game.objects.get(pk=payload.about_game)).players)
    named = {entry.payload.player for entry in read(event.log_entries.all(), AssistantNamed, ArbiterNamed)}
    return bool(players & (named | {director.pk for director in directors_of(event, with_arbiters=True)}))


def check_not_by_staff(event: Event, payload: Kind) -> None:
    """Raises EventError for a decision about a game that staff have decided, which only staff change."""
    game = payload.about_game
    if game is None or not payload.decides_game:
        return
    entries = standing_entries(read(event.log_entries.filter(Q(game=game) | Q(kind=Reverted.slug))))
    if any(entry.payload.staff and entry.payload.decides_game for entry in entries):
        raise EventError(_("Staff have decided about game %(number)d; only staff can change that.") % {"number": game})
