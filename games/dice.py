"""Throws and lots from a game's secret. Pure: the same secret, game, ply and die always show the same face."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from itertools import count


def commit(secret: str) -> str:
    """SHA-256 of the secret, published before the first throw, so that the secret can be checked at the end."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def throw(secret: str, game: int, ply: int, die: int, sides: int) -> int:
    """A face from 1 to ``sides``: HMAC-SHA256 of game, ply and die, drawing again rather than favour low faces."""
    limit = 2**64 - 2**64 % sides
    for attempt in count():
        message = f"{game}:{ply}:{die}:{attempt}".encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(secret), message, "sha256")[:8])
        if number < limit:
            return number % sides + 1
    raise AssertionError("unreachable")


def draw_order(secret: str, size: int) -> Sequence[int]:
    """A lot: the numbers 0 to size - 1 in a random order (Fisher-Yates), thrown as ply 0 of game 0."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = throw(secret, 0, 0, last, last + 1) - 1
        order[last], order[chosen] = order[chosen], order[last]
    return order
