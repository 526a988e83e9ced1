"""Lots and throws from a game's secret."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

from games import dice
from games.models import new_secret

SECRET = "00" * 32


def test_throw_depends_on_nothing_but_secret_game_ply_and_die() -> None:
    assert dice.throw(SECRET, 1, 2, 0, 20) == dice.throw(SECRET, 1, 2, 0, 20)
    different = {dice.throw(SECRET, game, ply, die, 10**6) for game in (1, 2) for ply in (1, 2) for die in (0, 1)}
    assert len(different) == 8


def test_faces_are_fair() -> None:
    faces = Counter(dice.throw(SECRET, 1, ply, 0, 12) for ply in range(12_000))
    chi_squared = sum((faces[face] - 1000) ** 2 / 1000 for face in range(1, 13))
    assert set(faces) == set(range(1, 13))
    assert chi_squared < 31.3  # 11 degrees of freedom, 0.1 %


def test_commitment_is_the_hash_of_the_secret() -> None:
    secret = new_secret()
    assert dice.commit(secret) == sha256(bytes.fromhex(secret)).hexdigest()


def test_lot_draws_every_order_about_equally_often() -> None:
    orders = Counter(tuple(dice.draw_order(sha256(bytes([n // 256, n % 256])).hexdigest(), 3)) for n in range(6000))
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.6  # 5 degrees of freedom, 0.1 %
