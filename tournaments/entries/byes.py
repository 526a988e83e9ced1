"""Rounds of a Swiss tournament that a player asks to sit out. What was asked for is a line of the log."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext

from games.models import Player
from ground.wording import kept
from tournaments.event_log.append import append, lock_event
from tournaments.event_log.kinds import ByeRequested, OfGame, Reverted, slugs_of
from tournaments.event_log.kinds.folding import account, standing_entries
from tournaments.event_log.reading import read
from tournaments.event_rules.layouts import Form
from tournaments.exceptions import EventError
from tournaments.formats.swiss import rounds_of
from tournaments.models import Division, Entrant, Event
from tournaments.running.progress import request_standings
from tournaments.standings.tables import Kind as RoundKind

PLAYS_AFTER_ALL = kept("Plays after all.")  # the reason in the log


@dataclass(frozen=True, slots=True)
class Requests:
    """Of the rounds that are not paired yet: those that somebody has ``asked`` to sit out, and may still ask for
    (``free``); whether the next one asked for ``is_half`` a point."""

    asked: tuple[int, ...] = ()
    free: tuple[int, ...] = ()
    is_half: bool = False


def requests_of(entrant: Entrant) -> Requests:
    """What somebody has asked for and may ask for; nothing but in a running Swiss tournament."""
    event, division = entrant.event, entrant.division
    if event.form != Form.SWISS or event.state != Event.State.RUNNING or division is None:
        return Requests()
    known = account(read(division.log_entries.exclude(kind__in=slugs_of(OfGame))))
    asked = known.asked.get(entrant.pk, frozenset())
    paired = division.rounds.count()
    last = rounds_of(event.event_layout, division.entrants.count())
    to_come = range(paired + 1, last)
    had_half = [bye for bye in known.byes if (bye.entrant, bye.kind) == (entrant.pk, RoundKind.HALF_BYE)]
    return Requests(
        asked=tuple(number for number in to_come if number in asked),
        free=tuple(number for number in to_come if number not in asked),
        is_half=len(had_half) + len(asked & set(to_come)) < event.event_ruleset.half_byes,
    )


@transaction.atomic
def ask_to_sit_out(*, event_id: int, player: Player, round_number: int, at: datetime) -> Entrant:
    """A round of a Swiss tournament without a game: half a point as often as its rules say, none after that.

    Asking twice changes nothing. Raises EventError.
    """
    event, entrant, division = _of(event_id, player)
    requests = requests_of(entrant)
    if round_number in requests.asked:
        return entrant
    if round_number not in requests.free:
        raise EventError(gettext("A round can be sat out before it is paired, and not the last one."))
    request = ByeRequested(entrant=entrant.pk, round=round_number, actor=player.pk)
    append(event, request, at=at, division=division)
    request_standings(division)
    return entrant


@transaction.atomic
def play_after_all(*, event_id: int, player: Player, round_number: int, at: datetime) -> Entrant:
    """Take back what ``ask_to_sit_out`` has asked for, before the round is paired. Idempotent.

    Raises EventError.
    """
    event, entrant, division = _of(event_id, player)
    requests = requests_of(entrant)
    if round_number in requests.free:
        return entrant
    if round_number not in requests.asked:
        raise EventError(gettext("You can cancel a bye until the round is paired."))
    for seq in _requests_for(entrant, round_number):
        taken_back = Reverted(entry=seq, actor=player.pk, why=PLAYS_AFTER_ALL)
        append(event, taken_back, at=at, division=division)
    request_standings(division)
    return entrant


def _of(event_id: int, player: Player) -> tuple[Event, Entrant, Division]:
    """The running Swiss tournament, locked, and who plays in it. Raises EventError."""
    event = lock_event(event_id)
    entrant = Entrant.objects.filter(event=event, player=player, status=Entrant.Status.ACTIVE).first()
    if entrant is None:
        raise EventError(gettext("You do not take part in {event}.").format(event=event.name))
    if event.form != Form.SWISS:
        raise EventError(gettext("Only in a Swiss tournament can a round be sat out."))
    if event.state != Event.State.RUNNING or entrant.division is None:
        described = gettext("If you cannot play its first round, enter before the second is paired.")
        raise EventError(
            gettext("{event} is not running, and a round can only be sat out then. {described}").format(
                event=event.name, described=described
            )
        )
    entrant.event = entrant.division.event = event
    return event, entrant, entrant.division


def _requests_for(entrant: Entrant, round_number: int) -> list[int]:
    """The numbers of the entries that ask for a round and have not been reverted."""
    standing = standing_entries(read(entrant.event.log_entries.all(), ByeRequested, Reverted))
    wanted = (entrant.pk, round_number)
    return [entry.seq for entry in standing if (entry.payload.entrant, entry.payload.round) == wanted]
