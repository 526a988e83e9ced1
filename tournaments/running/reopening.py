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
from tournaments.setup.seeding import next_format


def due_again(division: Division, field: Field) -> list[tuple[int, ...]]:
    """The entrants who have to play each other, by meeting, in a division that is over, if it comes to this ``field``;
    none where it stays over, or is not over yet. Of groups that ended without finals, since one player at most was
    left, all who are there now."""
    if division.finished_at is None:
        return []
    due = division.stage.stage_format.due(field)
    return due or ([tuple(_there(field))] if _are_finals_due(division, field) else [])


def _are_finals_due(division: Division, field: Field) -> bool:
    event, stage = division.event, division.stage
    if next_format(event.form, stage.number) is None or event.stages.filter(number__gt=stage.number).exists():
        return False
    others = stage.divisions.exclude(pk=division.pk).select_related("stage", "event")
    qualified = [min(len(_there(one)), event.event_layout.qualifiers) for one in (field, *map(field_of, others))]
    return event.state == Event.State.FINISHED and sum(qualified) > 1


def _there(field: Field) -> list[int]:
    return [entrant for entrant in field.roster.entrants if entrant not in field.account.gone]


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
