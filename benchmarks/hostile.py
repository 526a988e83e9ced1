"""Hostile requests against honest ones: whether /healthz and moves stay quick at default settings.

    python -m benchmarks.hostile [--seconds 30] [--on sqlite,postgres]

Everything runs on this machine: database, broker, web, SMTP server, worker and the attack. Ends with status 1 when
/healthz took a second or an honest move three. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.moves import database_for, measure
from seeds import embedded

SLOWEST = {"/healthz": 1.0, "an honest move": 3.0}  # seconds


def main() -> None:
    """Attack the service on each database, in a process of its own, and print what was found."""
    parser = argparse.ArgumentParser(description="Hostile requests against honest ones.")
    parser.add_argument("--seconds", type=float, default=30, help="length of the attack")
    parser.add_argument("--on", default="sqlite,postgres", help="databases, by commas")
    options = parser.parse_args()
    is_held = True
    with tempfile.TemporaryDirectory(prefix="seeds-bench-") as folder, contextlib.ExitStack() as servers:
        broker = servers.enter_context(embedded.running_broker(Path(folder) / "broker"))
        for database in options.on.split(","):
            url = servers.enter_context(database_for(database, Path(folder)))
            command = ("benchmarks.measuring.hostile_on", options.seconds)
            quiet = {"LOG_LEVEL": "CRITICAL", "SWEEP_SECONDS": "5"}
            measured = measure(*command, folder=Path(folder) / database, url=url, broker=broker, more=quiet)
            is_held &= _show(database, measured)
    sys.exit(0 if is_held else 1)


def _show(database: str, measured: dict[str, Any]) -> bool:
    """Print what was found; whether nothing honest took too long."""
    print(f"\n{database}, load of the machine: {os.getloadavg()[0]:.1f}")
    is_held = True
    for phase in ("quiet", "under attack"):
        for what, found in measured[phase].items():
            worst = found["worst"]
            is_held &= phase == "quiet" or worst < SLOWEST[what]
            print(f"{found['count']:>6} times {what}, {phase}: median {found['median']:.3f} s, worst {worst:.3f} s")
    for kind, answers in measured["attack"].items():
        described = ", ".join(f"{number} x {status}" for status, number in sorted(answers["statuses"].items()))
        print(f"  {kind}: {described}; longest {answers['longest']:.1f} s")
    return is_held


if __name__ == "__main__":
    main()
