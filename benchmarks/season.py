"""A season of a big league from its start to its last table, through the real services and workers.

    python -m benchmarks.season [--players 5000] [--pool-size 9] [--workers 2]

PostgreSQL, a broker and the workers run on this machine. Games are ended by resignations, as many at a time as there
are processes, while the workers compute. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path

from benchmarks.moves import database_for, measure
from seeds import embedded


def main() -> None:
    """Measure in a process of its own and print a line for each step."""
    parser = argparse.ArgumentParser(description="A season of a big league through the real workers.")
    parser.add_argument("--players", type=int, default=5000)
    parser.add_argument("--pool-size", type=int, default=9)
    parser.add_argument("--workers", type=int, default=2, help="worker processes, and processes that end games")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="seeds-bench-") as folder, contextlib.ExitStack() as servers:
        broker = servers.enter_context(embedded.running_broker(Path(folder) / "broker"))
        url = servers.enter_context(database_for("postgres", Path(folder)))
        numbers = (options.players, options.pool_size, options.workers)
        measured = measure("benchmarks.measuring.season_on", *numbers, folder=Path(folder), url=url, broker=broker)
    for what, figure in measured.items():
        print(f"{what:<60} {figure:>12}")


if __name__ == "__main__":
    main()
