"""Checking that final tables which were approved are those that the log comes to. Part of ``verifying``."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.event_log.kinds import Archived, CalledOff, Reverted, TablesApproved
from tournaments.event_log.kinds.folding import standing_entries
from tournaments.event_log.reading import read
from tournaments.models import Event
from tournaments.setup.approval import digest_of_tables


def wrong_approvals(event: Event) -> Iterator[str]:
    """A sentence for each approval of other tables, and for a finished event that was archived without one."""
    log = event.log_entries.filter(seq__lte=event.log_seq)
    for seq, payload, *_ in read(log, TablesApproved):
        if payload.digest != digest_of_tables(event, upto=seq):
            yield f"Line {seq} approves other tables than the log comes to."
    lines = read(log, CalledOff, Archived)
    if any(isinstance(line.payload, CalledOff) for line in lines):
        return
    for line in lines:
        known = standing_entries(read(log.filter(seq__lt=line.seq), TablesApproved, Reverted))
        if not known or known[-1].payload.digest != digest_of_tables(event, upto=line.seq):
            yield f"Line {line.seq} archives tables that nobody had approved."
