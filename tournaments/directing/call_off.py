"""Ending an event without a result."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import CalledOff
from tournaments.models import Event, EventLogEntry
from tournaments.queries import running_games
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_games
from tournaments.running.settling import settle

State = Event.State


class CallOff(EntryAction[NoInputs]):
    """Open games end without a result, too. The event stays where everybody can see it."""

    slug = "call-off"
    title = gettext_lazy("Call off")
    meaning = gettext_lazy("Ends the event without a result. This cannot be reverted.")
    is_grave = True
    states = (State.OPEN, State.RUNNING)

    def stakes(self, event: Event, inputs: NoInputs) -> Sequence[Stake]:
        return (stake_in_games(running_games(event)),)

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        sentences = [_("The event ends without a result, for good. Everybody in it is notified by mail.")]
        if count := running_games(event).count():
            games = ngettext(
                "%(count)d open game ends without a result.", "%(count)d open games end without a result.", count
            )
            sentences.append(games % {"count": count})
        return DryRun(tuple(sentences))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        event.state, event.finished_at = State.CALLED_OFF, decision.at
        event.save(update_fields=["state", "finished_at"])
        return write_entry(event, CalledOff(), decision)

    def follow_up(self, entry: EventLogEntry, *, at: datetime) -> None:
        settle(entry.event, at=at)
