"""Loads the demo: four players with verified addresses, a league that runs, one to enter, and a game to look at."""

from __future__ import annotations

from datetime import datetime, timedelta

from allauth.account.models import EmailAddress
from django.db import transaction

from demo.script import PLAYERS
from games.clock.controls import TimeControl
from games.lobby.proposals import propose_game
from games.models import Player
from games.play.creation import create_game
from tournaments.event_rules.layouts import Form
from tournaments.models import Event
from tournaments.running.services import create_event, enter_event, open_entries, start_event
from tournaments.setup.templates import usual_layout

SLUG = "demo-league"
DOMAIN = "demo.localhost"  # of the players' addresses
PASSWORD = "grow-a-tree"  # noqa: S105 - a demo's, printed at every start, refused in production
CONTROL = TimeControl(base=timedelta(days=10), increment=timedelta(days=1), cap=timedelta(days=14))


def address_of(name: str) -> str:
    """The mail address of a demo player."""
    return f"{name}@{DOMAIN}"


class DemoRefused(Exception):
    """The demo cannot be loaded here; the message says why, and what to do."""


@transaction.atomic
def load_demo(*, at: datetime) -> bool:
    """Load everything; False, and nothing is changed, if it is there already. Raises DemoRefused."""
    if Event.objects.filter(slug=SLUG).exists():
        return False
    taken = Player.objects.filter(username__in=PLAYERS).order_by("username").values_list("username", flat=True)
    if taken:
        raise DemoRefused(
            f"The demo needs players of its own, and there is somebody called {', '.join(taken)} already. "
            f"Load it into an empty database: set SEEDS_VAR to a new folder, or DATABASE_URL to a new database."
        )
    players = [_create_player(name) for name in PLAYERS]
    director = players[2]
    event = create_event(
        name="Demo League", director=director, rules="treeblox", control=CONTROL, at=at, most_entrants=len(players),
        layout=usual_layout(Form.ROUND_ROBIN, "treeblox", 2),
    )  # fmt: skip
    open_entries(event_id=event.pk, player=director)
    for player in players:
        enter_event(event_id=event.pk, player=player, at=at)
    start_event(event_id=event.pk, player=director, at=at)
    _create_more(players, at)
    return True


def _create_player(name: str) -> Player:
    player = Player.objects.create_user(name, email=address_of(name), password=PASSWORD)
    EmailAddress.objects.create(user=player, email=player.email, verified=True, primary=True)
    return player


def _create_more(players: list[Player], at: datetime) -> None:
    """What a newcomer can look at, join and enter."""
    anna, ben, chloe, _ = players
    create_game(rules="btt", players=[anna, ben], control=CONTROL, at=at, rated=False)
    create_game(rules="btt", players=players[1:], control=CONTROL, at=at, rated=False)
    propose_game(
        proposer=chloe, rules="btt", seats=2, control=CONTROL, at=at, message="Newcomers welcome.", rated=False
    )
    layout = usual_layout(Form.ROUND_ROBIN, "btt", 2)
    league = create_event(name="Open League", director=anna, rules="btt", control=CONTROL, at=at, layout=layout)
    open_entries(event_id=league.pk, player=anna)
    enter_event(event_id=league.pk, player=ben, at=at)
