"""Entries of the feed: how their numbers are made to be read in order on PostgreSQL, and what programs read. Pure.

A transaction with a lower number may commit after one with a higher number. So every writer holds, until it ends, a
shared lock whose key is the last number before its own, and readers stop at the lowest of them: see ``settled``.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

CHANNEL = "seeds_feed"  # on which PostgreSQL says that there are new entries
LOCK = 0x5EED  # the class of the locks, in the bits of the key above BITS
BITS = 40
BASE = LOCK << BITS

NEWEST = "SELECT coalesce(max(id), 0) FROM games_feedentry"
GIVEN = "SELECT last_value - 1 + is_called::int FROM games_feedentry_id_seq"
HELD = f"""
    SELECT min((classid::bigint << 32 | objid::bigint) - {BASE}) FROM pg_locks
    WHERE locktype = 'advisory' AND objsubid = 1 AND classid::bigint >> {BITS - 32} = {LOCK}
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""  # noqa: S608 - constants


def settled(given: int, held: int | None) -> int:
    """The number up to which every entry can be seen: no transaction that goes on can add one below it.

    ``given`` and ``held`` are what GIVEN and then HELD found; the rows are read after both. A writer that took its
    number before GIVEN was asked either still held its lock for HELD, or has ended, and its rows are seen.
    """
    return given if held is None else min(given, held)


FACTS = ("game", "event", "division", "proposal", "remark", "seq", "ply", "to_act", "detail")


def shaped(number: int, topic: str, what: str, facts: dict[str, Any], at: datetime) -> dict[str, Any]:
    """The entry as plain values for JSON; ``at`` is in UTC."""
    entry = {
        "number": number,
        "at": at.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z"),
        "about": topic.partition(":")[0],
        "what": what,
    }
    return entry | {name: facts.get(name) for name in FACTS}
