"""House bots. Pure: they see a position through the public contract and get their randomness as a seed."""

from __future__ import annotations

import random
from typing import Any

from games.rules.base import Position


def choose_move(position: Position[Any], *, seed: str) -> Any:
    """A legal move, plainly chosen: any of the list, the same one for the same seed."""
    return random.Random(seed).choice(list(position.legal_moves()))  # noqa: S311 - a bot's taste, no secret
