"""Closing an event that is over."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import Archived
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.queries import running_games
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.seasons import waits_for_next
from tournaments.setup.approval import is_approved

State = Event.State


class Archive(EntryAction[NoInputs]):
    """Nothing of an archived event changes, and no season follows it."""

    slug = "archive"
    title = gettext_lazy("Archive")
    meaning = gettext_lazy("Archives an event that is over: it can still be read, but no longer changed.")
    states = (State.FINISHED, State.CALLED_OFF)

    def check_state(self, event: Event) -> None:
        if event.state not in self.states:
            problem = _("%(event)s is %(state)s; only an event that is over can be archived.")
            raise EventError(problem % {"event": event.name, "state": event.get_state_display()})
        if running_games(event).exists():
            problem = _("Games of %(event)s are still running, and end in its log. It can be archived after that.")
            raise EventError(problem % {"event": event.name})
        if event.state == State.FINISHED and not is_approved(event):
            problem = _("The tables of %(event)s are not approved as they stand now. Approve them first.")
            raise EventError(problem % {"event": event.name})

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        readable = _("Everybody can read %(event)s as before, but no result is corrected and no entry reverted.")
        sentences = [readable % {"event": event.name}]
        if event.state == State.FINISHED and waits_for_next(event):
            sentences.append(_("No new season follows it as long as it is archived."))
        return DryRun((*sentences, _("No mails are sent. You can unarchive it at any time.")))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        entry = write_entry(event, Archived(), decision)
        event.state = State.ARCHIVED
        event.save(update_fields=["state"])
        return entry
