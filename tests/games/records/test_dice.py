"""Lots and throws from a game's secret and its players' words."""

from __future__ import annotations

import hmac
from collections import Counter
from hashlib import sha256
from itertools import pairwise

import pytest

from games.records import dice

SECRET = "0f1e2d3c" * 8
KEY = "00" * 32  # of somebody's lot

# The key of SECRET with two words, and the first eight bytes of HMAC-SHA256 under it, computed with openssl, with the
# face worked out by hand.
MIXED = "a0b953b25256b609bf5fef450475bfaab6e333273576f67e0359360e9683f241"
BY_HAND = [
    ("throw:2:0:0", 0xBC8C70C5FDB2D507, (2, 0, 20), 4),  # 13586358171537167623 leaves 3 by 20
    ("throw:2:1:0", 0xEA1C778A985B7E91, (2, 1, 20), 14),  # 16869489741368360593 leaves 13 by 20
    ("throw:8:0:0", 0x87797BDE421C9B25, (8, 0, 8), 6),  # the last three bits of 5 are 5
    ("throw:9:0:0", 0xD484E1F830E1E7C9, (9, 0, 4), 2),  # the last two bits of 9 are 1
]


def test_a_key_worked_out_by_hand() -> None:
    assert hmac.digest(bytes.fromhex(SECRET), b'["Regen!","tulip"]', "sha256").hex() == MIXED
    assert dice.mix(SECRET, ["tulip", "", "Regen!"]) == MIXED, "in the order of their characters, without blanks"


def test_every_word_changes_the_key_and_their_order_does_not() -> None:
    words = [(), ("a",), ("b",), ("a", "a"), ("a", "b"), ("ab",), ('a","b',), ("ä",), ("A",), (" a",)]
    assert len({dice.mix(SECRET, given) for given in words}) == len(words)
    assert dice.mix(SECRET, ["b", "a", ""]) == dice.mix(SECRET, ["a", "b"])


@pytest.mark.parametrize(("message", "number", "inputs", "face"), BY_HAND)
def test_throws_worked_out_by_hand(message: str, number: int, inputs: tuple[int, int, int], face: int) -> None:
    made = hmac.digest(bytes.fromhex(MIXED), message.encode(), "sha256")[:8]
    assert int.from_bytes(made) == number
    assert dice.throw(MIXED, *inputs) == face


def test_a_number_that_would_favour_low_faces_is_drawn_again() -> None:
    """A die of 2^63 + 1 sides takes the numbers up to 2^63 only: of ply 2 the first is greater, the second is not."""
    first, second = (
        int.from_bytes(hmac.digest(bytes.fromhex(MIXED), f"throw:2:0:{attempt}".encode(), "sha256")[:8])
        for attempt in (0, 1)
    )
    assert first > 2**63 >= second
    assert dice.throw(MIXED, 2, 0, 2**63 + 1) == second + 1
    assert dice.throw(MIXED, 2, 0, first) == second + 1, "the numbers below the sides fill 64 bits once, not twice"


def test_a_lot_worked_out_by_hand() -> None:
    """0x19ED57370E43EA0D leaves 0 by 3: the last and the first change. 0xF6EA1B4AED033BB7 is odd: the second stays."""
    assert dice.draw_order(MIXED, 3) == [2, 1, 0]


def test_faces_are_fair_and_neighbours_have_nothing_to_do_with_each_other() -> None:
    """Chi-squared against the 0.1 % quantiles, for pairs of a face and the next one with 35 degrees of freedom."""
    for sides, quantile in {4: 16.27, 6: 20.52, 8: 24.32, 10: 27.88, 12: 31.26, 20: 43.82}.items():
        faces = Counter(dice.throw(KEY, ply, 0, sides) for ply in range(12_000))
        expected = 12_000 / sides
        assert sum((faces[face] - expected) ** 2 / expected for face in range(1, sides + 1)) < quantile
    pairs = Counter(pairwise(dice.throw(SECRET, ply, 0, 6) for ply in range(36_001)))
    assert sum((pairs[a, b] - 1000) ** 2 / 1000 for a in range(1, 7) for b in range(1, 7)) < 66.62


def test_the_first_line_of_a_log_seals_the_words_too() -> None:
    assert dice.seal("c0", []) == dice.seal("c0", ["", ""]) == "c0"
    assert dice.seal("c0", ["", "tulip", "Regen!"]) == "c0 " + sha256(b'["","tulip","Regen!"]').hexdigest()


@pytest.mark.parametrize("text", ["x" * 61, "two\nlines", "\ud800", "zero\u200bwidth"])
def test_a_word_is_one_short_printable_line(text: str) -> None:
    assert all(map(dice.is_word, ["", "tulip", "Glück & Segen 🌱", "x" * 60]))
    assert not dice.is_word(text)
