"""How many steps a second one worker plays for the house bots, through the real service, by game and bot.

    python -m benchmarks.opponents [--games 4] [--steps 40]
    python -m benchmarks.opponents --waiting 300

With ``--waiting`` so many games, of all kinds, wait for the strong bot at once, and one worker goes round among them
until each has its answer. The database is a new SQLite file. The queue is left out: it costs the same for every task.
See README.md in this folder.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections import deque
from collections.abc import Iterable
from random import Random
from statistics import median
from time import perf_counter
from typing import TYPE_CHECKING

from seeds.environment import Environment
from seeds.installation import prepare

if TYPE_CHECKING:
    from games.models import Game


STEPS_BEFORE = 2  # steps of the first seat before its answers are timed


def main() -> None:
    """Print a line for each game and bot."""
    parser = argparse.ArgumentParser(description="Steps a second of the house bots through the service.")
    parser.add_argument("--games", type=int, default=4, help="of each kind")
    parser.add_argument("--steps", type=int, default=40, help="of each game")
    parser.add_argument("--waiting", type=int, default=0, help="games that wait for the strong bot at once")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="seeds-bench-") as folder:
        os.environ |= {
            "DATABASE_URL": f"sqlite:///{folder}/bench.sqlite3",
            "SEEDS_VAR": folder,
            "LOG_LEVEL": "ERROR",
            "DJANGO_SETTINGS_MODULE": "seeds.settings",
        }
        prepare(Environment(os.environ))
        _set_up()
        if options.waiting:
            _measure_queue(options.waiting)
        else:
            _measure(options.games, options.steps)


def _set_up() -> None:
    import django

    django.setup()
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def _measure_queue(waiting: int) -> None:
    """Print how long the answers to so many games took, all of which have begun."""
    from django.utils import timezone

    from games.play.house_players import play_house_bot
    from games.rules import RULES

    games = [game for rules in RULES for game in _start(rules, "house-oak", waiting // len(RULES))]
    games = [game for game in games if _play_on(game)]
    queue, answered, began = deque(games), list[float](), perf_counter()
    while queue:
        game = queue.popleft()
        play_house_bot(game.pk, clock=timezone.now)
        game.refresh_from_db()
        if game.to_act == 0:
            queue.append(game)
        else:
            answered.append(perf_counter() - began)
    load = os.getloadavg()[0]
    print(f"{len(games)} games: median {median(answered):.1f} s, slowest {max(answered):.1f} s (load {load:.0f})")


def _play_on(game: Game) -> bool:
    """Random steps until the bot in the first seat is to act and has made some; whether the game gets so far."""
    from django.utils import timezone

    from games.play.log import read_game
    from games.play.moving import play_move

    taste, made = Random(game.pk), 0
    while made < STEPS_BEFORE or game.to_act != 0:
        opened = read_game(game.pk)
        seat = opened.seats[opened.game.to_act or 0]
        text = game.game_rules.format(opened.position.random_move(taste), opened.position)
        at = timezone.now()
        play_move(game_id=game.pk, player_id=seat.player_id, text=text, ply=opened.game.ply, at=at, source="rest")
        made += opened.game.to_act == 0
        game.refresh_from_db()
        if game.to_act is None:  # random steps can end a game of Treeblox at once
            return False
    return True


def _measure(games: int, steps: int) -> None:
    from games.play.house_players import HOUSE_BOTS
    from games.rules import RULES

    print(f"{'game':10}{'bot':18}{'steps/s':>9}{'ms a step':>11}{'slowest':>9}")
    for rules in RULES:
        for bot in HOUSE_BOTS:
            times = [_play(game, steps) for game in _start(rules, bot.username, games)]
            spent = [seconds for game in times for seconds in game]
            mean = sum(spent) / len(spent)
            print(f"{rules:10}{bot.username:18}{1 / mean:9.1f}{1000 * mean:11.1f}{1000 * max(spent):9.1f}", flush=True)


def _start(rules: str, bot: str, games: int) -> Iterable[Game]:
    """Games in which the bot has the first seat, and another one of middle strength the second."""
    from django.utils import timezone

    from games.clock.controls import TimeControl
    from games.models import Player
    from games.play.creation import create_game

    players = [Player.objects.get(username=bot), Player.objects.get_or_create(username="other", is_bot=True)[0]]
    control = TimeControl.days_per_turn(1)
    for _ in range(games):
        yield create_game(rules=rules, players=players, control=control, at=timezone.now())


def _play(game: Game, steps: int) -> list[float]:
    """Seconds that each step of the bot took."""
    from django.utils import timezone

    from games.play.house_players import play_house_bot

    spent = []
    for _ in range(steps):
        game.refresh_from_db()
        began = perf_counter()
        if not play_house_bot(game.pk, clock=timezone.now):
            break
        if game.to_act == 0:
            spent.append(perf_counter() - began)
    return spent


if __name__ == "__main__":
    main()
