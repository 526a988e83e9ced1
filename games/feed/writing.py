"""Adding entries to the feed, in the transaction of what they report."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from itertools import chain
from typing import Any

from django.db import connection, transaction

from games.feed.entries import BASE, CHANNEL
from games.models import FeedEntry
from ground.prepared import execute, in_portions
from ground.prepared.writes import insert


@dataclass(frozen=True, slots=True)
class NewEntry:
    """One entry to be written: its topic, what happened, and the numbers and slugs that say where."""

    topic: str
    what: str
    facts: dict[str, Any] = field(default_factory=dict)


def write(entries: Sequence[NewEntry], *, at: datetime) -> Sequence[int]:
    """Add entries in the caller's transaction, and return their numbers in the same order."""
    if not entries:
        return []
    if not transaction.get_connection().in_atomic_block:
        raise AssertionError("The feed is only written in the transaction of what it reports.")
    if connection.vendor == "postgresql":
        return [number for portion in in_portions(entries) for number in _insert(portion, at)]
    rows = [FeedEntry(topic=new.topic, what=new.what, facts=new.facts, at=at) for new in entries]
    insert(rows)
    return [row.pk for row in rows]


def _insert(entries: Sequence[NewEntry], at: datetime) -> Sequence[int]:
    """One statement: lock, then numbers; those who listen are woken by the commit."""
    given = chain.from_iterable((new.topic, new.what, json.dumps(new.facts)) for new in entries)
    return [number for (number,) in execute(_insertion(len(entries)), [BASE, CHANNEL, at, *given])]


@lru_cache(maxsize=50)
def _insertion(count: int) -> str:
    rows = ", ".join(["(%s, %s, %s)"] * count)
    return f"""
        WITH held AS MATERIALIZED (
            SELECT pg_advisory_xact_lock_shared(%s + last_value - 1 + is_called::int), pg_notify(%s, '')
            FROM games_feedentry_id_seq
        )
        INSERT INTO games_feedentry (topic, what, facts, at)
        SELECT new.topic, new.what, new.facts::jsonb, %s FROM held, (VALUES {rows}) AS new (topic, what, facts)
        RETURNING id AS number
        """  # noqa: S608 - placeholders only
