"""A bot on the Python client that openapi-python-client makes. Arguments: the site, a key, the number of its game."""

from __future__ import annotations

import random
import sys
import time

from generated_seeds.api.games import games_moves_retrieve, games_play_create, games_retrieve
from generated_seeds.api.players import players_me_retrieve
from generated_seeds.client import AuthenticatedClient
from generated_seeds.models import GameStatus, GameWithBoard, Me, Moves, Receipt, SentMoveRequest


def main(site: str, key: str, number: int) -> None:
    """Play to the end. Raises AssertionError for an answer of another kind than was asked for."""
    client = AuthenticatedClient(site, key)
    me = players_me_retrieve.sync(client=client)
    assert isinstance(me, Me), me
    taste, played = random.Random(0), 0
    while True:
        game = games_retrieve.sync(number, client=client)
        assert isinstance(game, GameWithBoard), game
        assert game.board.position.game == game.options.game == "btt"
        if game.status == GameStatus.FINISHED:
            break
        own = next(seat.seat for seat in game.seats if seat.player == me.username)
        if game.to_act != own:
            time.sleep(0.3)  # below the limit of 600 requests a minute
            continue
        found = games_moves_retrieve.sync(number, client=client)
        assert isinstance(found, Moves), found
        body = SentMoveRequest(text=taste.choice(found.moves), ply=found.ply)
        receipt = games_play_create.sync(number, client=client, body=body, idempotency_key=f"ply {found.ply}")
        assert isinstance(receipt, Receipt), receipt
        played += 1
    sys.stdout.write(f"{played}\n")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], int(sys.argv[3]))
