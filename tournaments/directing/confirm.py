"""Confirming a decision of another director about a game in which a director takes part, so that ratings count it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Player
from tournaments.directing.action.base import EntryAction, Place
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import EntryNumber
from tournaments.event_log.describing import describe, provisional_in
from tournaments.event_log.kinds import Confirmed
from tournaments.exceptions import EventError
from tournaments.models import Event, EventLogEntry
from tournaments.running.decisions import Decision, write_entry
from tournaments.running.neutrality import Stake, stake_in_entry
from tournaments.running.services import check_directs

State = Event.State


@dataclass(frozen=True, slots=True, kw_only=True)
class OneEntry:
    """Which entry of the log."""

    entry: Annotated[int, EntryNumber()]


class EntryDecision(EntryAction[OneEntry]):
    """An action about an entry of the log; arbiters take it where the entry is about a game."""

    is_for_arbiters = True
    Inputs = OneEntry

    def check_role(self, event: Event, player: Player, inputs: OneEntry | None = None) -> None:
        super().check_role(event, player, inputs)
        entry = None if inputs is None else event.log_entries.filter(seq=inputs.entry).first()
        if entry is not None and entry.entry.payload.about_game is None:
            check_directs(event, player)


class Confirm(EntryDecision):
    """The table has counted the decision before. Neither the players of the game nor its author can confirm it."""

    slug = "confirm"
    title = gettext_lazy("Confirm")
    meaning = gettext_lazy(
        "Confirms another director's decision about a game in which a director plays, so that ratings count it. "
        "This cannot be reverted; the decision can be."
    )
    offered_at = (Place.PROVISIONAL,)
    states = (State.RUNNING, State.FINISHED)

    def stakes(self, event: Event, inputs: OneEntry) -> Sequence[Stake]:
        entry = _provisional(event, inputs.entry)
        payload = entry.entry.payload
        author = Stake([payload.actor] if payload.actor else [], _("You have decided this yourself."))
        return (author, *stake_in_entry(event, payload))

    def consequences(self, event: Event, inputs: OneEntry, *, at: datetime) -> DryRun:
        entry = _provisional(event, inputs.entry)
        (in_words,) = describe(event, [entry])
        confirmed = _("Entry %(number)d is confirmed: “%(text)s”") % {"number": entry.seq, "text": in_words.text}
        return DryRun((confirmed, _("Ratings count it from the next night on. The table stays as it is.")))

    def write(self, event: Event, inputs: OneEntry, decision: Decision) -> EventLogEntry:
        entry = _provisional(event, inputs.entry)
        game = entry.entry.payload.about_game
        if game is None:
            raise EventError(_not_waiting(inputs.entry))
        payload = Confirmed(entry=entry.seq, game=game)
        return write_entry(event, payload, decision, division=entry.division, game_id=game)


def _provisional(event: Event, seq: int) -> EventLogEntry:
    """An entry that waits to be confirmed. Raises EventError."""
    entry = event.log_entries.select_related("division__stage", "division__event").filter(seq=seq).first()
    if entry is None or seq not in provisional_in(event):
        raise EventError(_not_waiting(seq), "entry")
    return entry


def _not_waiting(seq: int) -> str:
    return _(
        "Entry %(number)d does not wait to be confirmed. Decisions of directors about games in which a director plays "
        "do, once each."
    ) % {"number": seq}
