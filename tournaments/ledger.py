"""Writing the log of an event: lines with running numbers, chained by hash. Whoever writes holds the event's lock."""

from __future__ import annotations

import hashlib
import json
from datetime import datetime
from typing import Any

from games.models import Game
from tournaments.exceptions import NoSuchEvent
from tournaments.models import Division, Event, Result
from tournaments.signals import log_grown


def lock_event(event_id: int) -> Event:
    """The event, locked until the transaction ends. Games are always locked before events. Raises NoSuchEvent."""
    event = Event.objects.select_for_update().filter(pk=event_id).first()
    if event is None:
        raise NoSuchEvent(f"There is no event {event_id}.")
    return event


def append(
    event: Event,
    kind: str,
    payload: dict[str, Any],
    *,
    at: datetime,
    division: Division | None = None,
    game: Game | None = None,
) -> Result:
    """Add one line to the log of a locked event."""
    event.result_seq += 1
    event.result_digest = digest_of([event.result_digest, event.pk, event.result_seq, str(kind), payload])
    line = Result.objects.create(
        event=event,
        division=division,
        seq=event.result_seq,
        kind=kind,
        game=game,
        payload=payload,
        at=at,
        digest=event.result_digest,
    )
    event.save(update_fields=["result_seq", "result_digest"])
    log_grown.send(Event, event=event, line=line)
    return line


def digest_of(content: Any) -> str:
    """SHA-256 of plain values as canonical JSON, in hex."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, separators=(",", ":")).encode()).hexdigest()
