"""Team leagues, whose players are named after their team: ulm1 is the captain of Ulm."""

from __future__ import annotations

from typing import Any

from games.models import Player
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tournaments.entries import teams
from tournaments.event_rules.layouts import Layout
from tournaments.models import Entrant, Event
from tournaments.running import services

CITIES = ("Ulm", "Bonn", "Kiel", "Jena", "Hof", "Trier")


def league(
    count: int = 4,
    *,
    boards: int = 2,
    reserves: int = 0,
    start: bool = True,
    rules: str = "btt",
    name: str = "Autumn",
    **values: Any,
) -> Event:
    """A team league of so many teams, directed by cleo; the players are named after their team."""
    director = friend("cleo")
    event = services.create_event(
        name=name, director=director, rules=rules, control=THREE_DAYS, at=NOON, most_entrants=8,
        layout=Layout(form="teams", boards=boards, **values),
    )  # fmt: skip
    services.open_entries(event_id=event.pk, player=director)
    for city in CITIES[:count]:
        captain, *others = [person(city, number) for number in range(1, boards + reserves + 1)]
        team = services.enter_event(event_id=event.pk, player=captain, at=NOON, team=city)
        for other in others:
            teams.invite_player(event_id=event.pk, entrant_id=team.pk, by=captain, username=other.username, at=NOON)
            teams.accept_invitation(event_id=event.pk, entrant_id=team.pk, player=other, at=NOON)
    if start:
        event = services.start_event(event_id=event.pk, player=director, at=NOON)
    return event


def person(city: str, number: int) -> Player:
    return friend(f"{city.lower()}{number}")


def team(event: Event, city: str) -> Entrant:
    return event.entrants.get(team_name=city)
