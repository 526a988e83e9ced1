"""What events want to know of games: who loses on time, and their results."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.models import Game, GameEvent, Player, Seat
from tournaments.queries import events_that_forbid_leave
from tournaments.running.services import block_after_time_loss, record_result


def note_ends(sender: type[Game], *, game: Game, seats: Sequence[Seat], **facts: Any) -> None:
    """Bar a player who has just lost on time, and record the result of a game that has ended, in their transaction."""
    events: Sequence[GameEvent] = facts["events"]
    for event in events:
        if event.kind == GameEvent.Kind.FLAGGED and event.seat is not None:
            block_after_time_loss(game=game, seat=seats[event.seat], at=event.at)
    if events[-1].kind == GameEvent.Kind.FINISHED:
        record_result(game=game, seats=seats)


def warn_of_events(sender: type[Player], *, player: Player, **facts: Any) -> list[str]:
    """What somebody who is about to book leave should know of the events that have not started yet."""
    return [f"{event.name} forbids leave: once it has started, your clocks in it run on." for event in
            events_that_forbid_leave(player)]  # fmt: skip
