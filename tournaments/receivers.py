"""What events want to know of games: who loses on time, and their results; and what the feed learns of events."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.utils.translation import gettext

from games.feed import topics
from games.feed.writing import NewEntry, write
from games.models import Game, GameEvent, Player, Proposal
from games.play.log import OpenGame
from tournaments.models import Event, EventLogEntry
from tournaments.queries import decided_at, events_that_forbid_leave
from tournaments.running.agreed_matches import start_agreed_match
from tournaments.running.services import block_after_time_loss, record_result


def note_ends(sender: type[Game], *, advanced: Sequence[OpenGame], **_: Any) -> None:
    """Bar a player who has just lost on time, and record the result of a game that has ended, in their transaction."""
    for one in advanced:
        for event in one.events:
            if event.kind == GameEvent.Kind.FLAGGED and event.seat is not None:
                block_after_time_loss(game=one.game, seat=one.seats[event.seat], at=event.at)
        if one.events[-1].kind == GameEvent.Kind.FINISHED:
            record_result(game=one.game, seats=one.seats)


def start_match(
    sender: type[Proposal], *, proposal: Proposal, players: Sequence[Player], at: datetime, **_: Any
) -> Game:
    """Start the match of two that was agreed in the lobby, and answer with its first game."""
    return start_agreed_match(proposal=proposal, players=players, at=at)


def warn_of_events(sender: type[Player], *, player: Player, **facts: Any) -> list[str]:
    """What somebody who is about to book leave should know of the events that have not started yet."""
    warning = gettext("{event} forbids leave: once it has started, your clocks in it run on.")
    return [warning.format(event=event.name) for event in events_that_forbid_leave(player)]


def say_end(sender: type[Game], *, game: Game, **_: Any) -> datetime | None:
    """When a game is decided, because its round ends."""
    return decided_at(game)


def write_growth(sender: type[Event], *, event: Event, line: EventLogEntry, **facts: Any) -> None:
    """An entry of an event's log is one of the feed, too."""
    where = {"event": event.slug, "division": line.division_id, "game": line.game_id, "seq": line.seq}
    write([NewEntry(topics.of_event(event.pk), topics.LOGGED, where | {"detail": line.kind})], at=line.at)
