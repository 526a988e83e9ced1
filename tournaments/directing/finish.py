"""Ending a ladder, which does not end by itself."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import LadderEnded
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.ladder import is_ending
from tournaments.models import Division, Event, EventLogEntry
from tournaments.queries import account_of, open_challenges
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.late_entries import late_division


class Finish(EntryAction[NoInputs]):
    """When the open challenges are played, ``progress.advance`` ends the event. Until then it can be reverted."""

    slug = "finish"
    title = gettext_lazy("End ladder")
    meaning = gettext_lazy(
        "Ends entries and new challenges. The table is final once all open challenges have been played."
    )
    is_grave = True

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.form == Form.LADDER and late_division(event) is not None

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        count = len(open_challenges(_ladder_to_end(event)))
        sentences = [_("From now on nobody can challenge anybody, and nobody can enter.")]
        if count:
            challenges = ngettext(
                "%(count)d open challenge is played to the end first, and everybody is notified. Until then this can "
                "be reverted.",
                "%(count)d open challenges are played to the end first, and everybody is notified. Until then this can "
                "be reverted.",
                count,
            )
            sentences.append(challenges % {"count": count})
            sentences.append(_("Then the event is finished, and the final table is mailed to everybody."))
        else:
            sentences.append(
                _(
                    "No challenge is open, so within a minute the event is finished, and the final table is mailed to "
                    "everybody."
                )
            )
        if event.paused_at is not None:
            sentences.append(_("The event is paused, so this has to wait until it resumes."))
        return DryRun(tuple(sentences))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        return write_entry(event, LadderEnded(), decision, division=_ladder_to_end(event))


def _ladder_to_end(event: Event) -> Division:
    """The ladder that is meant. Raises EventError for other events, which end by themselves."""
    division = event.divisions.select_related("stage", "event").first()
    if event.form != Form.LADDER or division is None:
        problem = _("%(event)s is not a ladder: it ends when everything is played.")
        raise EventError(problem % {"event": event.name})
    if is_ending(account_of(division)):
        problem = _("%(event)s has been ended already; its open challenges are played to the end.")
        raise EventError(problem % {"event": event.name})
    return division
