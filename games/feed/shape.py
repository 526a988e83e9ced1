"""An entry of the feed as programs and pages read it: the same fields always, null where there is nothing. Pure."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

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
