"""Pairing the next round of a Swiss tournament while games are open."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments.directing.action.base import EntryAction, NoInputs, Place
from tournaments.directing.action.dry_run import DryRun, with_changes
from tournaments.directing.rounds.next_round import division_to_pair, pairs_in_words
from tournaments.event_log.kinds import WentOn
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Division, Event, EventLogEntry
from tournaments.queries import field_of, waiting_for_release
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_division
from tournaments.running.projection import draw_with


class PairNow(EntryAction[NoInputs]):
    """Workers pair the round, as after the last result of one. Where directors see rounds first, it waits for its
    release then."""

    slug = "pair-now"
    title = gettext_lazy("Pair now")
    meaning = gettext_lazy(
        "Pairs the next round although games are open: each of them counts as a draw until it ends, and as its result "
        "from then on. This cannot be reverted."
    )
    offered_at = (Place.NEXT_ROUND,)
    forms = (Form.SWISS,)

    def is_possible(self, event: Event) -> bool:
        return super().is_possible(event) and waiting_for_release(event) is None

    def stakes(self, event: Event, inputs: NoInputs) -> Sequence[Stake]:
        return stake_in_division(event.entrants.exclude(division=None).select_related("division", "player")[:1])

    def consequences(self, event: Event, inputs: NoInputs, *, at: datetime) -> DryRun:
        division, entry = _entry(event)
        counts = ngettext(
            "%(count)d meeting is not over: its open games count as draws until they end.",
            "%(count)d meetings are not over: their open games count as draws until they end.",
            len(entry.fixtures),
        )
        said = [counts % {"count": len(entry.fixtures)}]
        if (draw := draw_with(division, (entry,), at=at)) is not None:
            values = {"number": entry.round, "pairs": pairs_in_words(division, [one.seats for one in draw.meetings])}
            said.append(_("Round %(number)d would be: %(pairs)s.") % values)
        return with_changes(said, division, [entry], at=at)

    def write(self, event: Event, inputs: NoInputs, decision: Decision) -> EventLogEntry:
        division, payload = _entry(event)
        return write_entry(event, payload, decision, division=division)


def _entry(event: Event) -> tuple[Division, WentOn]:
    """The division, and the entry about the meetings that are open there. Raises EventError if no round waits for
    games."""
    division, number = division_to_pair(event)
    if event.paused_at is not None:
        raise EventError(_("%(event)s is paused; resume it before you pair a round.") % {"event": event.name})
    awaited = field_of(division).awaited
    if not awaited:
        raise EventError(_("Round %(number)d waits for no game.") % {"number": number})
    return division, WentOn(round=number, fixtures=tuple(awaited))
