"""Checking decisions about games of directors, which ratings count once they are confirmed. Part of ``verifying``."""

from __future__ import annotations

from collections.abc import Iterator

from tournaments.event_log.kinds import Confirmed
from tournaments.event_log.reading import read
from tournaments.models import Event


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
