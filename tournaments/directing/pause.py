"""Stopping all clocks of an event."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import Paused
from tournaments.event_rules.layouts import WITH_BRACKET, Form
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.queries import running_games
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_games
from tournaments.running.settling import settle


class Pause(EntryAction[NoInputs]):
    """Moves are still taken; rounds are not paired."""

    slug = "pause"
    title = gettext_lazy("Pause")
    meaning = gettext_lazy("Stops all clocks of the event. Moves are still accepted; no round is paired.")
    is_for_arbiters = True

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is None

    def check_state(self, event: Event) -> None:
        super().check_state(event)
        if event.paused_at is not None:
            raise EventError(_("%(event)s is paused already.") % {"event": event.name})

    def stakes(self, event: Event, inputs: NoInputs) -> Sequence[Stake]:
        return (stake_in_games(running_games(event)),)

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        sentences = []
        if count := running_games(event).count():
            clocks = ngettext(
                "The clocks of %(count)d open game stop until the event resumes. Moves are still accepted.",
                "The clocks of %(count)d open games stop until the event resumes. Moves are still accepted.",
                count,
            )
            sentences.append(clocks % {"count": count})
        if event.form == Form.LADDER:
            sentences.append(_("Nobody can challenge meanwhile."))
        elif event.form in (Form.SWISS, *WITH_BRACKET, Form.GROUPS, Form.TEAMS):
            sentences.append(_("Nothing is paired meanwhile."))
        return DryRun(tuple(sentences or [_("No game is open, so no clock stops.")]))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        event.paused_at = decision.at
        event.save(update_fields=["paused_at"])
        return write_entry(event, Paused(), decision)

    def follow_up(self, entry: EventLogEntry, *, at: datetime) -> None:
        settle(entry.event, at=at)
