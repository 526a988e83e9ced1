"""The rows of the log of an event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse
from django.utils.translation import gettext

from tournaments.event_log.fold import Kind
from tournaments.event_log.sentences import LogEntry
from tournaments.models import Event
from tournaments.presenting.page_sentences import log as sentences
from tournaments.web.links import Link, action_address


@dataclass(frozen=True, slots=True)
class LogRow:
    """An entry of the log as a page shows it. ``address`` is that of the game that it is about, if it is about one."""

    seq: int
    at: datetime
    text: str
    address: str
    is_announcement: bool
    is_reverted: bool
    reason: str
    receipt: str
    actions: tuple[Link, ...]


def log_row(event: Event, entry: LogEntry, possible: Mapping[str, bool], *, digest: str = "") -> LogRow:
    """The row of an entry; ``possible`` are the actions that the viewer, as a director, can think of."""
    is_announcement = entry.kind == Kind.ANNOUNCED
    return LogRow(
        seq=entry.seq,
        at=entry.at,
        text=entry.text,
        address=reverse("games:game", args=[entry.game]) if entry.game and not is_announcement else "",
        is_announcement=is_announcement,
        is_reverted=entry.is_taken_back,
        reason=sentences.reason(entry.why, entry.actor),
        receipt=sentences.receipt(entry.seq, digest) if digest else "",
        actions=_actions(event, entry, possible),
    )


def _actions(event: Event, entry: LogEntry, possible: Mapping[str, bool]) -> tuple[Link, ...]:
    """What a director can do about an entry."""
    if entry.can_be_taken_back and possible.get("take_back"):
        return (Link(gettext("Revert entry"), action_address(event, "take-back", line=entry.seq)),)
    if entry.kind == Kind.GAME_FINISHED and possible.get("correct"):
        return (
            Link(gettext("Correct result"), action_address(event, "correct", game=entry.game)),
            Link(gettext("Annul"), action_address(event, "annul", game=entry.game)),
        )
    return ()
