"""Finished games to rate: rows as a game that was played leaves them, without the board."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.clocks import TimeControl
from games.models import Game, GameEvent, Player, Seat
from games.services import create_game


def ended(
    names: Sequence[str],
    places: Sequence[int] | None,
    at: datetime,
    *,
    turns: int = 2,
    rules: str = "btt",
    **values: Any,
) -> Game:
    """A game of the named players that ended then, after so many turns of every seat, with these places by seat."""
    players = [Player.objects.get_or_create(username=name)[0] for name in names]
    began = at - timedelta(days=2)
    game = create_game(rules=rules, players=players, control=TimeControl.days_per_turn(3), at=began)
    first = GameEvent.objects.filter(game=game).count()
    GameEvent.objects.bulk_create(
        GameEvent(game=game, seq=first + 1 + n, ply=n + 1, kind=GameEvent.Kind.STEP, seat=n % len(names), text="any",
                  door="page", at=began, receipt="")
        for n in range(turns * len(names))
    )  # fmt: skip
    reason = "score" if places else "abandoned"
    Game.objects.filter(pk=game.pk).update(
        **{"status": Game.Status.FINISHED, "finished_at": at, "end_reason": reason, "to_act": None, "deadline": None}
        | values
    )
    for seat in range(len(names)):
        Seat.objects.filter(game=game, number=seat).update(place=places[seat] if places else None, points=0)
    return game
