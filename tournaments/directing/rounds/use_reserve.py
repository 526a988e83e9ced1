"""A reserve who takes over an open board of a team, such as that of a player whose captain does not answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game, Player
from ground.wording import and_list
from tournaments.directing.action.base import Action, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.games import game_of, running_game_of
from tournaments.directing.action.inputs import GameNumber
from tournaments.directing.action.names import ReserveName
from tournaments.entries.admission import player_named
from tournaments.entries.teams import give_boards
from tournaments.event_log.append import lock_games_and_event
from tournaments.event_log.kinds import BoardTakenOver
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry, TeamPlayer
from tournaments.running.decisions import Decision, known_entry, write_entry
from tournaments.running.neutrality import Stake, stake_in_game


@dataclass(frozen=True, slots=True, kw_only=True)
class Reserve:
    """An open game of the board, and the player who plays on."""

    game: Annotated[int, GameNumber()]
    reserve: Annotated[str, ReserveName()]


class _Change(NamedTuple):
    """The team, its open games on the board, and the players who change."""

    team: Entrant
    games: tuple[Game, ...]
    old: Player
    new: Player


class UseReserve(Action[Reserve]):
    """All open games of the board in this match, with the clocks as they stand."""

    slug = "use-reserve"
    title = gettext_lazy("Use reserve")
    meaning = gettext_lazy("Lets a reserve of a team take over an open board of a match, with the clock as it stands.")
    Inputs = Reserve
    offered_at = (Place.GAME,)
    forms = (Form.TEAMS,)

    def stakes(self, event: Event, inputs: Reserve) -> Sequence[Stake]:
        return (stake_in_game(game_of(event, inputs.game)),)

    def consequences(self, event: Event, inputs: Reserve, *, at: datetime) -> DryRun:
        change = _change(event, inputs)
        named = {
            "new": change.new, "old": change.old, "team": change.team.name,
            "games": and_list([str(game.pk) for game in change.games]),
        }  # fmt: skip
        takes = _("%(new)s takes over the board of %(old)s for %(team)s. Games: %(games)s.")
        return DryRun((takes % named, _("%(old)s stays on the list of %(team)s.") % named))

    def perform(self, event: Event, inputs: Reserve, decision: Decision) -> EventLogEntry:
        fixture = game_of(event, inputs.game).fixture_game.fixture_id
        with lock_games_and_event(_open_games(fixture), event.pk) as locked:
            if known := known_entry(locked, decision.key):
                return known
            self.check_state(locked)
            team, held, old, new = _change(locked, inputs)
            taken = BoardTakenOver(entrant=team.pk, old=old.pk, new=new.pk, games=tuple(game.pk for game in held))
            entry = write_entry(locked, taken, decision, division=team.division)
            give_boards(team, held, new.pk, actor=decision.player, reason=entry.entry.payload.why, at=decision.at)
            return entry


def _open_games(fixture: int) -> QuerySet[Game]:
    return Game.objects.filter(fixture_game__fixture=fixture, status=Game.Status.RUNNING).order_by("pk")


def _change(event: Event, inputs: Reserve) -> _Change:
    """What the inputs come to. Raises EventError where the reserve cannot take over the board."""
    if event.form != Form.TEAMS:
        raise EventError(_("%(event)s is not for teams.") % {"event": event.name})
    game = running_game_of(event, inputs.game)
    fixture, new = game.fixture_game.fixture_id, player_named(inputs.reserve, field="reserve")
    places = TeamPlayer.objects.filter(
        player=new, accepted_at__isnull=False, entrant__fixture_seats__fixture=fixture
    ).select_related("entrant__division")
    place = places.first()
    if place is None:
        raise EventError(_("%(player)s is on the list of neither team.") % {"player": new}, "reserve")
    playing = Game.objects.filter(fixture_game__fixture=fixture, seats__player=new)
    if playing.exists():
        raise EventError(_("%(player)s has a board in this match already.") % {"player": new}, "reserve")
    seat = game.seats.select_related("player").get(number=game.fixture_game.seating.index(place.entrant_id))
    held = _open_games(fixture).filter(seats__player=seat.player, seats__left_ply=None)
    if not held.filter(pk=game.pk).exists():
        raise EventError(_("%(player)s has left this game.") % {"player": seat.player}, "game")
    return _Change(place.entrant, tuple(held.select_related("fixture_game")), seat.player, new)
