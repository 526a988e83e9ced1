"""Lots and throws from a game's secret."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256

import pytest

from games import dice
from games.models import new_secret

SECRET = "00" * 32
OTHER = "0f1e2d3c" * 8

# The first eight bytes of HMAC-SHA256 under OTHER, computed with openssl, and the face worked out by hand.
BY_HAND = [
    ("7:2:0:0", 0x85607E928E835986, (7, 2, 0, 20), 3),  # 9610820772729936262 leaves 2 by 20
    ("7:2:1:0", 0xD072F2393CB29FBF, (7, 2, 1, 20), 20),  # 15020334034879422399 leaves 19 by 20
    ("7:8:0:0", 0x32D9A5562A5386CB, (7, 8, 0, 8), 4),  # the last three bits of B are 3
    ("7:9:0:0", 0x425FF19A2AF1A30F, (7, 9, 0, 4), 4),  # the last two bits of F are 3
]


@pytest.mark.parametrize(("message", "number", "inputs", "face"), BY_HAND)
def test_throws_worked_out_by_hand(message: str, number: int, inputs: tuple[int, int, int, int], face: int) -> None:
    made = hmac.digest(bytes.fromhex(OTHER), message.encode(), "sha256")[:8]
    assert int.from_bytes(made) == number
    assert dice.throw(OTHER, *inputs) == face


def test_a_number_that_would_favour_low_faces_is_drawn_again() -> None:
    """A die of 2^63 + 1 sides takes the numbers up to 2^63 only: of ply 5 the first is greater, the second is not."""
    first, second = (
        int.from_bytes(hmac.digest(bytes.fromhex(OTHER), f"7:5:0:{attempt}".encode(), "sha256")[:8])
        for attempt in (0, 1)
    )
    assert first > 2**63 >= second
    assert dice.throw(OTHER, 7, 5, 0, 2**63 + 1) == second + 1


def test_a_lot_worked_out_by_hand() -> None:
    """0x85916619E8993745 leaves 2 by 3, so the third stays; 0xBE89B34EB76A6220 is even, so the first two change."""
    assert dice.draw_order(OTHER, 3) == [1, 0, 2]


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
