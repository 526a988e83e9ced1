"""A player whom the rules took out of a Swiss tournament comes back before the next round."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from games.models import Player
from ground.wording import kept
from tournaments.event_log.append import lock_event
from tournaments.event_log.kinds import Reverted, RoundPaired, Withdrawn
from tournaments.event_log.kinds.folding import LogEntry
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import account_of
from tournaments.running.decisions import Decision, check_running, write_entry
from tournaments.running.entrants import entrant_of

Status = Entrant.Status

IS_BACK = kept("Is back.")  # the reason in the log


@transaction.atomic
def come_back(*, event_id: int, player: Player, at: datetime) -> EventLogEntry:
    """Revert that the rules took out a player who did not appear to a game or had closed the account.

    Only until the next round is paired; games that were lost by it stay lost. Raises EventError.
    """
    event = lock_event(event_id)
    check_running(event)
    entry = entry_to_come_back(event, player)
    if entry is None:
        problem = _(
            "You cannot come back to %(event)s. Only players whom the rules of a Swiss tournament withdrew, such as for"
            " not appearing for a game, can do so, until the next round is paired."
        )
        raise EventError(problem % {"event": event.name})
    entrant = entrant_of(event, entry.payload.entrant)
    decision = Decision(player, IS_BACK, at)
    written = write_entry(event, Reverted(entry=entry.seq), decision, division=entrant.division)
    entrant.status = Status.ACTIVE
    entrant.save(update_fields=["status"])
    return written


def entry_to_come_back(event: Event, player: Player) -> LogEntry[Withdrawn] | None:
    """The entry by which the rules took a player out, as long as the player may revert it."""
    entrant = event.entrants.filter(player=player, status=Status.WITHDRAWN).first()
    if event.state != Event.State.RUNNING or event.form != Form.SWISS or entrant is None or entrant.division is None:
        return None
    found: LogEntry[Withdrawn] | None = None
    for seq, payload, at, _division in account_of(entrant.division).entries:
        if isinstance(payload, RoundPaired):
            found = None
        elif isinstance(payload, Withdrawn) and payload.entrant == entrant.pk and payload.actor is None:
            found = LogEntry(seq, payload, at)
    return found
