"""Entries of the log that somebody has decided on: by whom and why, written once under a key."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from django.utils.translation import gettext as _

from games.models import Game, Player
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import Kind
from tournaments.event_log.kinds.entrants.request_answered import APPROVED
from tournaments.exceptions import EventError, KeyReused, Meanwhile
from tournaments.models import Division, Event, EventLogEntry
from tournaments.running.neutrality import check_not_by_staff, has_director_in
from tournaments.running.progress import request_standings
from tournaments.running.reopening import reopen_if_due
from tournaments.running.requests import answer_request, request_of_key
from tournaments.running.services import check_arbitrates, check_directs

LONGEST_REASON = 200


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decides something about an event, why, and when.

    ``player`` None: the rules of the event decide. ``at`` is now, in any time zone. The same ``key`` again is the same
    decision, which takes effect once; None: there is no second time. ``staff``: decided as staff of the service.
    """

    player: Player | None
    reason: str
    at: datetime
    key: str | None = None
    staff: bool = False


def write_entry(
    event: Event, payload: Kind, decision: Decision, *, division: Division | None = None, game_id: int | None = None
) -> EventLogEntry:
    """Write an entry with who decided it and why, and have the table of the division computed anew.

    The event is locked. ``division`` None: the entry concerns the whole event. Raises EventError for a reason that is
    empty or too long, and for an archived event.
    """
    text = check_reason(decision.reason)
    if event.state == Event.State.ARCHIVED:
        raise EventError(_("%(event)s is archived; unarchive it before you change anything.") % {"event": event.name})
    game = Game.objects.get(pk=game_id) if game_id is not None else None
    actor = decision.player.pk if decision.player else None
    if actor is not None and not decision.staff:
        check_not_by_staff(event, payload)
    is_provisional = actor is not None and not decision.staff and payload.decides_game
    decided = replace(
        payload, actor=actor, staff=decision.staff, why=text, key=decision.key,
        provisional=is_provisional and has_director_in(event, payload),
    )  # fmt: skip
    entry = append(event, decided, at=decision.at, division=division, game=game)
    if (request := request_of_key(decision.key)) is not None:
        answer_request(event, request, APPROVED, replace(decision, reason=text), entry=entry.seq)
    if division is not None:
        reopen_if_due(event, division, at=decision.at)
        request_standings(division)
    return entry


def known_entry(event: Event, key: str | None, *, by: Player | None = None) -> EventLogEntry | None:
    """The entry that was written under this key before, if there is one; of a request, only one ``by`` that player.

    A key may be ``name#request``. Of two requests with one name at the same moment one is done, since services ask
    under the event's lock; raises KeyReused for the other one.
    """
    if key is None:
        return None
    entry = event.log_entries.filter(payload__key=key).first()
    if by and entry and request_of_key(key) is not None and entry.entry.payload.actor != by.pk:
        return None
    name, mark, _request = key.partition("#")
    if entry is None and mark and event.log_entries.filter(payload__key__startswith=name + mark).exists():
        raise KeyReused(_("This key belongs to another request, which is done. Use a new key for a new request."))
    return entry


def check_reason(reason: str) -> str:
    """The reason as it stands in the log: one line of visible characters, as the logs of games want it.

    Raises EventError for one that is empty or too long.
    """
    text = " ".join("".join(mark if mark.isprintable() else " " for mark in reason).split())
    if not 1 <= len(text) <= LONGEST_REASON:
        problem = _("Give a reason of 1 to %(most)d characters: everybody can read it in the event's log.")
        raise EventError(problem % {"most": LONGEST_REASON}, "reason")
    return text


def lock_for(event_id: int, decision: Decision, *, with_arbiters: bool = False) -> Event:
    """The event, locked. Raises NotDirector for a player who does not direct it, nor is its arbiter where these can
    decide."""
    event = lock_event(event_id)
    if decision.player is not None:
        (check_arbitrates if with_arbiters else check_directs)(event, decision.player)
    return event


def check_running(event: Event) -> None:
    """Raises Meanwhile for an event that is not running."""
    if event.state != Event.State.RUNNING:
        raise Meanwhile(not_now(event))


def not_now(event: Event) -> str:
    """Why an event in its present state does not allow something: "Autumn is finished."."""
    return _("%(event)s is %(state)s.") % {"event": event.name, "state": event.get_state_display()}
