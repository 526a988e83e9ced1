"""The teams of a running event: their players and line-ups as entries of the log, and the boards that stay empty."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db.models import QuerySet

from tournaments.event_log.append import append
from tournaments.event_log.kinds import LineUpNamed, SquadNamed, Vacancy
from tournaments.formats.base import Meeting
from tournaments.models import Division, Entrant, LineUp, TeamPlayer
from tournaments.pairing.line_ups import NOBODY


def squad_of(entrant: Entrant) -> list[int]:
    """The players of a team in the order of its list, without those who are only invited."""
    listed = entrant.squad.filter(accepted_at__isnull=False).order_by("number", "pk")
    return list(listed.values_list("player", flat=True))


def players_of(entrants: QuerySet[Entrant]) -> set[int]:
    """The players who have these places; of teams everybody on their lists."""
    listed = TeamPlayer.objects.filter(entrant__in=entrants.order_by().values("pk"), accepted_at__isnull=False)
    return {*entrants.values_list("player", flat=True), *listed.values_list("player", flat=True)}


def named(entrant: Entrant) -> SquadNamed:
    """The entry of the log that says who plays for a team now."""
    return SquadNamed(entrant=entrant.pk, captain=entrant.player_id, players=tuple(squad_of(entrant)))


def name_squads(division: Division, at: datetime) -> None:
    """Write who plays for each team of a division that begins. The event is locked."""
    for entrant in division.entrants.order_by("number"):
        append(division.event, named(entrant), at=at, division=division)


def name_line_ups(division: Division, number: int, at: datetime) -> bool:
    """Write the line-ups that captains have named for a round, which begins now; whether there are any. The event is
    locked."""
    chosen = LineUp.objects.filter(entrant__division=division, entrant__status=Entrant.Status.ACTIVE, round=number)
    for one in chosen.order_by("entrant__number"):
        payload = LineUpNamed(entrant=one.entrant_id, round=number, players=tuple(one.players))
        append(division.event, payload, at=at, division=division)
    return bool(chosen)


def vacancies(fixtures: Sequence[int], meetings: Sequence[Meeting], entrants: Sequence[int]) -> tuple[Vacancy, ...]:
    """The boards of these fixtures for which a team has no player."""
    return tuple(
        Vacancy(fixture, board, entrants[meeting.seats[seat]])
        for fixture, meeting in zip(fixtures, meetings, strict=True)
        for board, players in enumerate(meeting.boards, 1)
        for seat, player in enumerate(players)
        if player == NOBODY
    )
