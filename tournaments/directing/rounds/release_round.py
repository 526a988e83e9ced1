"""Releasing a round that directors see before its players do."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.directing.action.base import EntryAction, NoInputs, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.event_log.kinds import RoundPaired
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.queries import waiting_for_release
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_division
from tournaments.running.progress import pair
from tournaments.running.projection import draw_with


class ReleaseRound(EntryAction[NoInputs]):
    """The entry is that of the pairing, with the director who released it."""

    slug = "release-round"
    title = gettext_lazy("Release round")
    meaning = gettext_lazy("Begins the games of a round that only directors can see so far.")
    offered_at = (Place.NEXT_ROUND,)

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and waiting_for_release(event) is not None

    def stakes(self, event: Event, inputs: NoInputs) -> Sequence[Stake]:
        return stake_in_division(event.entrants.exclude(division=None).select_related("division", "player")[:1])

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        division = waiting_for_release(event)
        draw = None if division is None else draw_with(division, (), at=at)
        if draw is None or event.paused_at is not None:
            raise EventError(_nothing_to_release(event))
        begin = ngettext(
            "%(count)d pair of round %(number)d begins to play, and its players are notified.",
            "%(count)d pairs of round %(number)d begin to play, and their players are notified.",
            len(draw.meetings),
        )
        return DryRun((begin % {"count": len(draw.meetings), "number": draw.meetings[0].round},))

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        division = waiting_for_release(event)
        if division is None or event.paused_at is not None:
            raise EventError(_nothing_to_release(event))
        division.event = event

        def written(paired: RoundPaired) -> EventLogEntry:
            return write_entry(event, paired, decision, division=division)

        entry = pair(division, decision.at, write=written)
        if entry is None:
            raise EventError(_nothing_to_release(event))
        return entry


def _nothing_to_release(event: Event) -> str:
    if event.paused_at is not None:
        return _("%(event)s is paused; resume it before you release a round.") % {"event": event.name}
    return _("No round of %(event)s waits for its release.") % {"event": event.name}
