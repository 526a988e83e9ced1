"""Reverting what directors have decided before the start: what it comes to, and doing it to the event."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.directing.before_start.planned import new_places
from tournaments.event_log.kinds import BeforeStart, StartMoved
from tournaments.event_log.kinds.words import moment
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.setup.planning import check_start


def consequences_of_reverting(event: Event, entry: EventLogEntry, *, at: datetime) -> list[str]:
    """What it comes to if such an entry is reverted. Raises EventError where it cannot be any more."""
    payload = entry.entry.payload
    if not isinstance(payload, StartMoved):
        return new_places(event, at=at, without=entry.seq)
    before = _start_before(event, payload, at=at)
    if before is None:
        return [_("The event starts only when a director starts it. Everybody who has entered is notified.")]
    return [_("The event starts on %(start)s. Everybody who has entered is notified.") % {"start": moment(before)}]


def undo(event: Event, payload: BeforeStart, *, at: datetime) -> None:
    """Change the locked event as the entry that is reverted wants it. Raises EventError."""
    if isinstance(payload, StartMoved):
        event.starts_at = _start_before(event, payload, at=at)
        event.save(update_fields=["starts_at"])


def _start_before(event: Event, payload: StartMoved, *, at: datetime) -> datetime | None:
    if event.starts_at != payload.start:
        raise EventError(_("The start has been moved again since then; revert the latest entry about it."), "entry")
    if payload.before is not None:
        check_start(payload.before, at)
    return payload.before
