"""Plays the smallest league that has results of played games, a correction, a moved deadline and ratings, and leaves a
game with dice running. Its times have microseconds."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from django.core.management import call_command

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play import moving
from games.play.creation import create_game
from tournaments.directing import ACTIONS
from tournaments.models import Event
from tournaments.queries import divisions_of
from tournaments.running import progress, services
from tournaments.running.decisions import Decision

START = datetime(2026, 3, 2, 12, 0, 0, 123457, tzinfo=UTC)
BIT = timedelta(seconds=37, microseconds=191)
CONTROL = TimeControl.days_per_turn(3)


def play_league() -> None:
    """The director, two who play every game to its end at random, the league and its ratings."""
    cleo, *players = [Player.objects.create_user(name) for name in ("cleo", "anna", "bert", "dora")]
    event = services.create_event(name="Spring", director=cleo, rules="btt", control=CONTROL, at=START)
    services.open_entries(event_id=event.pk, player=cleo)
    for player in players:
        services.enter_event(event_id=event.pk, player=player, at=START)
    services.start_event(event_id=event.pk, player=cleo, at=START)
    moved = ACTIONS["move-deadline"]
    until = moved.Inputs(round=1, deadline=START + timedelta(days=9))
    moved.do(event, until, Decision(cleo, "A flood.", START + BIT))
    now = START
    for game in Game.objects.order_by("pk"):
        now = _play(game, now)
    last = Game.objects.latest("pk")
    corrected = ACTIONS["correct-result"]
    level = corrected.Inputs(game=last.pk, places=(1, 1))
    corrected.do(event, level, Decision(cleo, "Both say so.", now))
    _settle(event, now + BIT)
    call_command("ratings", verbosity=0)
    create_game(rules="roots", players=players[:2], control=CONTROL, at=now + BIT)


def _play(game: Game, at: datetime) -> datetime:
    random = Random(game.pk)
    while game.to_act is not None:
        at += BIT
        position = game.load_position()
        text = game.game_rules.format(position.random_move(random), position)
        player = game.seats.get(number=game.to_act).player_id
        moving.play_move(game_id=game.pk, player_id=player, text=text, ply=game.ply, at=at, source="page")
        game.refresh_from_db()
    return at


def _settle(event: Event, at: datetime) -> None:
    for division in divisions_of(event):
        services.compute_standings(division.pk, at=at)
        progress.advance(division.pk, at=at)
