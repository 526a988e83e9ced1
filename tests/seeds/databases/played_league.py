"""Plays the smallest league that has results of played games, a correction, a moved deadline and ratings, in the
database that DATABASE_URL names: ``python -m tests.seeds.databases.played_league``. Its times have microseconds.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from random import Random

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "seeds.settings")
django.setup()

from django.core.management import call_command  # noqa: E402

from games.clock.controls import TimeControl  # noqa: E402
from games.models import Game, Player  # noqa: E402
from games.play import moving  # noqa: E402
from tournaments.directing import ACTIONS  # noqa: E402
from tournaments.models import Event  # noqa: E402
from tournaments.queries import divisions_of  # noqa: E402
from tournaments.running import progress, services  # noqa: E402
from tournaments.running.decisions import Decision  # noqa: E402

START = datetime(2026, 3, 2, 12, 0, 0, 123457, tzinfo=UTC)
BIT = timedelta(seconds=37, microseconds=191)


def main() -> None:
    """The director, two who play every game to its end at random, the league and its ratings."""
    cleo, *players = [Player.objects.create_user(name) for name in ("cleo", "anna", "bert", "dora")]
    event = services.create_event(
        name="Spring", director=cleo, rules="btt", control=TimeControl.days_per_turn(3), at=START
    )
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


if __name__ == "__main__":
    main()
