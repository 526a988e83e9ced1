"""What an event waits for: its open games, whose turn it is in them, and until when. Writes nothing."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Prefetch, QuerySet

from games.models import Game, Seat
from games.timekeeping.turn_clock import is_paused
from tournaments.event_rules.layouts import Form
from tournaments.formats.round_names import title_of_tie
from tournaments.models import Division, Event, Round
from tournaments.presenting.tables import division_title
from tournaments.queries import running_games, size_of_bracket, void_in


@dataclass(frozen=True, slots=True)
class Held:
    """An open game. ``waits_for`` is empty while nobody is to act; deadlines are None where there is none.

    ``is_void``: the event does not count the game.
    """

    game: Game
    players: tuple[str, ...]
    division: str
    round: int
    round_title: str
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
    seats = Prefetch("seats", Seat.objects.select_related("player"))
    titles: dict[int, str] = {}
    entrants: dict[int, int] = {}
    void: dict[int, frozenset[int]] = {}
    rows = []
    for game in games.prefetch_related(seats)[start : start + most]:
        held = game.fixture_game.fixture.round
        division = held.division
        if division.pk not in titles:
            titles[division.pk] = _title(event, division)
            entrants[division.pk] = size_of_bracket(division)
            void[division.pk] = void_in(division) if event.form == Form.LADDER else frozenset()
        seated, table = list(game.seats.all()), game.fixture_game.fixture.number
        acting = next((seat.player.username for seat in seated if seat.number == game.to_act), "")
        rows.append(
            Held(
                game=game,
                players=tuple(seat.player.username for seat in seated),
                division=titles[division.pk],
                round=held.number,
                round_title=title_of_tie(division.stage.format, entrants[division.pk], held.number, table),
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
