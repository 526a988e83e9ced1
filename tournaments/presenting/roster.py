"""The people of an event, for entries that say whom they concern."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from tournaments.event_log.kinds import Kind, Substituted
from tournaments.event_log.reading import read
from tournaments.models import Entrant, Event, EventLogEntry
from tournaments.queries import directors_of, open_rounds, running_games
from tournaments.running.squads import players_of

Status = Entrant.Status


class EventRoster:
    """Players of an event by their numbers, as seen from one entry of its log."""

    def __init__(self, event: Event, row: EventLogEntry) -> None:
        self.event = event
        self.row = row

    @property
    def director(self) -> int:
        return self.event.director_id

    @property
    def form(self) -> str:
        return self.event.form

    def deciders(self, *, with_arbiters: bool) -> list[int]:
        return [player.pk for player in directors_of(self.event, with_arbiters=with_arbiters)]

    def player(self, entrant: int) -> int:
        return int(Entrant.objects.values_list("player", flat=True).get(pk=entrant))

    def player_then(self, entrant: int) -> int:
        """The player who had an entrant's place when the entry was written."""
        later = read(self.event.log_entries.filter(seq__gt=self.row.seq), Substituted)
        old = next((entry.payload.old for entry in later if entry.payload.entrant == entrant), None)
        return self.player(entrant) if old is None else old

    def everybody(self) -> list[int]:
        gone = (Status.WITHDRAWN, Status.DISQUALIFIED)
        entered = self.event.entrants.of_first_stage().exclude(status__in=gone)
        return [*players_of(entered), self.event.director_id]

    def has_open_games(self) -> bool:
        return running_games(self.event).exists()

    def playing(self, fixtures: Collection[int]) -> Iterable[int]:
        games = running_games(self.event).order_by().filter(fixture_game__fixture__in=list(fixtures))
        return list(games.values_list("seats__player", flat=True))

    def playing_in_round(self, number: int | None) -> Iterable[int]:
        rounds = open_rounds(self.event)
        if self.row.division_id is not None:
            rounds = rounds.filter(division=self.row.division_id)
        if number is not None:
            rounds = rounds.filter(number=number)
        games = running_games(self.event).order_by().filter(fixture_game__fixture__round__in=rounds)
        return list(games.filter(seats__left_ply=None).values_list("seats__player", flat=True).distinct())

    def entry(self, seq: int) -> Kind:
        return self.event.log_entries.get(seq=seq).entry.payload

    def is_replaced(self, entrant: int, *, since: int) -> bool:
        later = read(self.event.log_entries.filter(seq__gt=since), Substituted)
        return any(entry.payload.entrant == entrant for entry in later)
