"""Moving the start of an event that takes entries."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from ground.canonical import whole_milliseconds
from tournaments.directing.action.base import EntryAction
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import Moment
from tournaments.event_log.kinds import StartMoved
from tournaments.event_log.kinds.words import moment
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.setup.planning import check_hard_end, check_start


@dataclass(frozen=True, slots=True, kw_only=True)
class NewStart:
    """When the event is to start."""

    start: Annotated[datetime, Moment(gettext_lazy("New start"))]


class MoveStart(EntryAction[NewStart]):
    """An event without a start date gets one."""

    slug = "move-start"
    title = gettext_lazy("Move start")
    meaning = gettext_lazy("Sets when the event starts automatically. Everybody who has entered is notified.")
    Inputs = NewStart
    states = (Event.State.OPEN,)

    def consequences(self, event: Event, inputs: NewStart, *, at: datetime) -> DryRun:
        entry = _entry(event, inputs, at=at)
        starts = _("%(event)s starts on %(start)s, if enough players have entered by then.")
        sentences = [starts % {"event": event.name, "start": moment(entry.start)}]
        if entry.before is None:
            sentences.append(_("Until now it starts only when a director starts it."))
        else:
            sentences.append(_("Until now the start is %(start)s.") % {"start": moment(entry.before)})
        return DryRun((*sentences, _("Everybody who has entered is notified, and can withdraw.")))

    def write(self, event: Event, inputs: NewStart, decision: Decision) -> EventLogEntry:
        entry = _entry(event, inputs, at=decision.at)
        event.starts_at = entry.start
        event.save(update_fields=["starts_at"])
        return write_entry(event, entry, decision)


def _entry(event: Event, inputs: NewStart, *, at: datetime) -> StartMoved:
    """The entry that is meant. Raises EventError at its field for a start that cannot be."""
    start = whole_milliseconds(inputs.start)
    try:
        check_start(start, at)
        check_hard_end(event.time_control, start)
    except EventError as error:
        raise EventError(error.message, "start") from error
    if start == event.starts_at:
        raise EventError(_("It is already planned to start then."), "start")
    return StartMoved(start=start, before=event.starts_at)
