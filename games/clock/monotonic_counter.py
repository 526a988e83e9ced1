"""What the machine itself knows of time: a counter that nobody can set, and which start it counts from."""

from __future__ import annotations

import contextlib
import time
import uuid
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

_BOOT_ID = Path("/proc/sys/kernel/random/boot_id")


@dataclass(frozen=True, slots=True)
class Counter:
    """``ticks`` in seconds since ``boot``; two counters of one boot can be compared, whichever process read them."""

    ticks: float
    boot: str

    def values(self) -> dict[str, Any]:
        return asdict(self)


@cache
def _boot() -> str:
    with contextlib.suppress(OSError):
        return _BOOT_ID.read_text().strip()
    return f"process {uuid.uuid4()}"  # elsewhere a counter is good for the process that reads it


def read_monotonic_counter() -> Counter:
    """The counter now. On Linux it goes on while the machine sleeps."""
    source = getattr(time, "CLOCK_BOOTTIME", None)
    return Counter(time.monotonic() if source is None else time.clock_gettime(source), _boot())
