"""Words to everybody in the event, on its page and by mail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournaments import permission
from tournaments.directing.action.base import EntryAction
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import LONGEST_TEXT, Text
from tournaments.event_log.append import append
from tournaments.event_log.kinds import Announced
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.running.decisions import Decision
from tournaments.signals import event_announced


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What is said."""

    text: Annotated[str, Text()]


class Announce(EntryAction[Announcement]):
    """It is its own reason."""

    slug = "announce"
    title = gettext_lazy("Announce")
    meaning = gettext_lazy("Publishes a text on the event's page and mails it to everybody in the event.")
    Inputs = Announcement
    has_reason = False
    states = (Event.State.OPEN, Event.State.RUNNING, Event.State.FINISHED)

    def consequences(self, event: Event, inputs: Announcement, *, at: datetime) -> DryRun:
        active = event.entrants.of_first_stage().filter(status=Entrant.Status.ACTIVE)
        count = active.exclude(player=event.director_id).count()
        mailed = ngettext(
            "It stands in the event's log, and is mailed to %(count)d player and to %(director)s.",
            "It stands in the event's log, and is mailed to %(count)d players and to %(director)s.",
            count,
        )
        return DryRun((mailed % {"count": count, "director": event.director.username},))

    def write(self, event: Event, inputs: Announcement, decision: Decision) -> EventLogEntry:
        text = inputs.text.strip()
        if not 1 <= len(text) <= LONGEST_TEXT:
            raise EventError(_("An announcement has 1 to 2,000 characters."), "text")
        if decision.player is not None:
            permission.count_announcement(decision.player, at=decision.at)
        actor = decision.player.pk if decision.player else None
        said = Announced(words=text, actor=actor, staff=decision.staff, key=decision.key)
        entry = append(event, said, at=decision.at)
        event_announced.send(Event, event=event, text=text, key=str(entry.seq), at=decision.at)
        return entry
