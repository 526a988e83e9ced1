"""Opening an archived event again."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import CalledOff, Unarchived
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.seasons import waits_for_next

State = Event.State


class Unarchive(EntryAction[NoInputs]):
    """The event is again what it was before: finished, or called off."""

    slug = "unarchive"
    title = gettext_lazy("Unarchive")
    meaning = gettext_lazy("Restores an archived event to its previous state.")
    states = (State.ARCHIVED,)

    def check_state(self, event: Event) -> None:
        if event.state not in self.states:
            problem = _("%(event)s is %(state)s, and not archived.")
            raise EventError(problem % {"event": event.name, "state": event.get_state_display()})

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        state = _state_before(event)
        again = _("%(event)s is %(state)s again. No mails are sent.")
        sentences = [again % {"event": event.name, "state": state.label}]
        if state == State.FINISHED:
            sentences.append(_("Its results can be corrected again."))
            if waits_for_next(event):
                sentences.append(_("The next season is made, and everybody is asked whether they stay."))
        return DryRun(tuple(sentences))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        event.state = _state_before(event)
        event.save(update_fields=["state"])
        return write_entry(event, Unarchived(), decision)


def _state_before(event: Event) -> State:
    """What an archived event was, by its log."""
    return State.CALLED_OFF if event.log_entries.filter(kind=CalledOff.slug).exists() else State.FINISHED
