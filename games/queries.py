"""The read side of games: what pages, mails and REST show. Nothing here writes."""

from __future__ import annotations

from datetime import datetime

from django.db.models import F, QuerySet

from games.models import Game, GameEvent, Player, Submission


def games_to_move(player: Player) -> QuerySet[Game]:
    """Running games in which the player is to act and has not left, the most urgent first."""
    return (
        Game.objects.filter(
            status=Game.Status.RUNNING, seats__player=player, seats__left_ply=None, seats__number=F("to_act")
        )
        .prefetch_related("seats__player")
        .order_by(F("deadline").asc(nulls_last=True), "pk")
    )


def games_of(player: Player) -> QuerySet[Game]:
    """All games of a player, the newest first."""
    return Game.objects.filter(seats__player=player).prefetch_related("seats__player").order_by("-pk")


def record_of(game: Game) -> dict[str, object]:
    """The game as a record for programs: ``game``, ``options`` (with ``players``) and all ``steps``, rolls included."""
    steps = game.events.filter(ply__isnull=False).order_by("ply").values_list("text", flat=True)
    players = game.seats.count()
    return {"game": game.rules, "options": {"players": players, **game.options}, "steps": list(steps)}


def events_since(game: Game, seq: int) -> QuerySet[GameEvent]:
    """The log after an event, in order."""
    return game.events.filter(seq__gt=seq).order_by("seq")


def submissions_of(player: Player) -> QuerySet[Submission]:
    """Everything a player has sent and what became of it, the newest first."""
    return Submission.objects.filter(player=player).select_related("game").order_by("-pk")


def running_with_deadline(*, now: datetime) -> QuerySet[Game]:
    """Running games whose clock runs, the most urgent first."""
    return Game.objects.filter(status=Game.Status.RUNNING, deadline__gt=now).order_by("deadline")
