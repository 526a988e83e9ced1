"""Taking a game's result away; a running game ends without one."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from games.play import directing as games
from ground.wording import and_list
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun, rounds_stay, with_changes
from tournaments.directing.action.games import division_of, do_to_game, game_of, names_in
from tournaments.directing.action.inputs import GameNumber
from tournaments.directing.action.results import result_of
from tournaments.event_log.kinds import Adjudicated, GameAnnulled
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_game
from tournaments.running.projection import ending
from tournaments.standings.matches import ANNULLED


@dataclass(frozen=True, slots=True, kw_only=True)
class OneGame:
    """Which game."""

    game: Annotated[int, GameNumber()]


class Annul(EntryAction[OneGame]):
    """A running game ends in its own log; the result of a finished one is taken away in the event's log alone."""

    slug = "annul"
    title = gettext_lazy("Annul")
    meaning = gettext_lazy("Removes a game's result, as if the game had not been played. A running game ends.")
    is_for_arbiters = True
    Inputs = OneGame
    grants = True
    offered_at = (Place.GAME, Place.RESULTS, Place.RESULT)
    states = (Event.State.RUNNING, Event.State.FINISHED)
    about_games = (Game.Status.RUNNING, Game.Status.FINISHED)
    is_grave = True

    def stakes(self, event: Event, inputs: OneGame) -> Sequence[Stake]:
        return (stake_in_game(game_of(event, inputs.game)),)

    def consequences(self, event: Event, inputs: OneGame, *, at: datetime) -> DryRun:
        game = game_of(event, inputs.game)
        named, division = {"number": game.pk, "players": and_list(names_in(game))}, division_of(game)
        if game.status == Game.Status.RUNNING:
            ends = _("Game %(number)d of %(players)s ends at once and does not count. This cannot be reverted.")
            return with_changes([ends % named], division, [ending(game, ())], at=at)
        counts = _("Game %(number)d of %(players)s does not count any more.")
        return with_changes([counts % named, *rounds_stay(division)], division, [_annulment(game)], at=at)

    def perform(self, event: Event, inputs: OneGame, decision: Decision) -> EventLogEntry:
        game = game_of(event, inputs.game)
        if game.status != Game.Status.RUNNING:
            return super().perform(event, inputs, decision)
        return do_to_game(
            event, game, decision, games.annul_game, payload=Adjudicated(game=game.pk, places=()),
            check=self.check_state,
        )  # fmt: skip

    def write(self, event: Event, inputs: OneGame, decision: Decision) -> EventLogEntry:
        game = game_of(event, inputs.game)
        payload = _annulment(game)
        return write_entry(event, payload, decision, division=division_of(game), game_id=game.pk)


def _annulment(game: Game) -> GameAnnulled:
    """The entry that takes a finished game's result away. Raises EventError."""
    return GameAnnulled(result=replace(result_of(game), places=(), left=(), reason=ANNULLED))
