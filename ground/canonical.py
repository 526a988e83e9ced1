"""The canonical text of plain values, over which every hash of a log, a table or a record is taken.

The text survives every way of copying a database: keys are sorted, numbers are integers, and times have whole
milliseconds, because JSON fixtures keep no more.
"""

from __future__ import annotations

import hashlib
import json
from datetime import UTC, datetime
from typing import Any


def canonical_text(value: Any) -> str:
    """Plain values (no floats, no dates) as JSON with sorted keys, without spaces, in ASCII."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), allow_nan=False)


def canonical_time(at: datetime) -> str:
    """An aware time in UTC, cut to whole milliseconds, as in ``2027-03-01T18:00:00.120Z``."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def whole_milliseconds(at: datetime) -> datetime:
    """The time that ``canonical_time`` writes, so that what is stored and what is written are equal."""
    return at.replace(microsecond=at.microsecond // 1000 * 1000)


def digest_of(value: Any) -> str:
    """SHA-256 of the canonical text, in hex."""
    return hashlib.sha256(canonical_text(value).encode()).hexdigest()
