"""Looking back at finished games: the search of the strong bot estimates each decision, in the background.

One decision is looked at a time, and house bots that are to move come first. Of the players who wait, the one whose
game was worked on longest ago is next, so that many requests of one player hold up nobody else.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.db import transaction
from django.db.models import F, Max, QuerySet
from django.utils.translation import gettext

from games.bots.search import estimate
from games.exceptions import GameError
from games.models import Evaluation, Game, Player
from games.moderation import quotas
from games.play import queries
from games.play.house_players import THINKING_TIME, waiting_games
from games.rules.base import Position
from games.rules.replay import positions_of
from ground.background import enqueue_after_commit

TASK = "games.evaluation.tasks.evaluate_games"
SLICE = timedelta(seconds=5)  # of one game, while no house bot is to move
LOST_AFTER = timedelta(minutes=2)  # without any work, while some waits: the task was lost
MOST_MOMENTS = 150  # of longer games some decisions are passed over, evenly


@dataclass(frozen=True, slots=True)
class Moment:
    """A decision looked at: the ply after which it was to be made, how far each seat leads, and the step preferred."""

    ply: int
    leads: list[float]  # by seat, in points
    best: str


@transaction.atomic
def ask_for_evaluation(*, game_id: int, player: Player, at: datetime) -> Evaluation:
    """Have a finished game looked back at, once for everybody. Raises GameError and QuotaReached."""
    game = Game.objects.select_for_update().get(pk=game_id)
    if not game.is_over:
        raise GameError(gettext("Game {number} is not over yet.").format(number=game.pk))
    if (known := evaluation_of(game)) is not None:
        return known
    quotas.spend(quotas.EVALUATIONS, player, at=at)
    Evaluation.objects.filter(game=game).delete()
    made = Evaluation.objects.create(game=game, asked_by=player, asked_at=at, plies=game.ply)
    enqueue_after_commit(TASK)
    return made


def evaluation_of(game: Game) -> Evaluation | None:
    """What was asked for of a game as it ended; None while it runs, and where it has gone on since."""
    return Evaluation.objects.filter(game=game, plies=game.ply).first() if game.is_over else None


def moments_of(evaluation: Evaluation) -> list[Moment]:
    """The decisions that have been looked at."""
    return [Moment(**stored) for stored in evaluation.moments]


def evaluate_next(*, clock: Callable[[], datetime]) -> bool:
    """Work on one evaluation for a while, and say whether more waits. ``clock`` tells the time, zone aware."""
    now = clock()
    found = _waiting().annotate(last=Max("asked_by__evaluations__worked_at")).order_by(
        F("last").asc(nulls_first=True), "asked_at", "pk"
    ).select_related("game").first()  # fmt: skip
    if found is None:
        return False
    claimed = Evaluation.objects.filter(pk=found.pk, worked_at=found.worked_at, done_at=None)
    if not claimed.update(worked_at=now):
        return True  # another worker has it
    moments, decisions = list(found.moments), list(_decisions(found.game))
    for ply, position in decisions[len(moments) :]:
        moments.append(asdict(_look_at(found.game, ply, position, clock)))
        if clock() > now + SLICE or waiting_games().exists():
            break
    at = clock()
    Evaluation.objects.filter(pk=found.pk, worked_at=now).update(
        moments=moments, worked_at=at, done_at=at if len(moments) == len(decisions) else None
    )
    return _waiting().exists()


def wake_evaluations(*, now: datetime) -> None:
    """Ask for the work again where some waits and nothing of it has been done for long."""
    if _waiting().exists() and not Evaluation.objects.filter(worked_at__range=(now - LOST_AFTER, now)).exists():
        enqueue_after_commit(TASK)


def _waiting() -> QuerySet[Evaluation]:
    return Evaluation.objects.filter(
        done_at=None, game__status=Game.Status.FINISHED, game__ply=F("plies"), asked_by__is_active=True
    )


def _decisions(game: Game) -> Iterator[tuple[int, Position[Any]]]:
    """The positions in which a seat had to choose, each with the ply after which it stood; evenly as many as are
    looked at."""
    rules = game.game_rules
    position: Position[Any] = rules.start(game.seats.count(), game.options)
    standing = queries.standing_plies(game)
    stood = [(0, position)]
    after = positions_of(rules, position, [event.text for event in standing])
    stood += [(event.ply or 0, position) for event, position in zip(standing, after, strict=True)]
    chosen = [
        (ply, position)
        for ply, position in stood
        if position.seat_to_act is not None and position.forced_move() is None
    ]
    every = -(-len(chosen) // MOST_MOMENTS)
    yield from chosen[:: max(every, 1)]


def _look_at(game: Game, ply: int, position: Position[Any], clock: Callable[[], datetime]) -> Moment:
    late = clock() + THINKING_TIME
    found = estimate(
        position,
        Random(f"evaluation:{game.pk}:{ply}"),  # noqa: S311 - a bot's taste
        game.game_rules.simulations,
        lambda: clock() > late,
    )
    return Moment(ply, [round(lead, 2) for lead in found.leads], game.game_rules.format(found.best, position))
