"""Whether approvals of tables and confirmations of decisions are those that the log names."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.event_log.kinds import Archived, CalledOff, Confirmed, Reverted, TablesApproved
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


def wrong_confirmations(event: Event) -> Iterator[str]:
    """A sentence for each decision that waits to be confirmed without need, or was confirmed by its author or twice."""
    log = event.log_entries.filter(seq__lte=event.log_seq)
    waiting = {entry.seq: entry.payload for entry in read(log.filter(payload__provisional=True))}
    for seq, decided in waiting.items():
        if decided.staff or decided.actor is None or not decided.decides_game:
            yield f"Line {seq} waits to be confirmed, though it is no decision of a director about a game."
    for seq, payload, *_ in read(log, Confirmed):
        confirmed = waiting.pop(payload.entry, None) if payload.entry < seq else None
        if confirmed is None or confirmed.about_game != payload.game:
            yield f"Line {seq} confirms no decision that waits for it."
        elif confirmed.actor == payload.actor:
            yield f"Line {seq} confirms a decision of the same player."
