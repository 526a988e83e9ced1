"""A round that directors see before its players do: its pairs, and what is unusual about them. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from itertools import permutations
from typing import Any

from django.http import Http404
from django.utils.translation import gettext as _

from games.models import Player
from tournaments.event_log.kinds.words import round_in_words
from tournaments.formats.base import Meeting
from tournaments.formats.round_names import title_of_round
from tournaments.models import Division, Event
from tournaments.queries import field_of, names_in, waiting_for_release
from tournaments.running.neutrality import check_neutral, stake_in_division
from tournaments.wording.decisions import write_points


@dataclass(frozen=True, slots=True)
class PlannedPair:
    """Players who would meet, the first mover first, with their points if these decide who meets; whether a director
    has set the pair or keeps them apart, and whether they have met before."""

    table: int
    players: tuple[str, ...]
    points: tuple[str, ...]
    is_set: bool
    is_kept_apart: bool
    has_met: bool


@dataclass(frozen=True, slots=True)
class PlannedBye:
    """A player who would sit the round out, and what that is worth."""

    player: str
    kind: str


@dataclass(frozen=True, slots=True)
class NextRound:
    """A round as it would be if it began now; it begins by itself at ``release_at``."""

    number: int
    title: str
    release_at: datetime
    pairs: tuple[PlannedPair, ...]
    byes: tuple[PlannedBye, ...]


def shown_to(event: Event, player: Player) -> NextRound:
    """The round of the event that waits for its release, for a player who directs it. Raises Http404 if none does, and
    NotNeutral for a player who takes part."""
    division = waiting_for_release(event)
    held = None if division is None else next_round(division)
    if division is None or held is None:
        raise Http404(_("No round of %(event)s waits for its release.") % {"event": event.name})
    check_neutral(event, player, stake_in_division(division.entrants.select_related("division", "player")[:1]))
    return held


def next_round(division: Division) -> NextRound | None:
    """The round of the division that waits for its release; None if none does."""
    if division.release_at is None:
        return None
    field, form, names = field_of(division), division.stage.stage_format, names_in(division)
    given = form.pairing_input(field)
    if given is None:
        return None
    draw = form.draw(given)
    if not draw.meetings:
        return None
    entries = {entry["number"] - 1: entry for entry in given.get("entries", ())}
    players = [names[entrant] for entrant in field.roster.entrants]
    return NextRound(
        number=draw.meetings[0].round,
        title=title_of_round(division.stage.format, len(players), draw.meetings[0].round),
        release_at=division.release_at,
        pairs=tuple(_pair(meeting, players, entries) for meeting in draw.meetings),
        byes=tuple(
            PlannedBye(players[one.number], round_in_words(one.kind))
            for one in draw.sit_outs
            if one.number not in {number - 1 for number in given["gone"]}
        ),
    )


def _pair(meeting: Meeting, players: list[str], entries: dict[int, Any]) -> PlannedPair:
    pair = tuple(players[seat] for seat in meeting.seats)
    if not entries:
        return PlannedPair(meeting.table, pair, (), is_set=False, is_kept_apart=False, has_met=False)
    pairs = [(entries[one], other + 1) for one, other in permutations(meeting.seats, 2)]  # entries count from 1
    return PlannedPair(
        table=meeting.table,
        players=pair,
        points=tuple(write_points(entries[seat]["score"]) for seat in meeting.seats),
        is_set=any(entry["partner"] == other for entry, other in pairs),
        is_kept_apart=any(other in entry["apart"] for entry, other in pairs),
        has_met=any(other in entry["met"] for entry, other in pairs),
    )
