"""How much of the longest tests runs where a change waits to land (with CI set): a third of the cases, another third
each day. Everywhere else, all of them.

For tests that take minutes, whose cases differ in where they look rather than in what they show: random lives, every
statement of a transaction, every game in every way. With CI set the random ones are the same each time anyway.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import TypeVar

T = TypeVar("T")

THIRDS = 3 if os.environ.get("CI") else 1
# Asked once for all processes of a run, which must find the same tests, also around midnight.
DAY = os.environ.setdefault("SEEDS_TEST_DAY", str(datetime.now(UTC).toordinal()))
FIRST = int(DAY) % THIRDS


def share_of(cases: Sequence[T]) -> list[T]:
    """The cases to look at now."""
    return list(cases[FIRST::THIRDS])


def share_of_numbers() -> count[int]:
    """The numbers from 0 to look at now, without end."""
    return count(FIRST, THIRDS)


def amount(cases: int) -> int:
    """How many random cases to look at now."""
    return max(1, cases // THIRDS)
