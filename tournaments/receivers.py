"""What events want to know of games: their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Game, GameEvent, Player, Seat
from tournaments.queries import events_that_forbid_leave
from tournaments.services import record_result


def note_finished_game(sender: type[Game], *, game: Game, seats: Sequence[Seat], **facts: Any) -> None:
    """Record the result of a game that has just ended, in the transaction of its last move."""
    events: Sequence[GameEvent] = facts["events"]
    if events[-1].kind == GameEvent.Kind.FINISHED:
        record_result(game=game, seats=seats)


def warn_of_events(sender: type[Player], *, player: Player, **facts: Any) -> list[str]:
    """What somebody who is about to book leave should know of the events that have not started yet."""
    return [f"{event.name} forbids leave: once it has started, your clocks in it run on." for event in
            events_that_forbid_leave(player)]  # fmt: skip
