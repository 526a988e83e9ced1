"""Answers a second for visitors, beside a bare WSGI application in the same server: conditional requests, and bodies.

    python -m benchmarks.visitors [--seconds 3] [--rounds 2] [--on sqlite,postgres]

Database, servers and load share this machine. What compares is the ratio of two figures of one run, and the processor
time of an answer. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import os
import statistics
from typing import Any

from benchmarks.moves import NO_LIMITS, measured_on

COLUMNS = ("", "304 a second", "ratio", "CPU ms", "bodies a second", "ratio", "CPU ms", "kB")
WIDTHS = (34, 13, 7, 7, 16, 7, 7, 6)


def main() -> None:
    """Measure on each database in a process of its own and print one table."""
    parser = argparse.ArgumentParser(description="Answers a second for visitors, beside bare WSGI.")
    parser.add_argument("--seconds", type=float, default=3, help="length of one window")
    parser.add_argument("--rounds", type=int, default=2, help="windows of each kind, in turns")
    parser.add_argument("--on", default="sqlite,postgres", help="databases, by commas")
    options = parser.parse_args()
    command = ("benchmarks.measuring.visitors_on", options.seconds, options.rounds)
    for database, measured in measured_on(options.on, *command, more=NO_LIMITS):
        _show(database, measured)


def _show(database: str, measured: dict[str, dict[str, Any]]) -> None:
    print(f"\n{database}, load of the machine: {os.getloadavg()[0]:.1f}")
    print(" ".join(f"{title:>{width}}" for title, width in zip(COLUMNS, WIDTHS, strict=True)))
    bare = measured["bare"]
    for what, found in measured.items():
        cells: list[object] = [what]
        for kind in ("304", "body"):
            rate, floor = (statistics.median(one["rate"] for one in windows[kind]) for windows in (found, bare))
            cpu = statistics.median(one["cpu_ms"] for one in found[kind])
            cells += [f"{rate:.0f}", f"{rate / floor:.2f}", f"{cpu:.2f}"]
        cells.append(f"{found['bytes'] / 1000:.1f}")
        print(" ".join(f"{cell:>{width}}" for cell, width in zip(cells, WIDTHS, strict=True)))


if __name__ == "__main__":
    main()
