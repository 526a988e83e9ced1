"""What becomes of a division that is over when a decision changes what counted in it.

What is due again is played: the division, its stage and the event are open again, and ``progress`` goes on with them.
Whatever has been paired stays as it was, later stages included.
"""

from __future__ import annotations

from datetime import datetime

from tournaments.event_log.append import append
from tournaments.event_log.kinds import Reopened
from tournaments.formats.base import Field
from tournaments.models import Division, Event
from tournaments.queries import field_of


def due_again(division: Division, field: Field) -> list[tuple[int, ...]]:
    """The entrants who have to play each other, by meeting, in a division that is over, if it comes to this ``field``;
    none where it stays over, or is not over yet."""
    return [] if division.finished_at is None else division.stage.stage_format.due(field)


def reopen_if_due(event: Event, division: Division, *, at: datetime) -> None:
    """Open a division, its stage and the locked event again if something is due after the last entry of its log."""
    division.refresh_from_db(fields=["finished_at"])
    if not due_again(division, field_of(division)):
        return
    for over in (division, division.stage):
        over.finished_at = None
        over.save(update_fields=["finished_at"])
    if event.state == Event.State.FINISHED:
        event.state, event.finished_at = Event.State.RUNNING, None
        event.save(update_fields=["state", "finished_at"])
        append(event, Reopened(), at=at)
