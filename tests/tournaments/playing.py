"""Events of every form, played by a simple rule: at each table, the player who comes first in the alphabet wins."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from games.models import Game
from games.play import agreements
from tests.built_once import built_once
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tournaments.entries import teams
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Division, Entrant, Event, EventLogEntry, StandingSnapshot
from tournaments.queries import divisions_of
from tournaments.running import progress, seasons, services

NAMES = ("anna", "bert", "dora", "emil", "fred", "gina", "hans", "ines", "jack", "kurt", "lena", "mara")


@built_once
def started(layout: Layout, players: int, *, rules: str = "btt", **values: object) -> Event:
    """An event of so many players, started at NOON and directed by cleo."""
    event = opened(
        str(values.pop("name", "Autumn")), *NAMES[:players], rules=rules, layout=layout,
        most_entrants=values.pop("most", players), **values,
    )  # fmt: skip
    return services.start_event(event_id=event.pk, player=event.director, at=NOON)


def opened(name: str = "Autumn", *names: str, director: str = "cleo", **values: Any) -> Event:
    """An event that takes entries, after these players have entered."""
    values = {"rules": "btt", "control": THREE_DAYS, "at": NOON, **values}
    event = services.create_event(name=name, director=friend(director), **values)
    event = services.open_entries(event_id=event.pk, player=event.director)
    for each in names:
        enter(event, each)
    event.refresh_from_db()
    return event


def enter(event: Event, name: str, *, at: datetime = NOON) -> Entrant:
    """A player enters, in a team league with a team whose other players have the same name and a number."""
    if event.form != Form.TEAMS:
        return services.enter_event(event_id=event.pk, player=friend(name), at=at)
    captain = friend(name)
    team = services.enter_event(event_id=event.pk, player=captain, at=at, team=f"Team of {name}")
    for number in range(2, event.event_layout.boards + 1):
        other = friend(f"{name}{number}")
        teams.invite_player(event_id=event.pk, entrant_id=team.pk, by=captain, username=other.username, at=at)
        teams.accept_invitation(event_id=event.pk, entrant_id=team.pk, player=other, at=at)
    return team


def next_season(event_id: int, *, now: datetime) -> Event:
    """The season after a finished one, open for entries."""
    season = seasons.prepare_next(event_id, now=now)
    if season.state == Event.State.DRAFT:
        services.open_entries(event_id=season.pk, player=None, at=now)
        season.refresh_from_db()
    return season


def settle(event: Event, at: datetime) -> None:
    """What the workers do after a result."""
    for _ in range(9):
        moved = False
        for division in divisions_of(event):
            services.compute_standings(division.pk, at=at)
            moved |= progress.advance(division.pk, at=at)
        if not moved:
            break
    event.refresh_from_db()


def running(event: Event) -> list[Game]:
    return list(
        Game.objects.filter(status="running", fixture_game__fixture__round__division__event=event).order_by("pk")
    )


def lose(game: Game, name: str, at: datetime) -> None:
    """Somebody resigns; with three and more at the table until one is left."""
    agreements.resign(game_id=game.pk, player_id=friend(name).pk, at=at, source="page")


def better_of(game: Game) -> tuple[str, list[str]]:
    """The player who comes first in the alphabet, and the others."""
    first, *others = sorted(seat.player.username for seat in game.seats.select_related("player"))
    return first, others


def play_round(event: Event, at: datetime) -> None:
    """The alphabet decides every game that is open, and what follows is paired."""
    for game in running(event):
        for name in better_of(game)[1]:
            game.refresh_from_db()
            if game.status == "running":
                lose(game, name, at)
    settle(event, at)


def play_all(event: Event, at: datetime) -> None:
    """The alphabet decides every game, until nothing is left to play."""
    settle(event, at)
    for _ in range(20):
        if not running(event):
            return
        play_round(event, at)
    raise AssertionError("The event never ends.")


def ranks(division: Division) -> list[tuple[int, str]]:
    names = dict(division.entrants.values_list("pk", "player__username"))
    return [(row.rank, names[row.entrant]) for row in StandingSnapshot.objects.get(division=division).standings.rows]


def payload_of(line: EventLogEntry) -> Any:
    """What an entry of the log says, as its kind has it."""
    return line.entry.payload
