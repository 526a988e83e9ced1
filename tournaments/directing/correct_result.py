"""Giving a finished game another result in the event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Game
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun, rounds_stay, with_changes
from tournaments.directing.action.games import division_of, game_of, names_in, result_in_words
from tournaments.directing.action.results import GivenResult, result_of
from tournaments.event_log.kinds import GameCorrected
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake
from tournaments.standings.matches import CORRECTED


class CorrectResult(EntryAction[GivenResult]):
    """The game itself stays as it was played."""

    slug = "correct-result"
    title = gettext_lazy("Correct result")
    meaning = gettext_lazy("Gives a finished game another result in the event. The game itself stays as it was played.")
    is_for_arbiters = True
    Inputs = GivenResult
    grants = True
    offered_at = (Place.RESULTS, Place.RESULT)
    states = (Event.State.RUNNING, Event.State.FINISHED)
    about_games = (Game.Status.FINISHED,)

    def stakes(self, event: Event, inputs: GivenResult) -> Sequence[Stake]:
        return inputs.stakes(event)

    def consequences(self, event: Event, inputs: GivenResult, *, at: datetime) -> DryRun:
        game = game_of(event, inputs.game)
        corrected, division = _correction(event, game, inputs), division_of(game)
        result = result_in_words(names_in(game), corrected.result.places)
        counts = _("Game %(number)d counts with this result: %(result)s.") % {"number": game.pk, "result": result}
        return with_changes([counts, *rounds_stay(division)], division, [corrected], at=at)

    def write(self, event: Event, inputs: GivenResult, decision: Decision) -> EventLogEntry:
        game = game_of(event, inputs.game)
        payload = _correction(event, game, inputs)
        return write_entry(event, payload, decision, division=division_of(game), game_id=game.pk)


def _correction(event: Event, game: Game, inputs: GivenResult) -> GameCorrected:
    """The entry that gives a finished game another result. Raises EventError."""
    known = result_of(game)
    places, scores = inputs.complete(event, game)
    counted = tuple(known.scores if scores is None else scores)
    return GameCorrected(result=replace(known, places=tuple(places), scores=counted, left=(), reason=CORRECTED))
