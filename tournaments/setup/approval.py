"""Whether the final tables of an event have been approved, and still are those that were."""

from __future__ import annotations

from ground.canonical import digest_of
from tournaments.event_log.kinds import Reverted, TablesApproved
from tournaments.event_log.kinds.folding import standing_entries
from tournaments.event_log.reading import read
from tournaments.models import Event
from tournaments.queries import field_of, lines_of


def digest_of_tables(event: Event, *, upto: int | None = None) -> str:
    """The digest of the tables of all divisions after the entry ``upto`` of the log, or after all of them."""
    divisions = event.divisions.select_related("stage", "event").order_by("stage__number", "tier", "number")
    tables = [
        [one.pk, one.stage.stage_format.standings(field_of(one, lines=lines_of(one, upto=upto))).canonical()]
        for one in divisions
    ]
    return digest_of(tables)


def is_approved(event: Event) -> bool:
    """Whether the tables as they are now were approved."""
    approvals = standing_entries(read(event.log_entries.all(), TablesApproved, Reverted))
    return bool(approvals) and approvals[-1].payload.digest == digest_of_tables(event)
