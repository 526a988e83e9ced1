"""Whole games through the service, at random from a seed."""

from __future__ import annotations

from random import Random

from games.models import Game
from games.play.moving import play_move
from tests.games.conftest import after

SHORT_ROOTS = {"beads": 20, "nutrients": 10}


def play_on(game: Game, moves: int = 10_000, *, seed: int = 1, source: str = "page") -> Game:
    """The game after so many random moves, each sent alone, or at its end."""
    random = Random(seed)
    for hour in range(moves):
        game.refresh_from_db()
        if game.to_act is None:
            break
        position = game.load_position()
        text = game.game_rules.format(position.random_move(random), position)
        player = game.seats.get(number=game.to_act).player_id
        play_move(game_id=game.pk, player_id=player, text=text, ply=game.ply, at=after(hour / 100), source=source)
    game.refresh_from_db()
    return game
