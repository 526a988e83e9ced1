"""Words to the players of an event, or to some of them, on its page and by mail."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from games.models import Seat
from tournaments import permission
from tournaments.directing.action.base import EntryAction
from tournaments.directing.action.dry_run import DryRun
from tournaments.directing.action.inputs import LONGEST_TEXT, Flag, OneDivision, Text
from tournaments.event_log.append import append
from tournaments.event_log.kinds import Announced
from tournaments.exceptions import EventError
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import active_entrants, running_games
from tournaments.running.decisions import Decision
from tournaments.running.squads import players_of
from tournaments.signals import event_announced


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """What is said, and to which players if not to all: those of a division, those for whom open games wait, or those
    of whom both holds."""

    text: Annotated[str, Text()]
    division: Annotated[int | None, OneDivision()] = None
    to_move: Annotated[
        bool,
        Flag(
            gettext_lazy("Only to players who are to move"),
            gettext_lazy("Only to players who are to move in open games, as a reminder."),
        ),
    ] = False


class Announce(EntryAction[Announcement]):
    """It is its own reason."""

    slug = "announce"
    title = gettext_lazy("Announce")
    meaning = gettext_lazy(
        "Publishes a text on the event's page and mails it to everybody in the event, or only to a division or to the "
        "players who are to move."
    )
    Inputs = Announcement
    has_reason = False
    states = (Event.State.OPEN, Event.State.RUNNING, Event.State.FINISHED)

    def consequences(self, event: Event, inputs: Announcement, *, at: datetime) -> DryRun:
        count = len(_readers(event, inputs) - {event.director_id})
        mailed = ngettext(
            "It is entered in the event's log and mailed to %(count)d player and to %(director)s.",
            "It is entered in the event's log and mailed to %(count)d players and to %(director)s.",
            count,
        )
        return DryRun((mailed % {"count": count, "director": event.director.username},))

    def write(self, event: Event, inputs: Announcement, decision: Decision) -> EventLogEntry:
        text = inputs.text.strip()
        if not 1 <= len(text) <= LONGEST_TEXT:
            raise EventError(_("An announcement has 1 to 2,000 characters."), "text")
        readers = _readers(event, inputs)
        if decision.player is not None:
            permission.count_announcement(decision.player, at=decision.at)
        actor = decision.player.pk if decision.player else None
        said = Announced(
            words=text, to_division=inputs.division, to_move=bool(inputs.to_move), actor=actor, staff=decision.staff,
            key=decision.key,
        )  # fmt: skip
        entry = append(event, said, at=decision.at)
        event_announced.send(
            Event, event=event, text=text, players=sorted({*readers, event.director_id}), author=actor,
            to_all=inputs.division is None and not inputs.to_move, key=str(entry.seq), at=decision.at,
        )  # fmt: skip
        return entry


def _readers(event: Event, inputs: Announcement) -> set[int]:
    """The players whom the inputs mean. Raises EventError where there is nobody, or no such division."""
    entrants, games = active_entrants(event), running_games(event)
    if inputs.division is not None:
        if not event.divisions.filter(pk=inputs.division).exists():
            raise EventError(
                _("%(event)s has no division with the number %(number)d.")
                % {"event": event.name, "number": inputs.division},
                "division",
            )
        entrants = event.entrants.filter(division=inputs.division, status=Entrant.Status.ACTIVE)
        games = games.filter(fixture_game__fixture__round__division=inputs.division)
    if not inputs.to_move:
        return players_of(entrants)
    seats = Seat.objects.filter(game__in=games.order_by(), number=F("game__to_act"), left_ply=None)
    waited_for = set(seats.values_list("player", flat=True))
    if not waited_for:
        raise EventError(_("No open game waits for a player now."), "to_move")
    return waited_for
