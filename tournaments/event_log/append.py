"""Writing the log of an event: lines with running numbers, chained by hash. Whoever writes holds the event's lock."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext

from games.models import Game
from ground.canonical import canonical_time, digest_of
from tournaments.event_log.kinds import Kind
from tournaments.exceptions import NoSuchEvent
from tournaments.models import Division, Event, EventLogEntry
from tournaments.signals import log_grown


def lock_event(event_id: int) -> Event:
    """The event, locked until the transaction ends. Games are always locked before events. Raises NoSuchEvent."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NoSuchEvent(gettext("There is no event {event_id}.").format(event_id=event_id))
    return event


@contextmanager
def lock_game_and_event(game_id: int, event_id: int) -> Iterator[Event]:
    """The event, locked together with a game of it, in a transaction: what is done to the game fits the event."""
    with transaction.atomic():
        Game.objects.select_for_update().get(pk=game_id)
        yield lock_event(event_id)


@contextmanager
def lock_games_and_event(games: QuerySet[Game], event_id: int) -> Iterator[Event]:
    """The event, locked together with games of it, in a transaction: also those that begin while they are locked."""
    with transaction.atomic():
        while (event := _locked_with(games, event_id)) is None:
            pass
        yield event


def _locked_with(games: QuerySet[Game], event_id: int) -> Event | None:
    """None, with nothing locked, if a game has begun that would have to be locked before the event."""
    with transaction.atomic():
        locked = set(games.order_by("pk").select_for_update(of=("self",)).values_list("pk", flat=True))
        event = lock_event(event_id)
        if games.exclude(pk__in=locked).exists():
            transaction.set_rollback(True)
            return None
        return event


def append(
    event: Event, payload: Kind, *, at: datetime, division: Division | None = None, game: Game | None = None
) -> EventLogEntry:
    """Add one entry to the log of a locked event."""
    event.log_seq += 1
    line = EventLogEntry(
        event=event, division=division, seq=event.log_seq, kind=payload.slug, game=game, payload=payload.dump(), at=at
    )
    event.log_digest = line.digest = chained(event.log_digest, line)
    line.save(force_insert=True)
    event.save(update_fields=["log_seq", "log_digest"])
    log_grown.send(Event, event=event, line=line)
    return line


def chained(before: str, line: EventLogEntry) -> str:
    """The digest of a line that follows one with the digest ``before`` ("" for none); it covers all that is stored."""
    about = [line.event_id, line.seq, line.kind, line.division_id, line.game_id]
    return digest_of([before, *about, canonical_time(line.at), line.payload])
