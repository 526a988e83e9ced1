"""Letting the clocks of a paused event run again."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from ground.canonical import whole_milliseconds
from ground.wording import time_in_words
from tournaments.directing.action.base import EntryAction, NoInputs
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import Resumed
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry, Round
from tournaments.queries import running_games
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_games
from tournaments.running.settling import settle


class Resume(EntryAction[NoInputs]):
    """Deadlines move by as long as the event was paused."""

    slug = "resume"
    title = gettext_lazy("Resume")
    meaning = gettext_lazy("Lets the clocks of a paused event run again.")
    is_for_arbiters = True

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and event.paused_at is not None

    def stakes(self, event: Event, inputs: NoInputs) -> Sequence[Stake]:
        return (stake_in_games(running_games(event)),)

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        since = _paused_since(event)
        sentences = []
        if count := running_games(event).count():
            clocks = ngettext(
                "The clocks of %(count)d open game run again.", "The clocks of %(count)d open games run again.", count
            )
            sentences.append(clocks % {"count": count})
        return DryRun((*sentences, _("Deadlines move by %(span)s.") % {"span": time_in_words(at - since)}))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        since, event.paused_at = _paused_since(event), None
        event.save(update_fields=["paused_at"])
        length = whole_milliseconds(decision.at) - whole_milliseconds(since)
        Round.objects.filter(division__event=event, deadline__gt=since).update(deadline=F("deadline") + length)
        event.divisions.filter(release_at__gt=since).update(release_at=F("release_at") + length)
        return write_entry(event, Resumed(), decision)

    def follow_up(self, entry: EventLogEntry, *, at: datetime) -> None:
        settle(entry.event, at=at)


def _paused_since(event: Event) -> datetime:
    """When the event was paused. Raises EventError for one that is not."""
    if event.paused_at is None:
        raise EventError(_("%(event)s is not paused.") % {"event": event.name})
    return event.paused_at
