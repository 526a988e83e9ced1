"""Throws and lots from a game's secret and its players' words. Pure: the same key, ply and die show the same face."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from itertools import count

from ground.canonical import canonical_text, digest_of

LONGEST_WORD = 60  # characters that a player may give


def commit(secret: str) -> str:
    """SHA-256 of the secret, published before any word is given, so that the secret can be checked at the end."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def mix(secret: str, words: Iterable[str] = ()) -> str:
    """The key of a game's lot and dice: HMAC-SHA256, under the secret, of the words that players gave, in hex.

    The words are sorted and blank ones left out, so that it does not matter who gave which one, or when.
    """
    return hmac.digest(bytes.fromhex(secret), words_text(words).encode(), "sha256").hex()


def words_text(words: Iterable[str]) -> str:
    """The words that were given as canonical JSON, in the order of their characters."""
    return canonical_text(sorted(filter(None, words)))


def renew(key: str, nonce: str) -> str:
    """The key of the throws after a ``nonce`` was drawn in public, in hex: that of the game where none was."""
    return hmac.digest(bytes.fromhex(key), f"nonce:{nonce}".encode(), "sha256").hex() if nonce else key


def seal(commitment: str, words: Sequence[str] = ()) -> str:
    """What the first line of a game's log says: the commitment and, where players gave words, their digest by seat."""
    return f"{commitment} {digest_of(list(words))}" if any(words) else commitment


def is_word(text: str) -> bool:
    """Whether a player may give that for the dice."""
    return len(text) <= LONGEST_WORD and text.isprintable()


def throw(key: str, ply: int, die: int, sides: int) -> int:
    """A face from 1 to ``sides`` for one die of a roll before which ``ply`` steps were played."""
    return _number_below(sides, key, f"throw:{ply}:{die}") + 1


def draw_order(key: str, size: int) -> Sequence[int]:
    """A lot: the numbers 0 to size - 1 in a random order (Fisher-Yates)."""
    order = list(range(size))
    for last in range(size - 1, 0, -1):
        chosen = _number_below(last + 1, key, f"lot:{last}")
        order[last], order[chosen] = order[chosen], order[last]
    return order


def _number_below(limit: int, key: str, label: str) -> int:
    """A number from 0 to ``limit`` - 1: from HMAC-SHA256 of the label, drawing again rather than favour low numbers."""
    usable = 2**64 - 2**64 % limit
    for attempt in count():
        message = f"{label}:{attempt}".encode()
        number = int.from_bytes(hmac.digest(bytes.fromhex(key), message, "sha256")[:8])
        if number < usable:
            return number % limit
    raise AssertionError("unreachable")
