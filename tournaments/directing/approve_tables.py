"""Approving the final tables of an event, without which it is not archived."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ground.wording import and_list
from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.describing import provisional_in
from tournaments.event_log.kinds import TablesApproved
from tournaments.event_rules.layouts import title_of_division
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, EventLogEntry
from tournaments.queries import divisions_of, field_of, is_up_to_date, names_in
from tournaments.running.decisions import Decision, write_entry
from tournaments.setup.approval import digest_of_tables, is_approved

MOST_SHOWN = 20  # divisions whose winner a dry run names


class ApproveTables(EntryAction[NoInputs]):
    """It changes no number, so a director who plays can do it, too."""

    slug = "approve-tables"
    title = gettext_lazy("Approve tables")
    meaning = gettext_lazy(
        "Confirms that the final tables are correct. After that a finished event can be archived; "
        "a later correction ends the approval."
    )
    states = (Event.State.FINISHED,)

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        _check(event)
        divisions = list(divisions_of(event))
        sentences = [_winners(division) for division in divisions[:MOST_SHOWN]]
        if others := len(divisions) - len(sentences):
            more = ngettext(
                "%(count)d other table is approved, too.", "%(count)d other tables are approved, too.", others
            )
            sentences.append(more % {"count": others})
        return DryRun((*sentences, _("The event can be archived then. A correction ends the approval.")))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        _check(event)
        return write_entry(event, TablesApproved(digest=digest_of_tables(event)), decision)


def _winners(division: Division) -> str:
    names = names_in(division)
    rows = division.stage.stage_format.standings(field_of(division)).rows
    first = and_list([names[row.entrant] for row in rows if row.rank == 1])
    form, stage = division.event.form, division.stage.number
    title = title_of_division(form, stage=stage, tier=division.tier, number=division.number)
    return _("%(division)s: %(players)s first.") % {"division": title, "players": first} if title else (
        _("%(players)s first.") % {"players": first}
    )  # fmt: skip


def _check(event: Event) -> None:
    """Raises EventError while something about the tables is open, and where they are approved already."""
    if waiting := provisional_in(event):
        problem = ngettext(
            "%(count)d decision about a game of a director waits to be confirmed.",
            "%(count)d decisions about games of directors wait to be confirmed.",
            len(waiting),
        )
        raise EventError(problem % {"count": len(waiting)})
    if not is_up_to_date(event):
        raise EventError(_("Results are still to be counted. Try again in a minute."))
    if is_approved(event):
        raise EventError(_("The tables of %(event)s are approved already.") % {"event": event.name})
