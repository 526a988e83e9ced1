"""What an event waits for: its open games, whose turn it is in them, and until when. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, QuerySet

from games.models import Game
from games.timekeeping.turn_clock import is_paused
from tournaments.event_rules.layouts import Form
from tournaments.models import Division, Event, Round
from tournaments.presenting.tables import division_title
from tournaments.queries import running_games, void_in


@dataclass(frozen=True, slots=True)
class Held:
    """An open game. ``waits_for`` is empty while nobody is to act; deadlines are None where there is none.

    ``is_void``: the event does not count the game.
    """

    game: Game
    players: tuple[str, ...]
    division: str
    round: int
    waits_for: str
    deadline: datetime | None
    round_deadline: datetime | None
    stands: bool
    is_late: bool
    is_void: bool

    @property
    def number(self) -> int:
        return self.game.pk


def open_games(event: Event, held_in: Round | None = None) -> QuerySet[Game]:
    """The open games, of one round or of all, those first whose round ends first, then those whose clock does."""
    ends = F("fixture_game__fixture__round__deadline").asc(nulls_last=True)
    games = running_games(event)
    if held_in is not None:
        games = games.filter(fixture_game__fixture__round=held_in)
    return games.order_by(ends, F("turn__deadline").asc(nulls_last=True), "pk")


def held_up(event: Event, *, at: datetime, start: int = 0, most: int = 50, held_in: Round | None = None) -> list[Held]:
    """Some of the open games, of one round or of all, in the order of ``open_games``."""
    games = open_games(event, held_in).select_related("fixture_game__fixture__round__division__stage", "turn")
    titles: dict[int, str] = {}
    void: dict[int, frozenset[int]] = {}
    rows = []
    for game in games.prefetch_related("seats__player")[start : start + most]:
        held = game.fixture_game.fixture.round
        division = held.division
        if division.pk not in titles:
            titles[division.pk] = _title(event, division)
            void[division.pk] = void_in(division) if event.form == Form.LADDER else frozenset()
        seats = list(game.seats.all())
        acting = next((seat.player.username for seat in seats if seat.number == game.to_act), "")
        rows.append(
            Held(
                game=game,
                players=tuple(seat.player.username for seat in seats),
                division=titles[division.pk],
                round=held.number,
                waits_for=acting,
                deadline=game.deadline,
                round_deadline=held.deadline,
                stands=is_paused(game),
                is_late=held.deadline is not None and held.deadline <= at,
                is_void=game.fixture_game.fixture_id in void[division.pk],
            )
        )
    return rows


def _title(event: Event, division: Division) -> str:
    division.event = event
    return division_title(division)
