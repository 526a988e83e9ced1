"""Ending a running game with a result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.play import directing as games
from tournaments.directing.action.base import Action, Place
from tournaments.directing.action.dry_run import DryRun, with_changes
from tournaments.directing.action.games import (
    division_of,
    do_to_game,
    game_of,
    names_in,
    result_in_words,
    running_game_of,
)
from tournaments.directing.action.results import GivenResult
from tournaments.event_log.kinds import Adjudicated, GameCorrected, Kind
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision
from tournaments.running.neutrality import Stake
from tournaments.running.projection import ending


class Adjudicate(Action[GivenResult]):
    """On the board of the game its leaves stay as they were. Those that count stand in an entry that corrects the
    result with which the game has ended."""

    slug = "adjudicate"
    title = gettext_lazy("Adjudicate")
    meaning = gettext_lazy(
        "Ends a running game with the result that you give. It cannot be continued; its result can be corrected."
    )
    is_for_arbiters = True
    Inputs = GivenResult
    offered_at = (Place.GAME,)
    is_grave = True

    def stakes(self, event: Event, inputs: GivenResult) -> Sequence[Stake]:
        return inputs.stakes(event)

    def consequences(self, event: Event, inputs: GivenResult, *, at: datetime) -> DryRun:
        game = running_game_of(event, inputs.game)
        names = names_in(game)
        places, scores = inputs.complete(event, game)
        ends = _("Game %(number)d ends at once: %(result)s. Its players are notified by mail.")
        sentences = [ends % {"number": game.pk, "result": result_in_words(names, places)}]
        if scores is not None:
            counts = _("In the match it counts %(counted)s; on the board it is %(board)s.")
            board = game.load_position().scores
            sentences.append(counts % {"counted": _by_name(names, scores), "board": _by_name(names, board)})
        return with_changes(sentences, division_of(game), [ending(game, places, scores)], at=at)

    def perform(self, event: Event, inputs: GivenResult, decision: Decision) -> EventLogEntry:
        game = game_of(event, inputs.game)
        places, scores = inputs.complete(event, game)
        payload: Kind = Adjudicated(game=game.pk, places=tuple(places))
        if scores is not None:
            payload = GameCorrected(result=ending(game, places, scores).result)
        return do_to_game(
            event, game, decision, games.adjudicate_game, payload=payload, check=self.check_state,
            places=places,
        )  # fmt: skip


def _by_name(names: Sequence[str], scores: Sequence[int]) -> str:
    return ", ".join(f"{name} {score}" for name, score in zip(names, scores, strict=True))
