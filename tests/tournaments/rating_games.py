"""Finished games to rate: rows as a game that was played leaves them, its board as it was at the start."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games.clock.controls import TimeControl
from games.models import Game, GameEvent, Player, Seat
from games.rules import RULES


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
    options = RULES[rules].check_options(len(players), {})
    began = at - timedelta(days=2)
    game = Game.objects.create(
        **{
            "rules": rules,
            "rules_version": RULES[rules].version,
            "options": options,
            "status": Game.Status.FINISHED,
            "position": RULES[rules].start(len(players), options).dump(),
            "control": TimeControl.days_per_turn(3).dump(),
            "clocks": [0] * len(players),
            "started_at": began,
            "finished_at": at,
            "end_reason": "score" if places else "abandoned",
        }
        | values
    )
    Seat.objects.bulk_create(
        Seat(game=game, number=seat, player=player, place=places[seat] if places else None, points=0)
        for seat, player in enumerate(players)
    )
    GameEvent.objects.bulk_create(
        GameEvent(game=game, seq=n, ply=n, kind=GameEvent.Kind.STEP, seat=(n - 1) % len(players), text="any",
                  source="page", at=began, receipt="")
        for n in range(1, 1 + turns * len(players))
    )  # fmt: skip
    return game
