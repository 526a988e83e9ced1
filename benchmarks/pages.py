"""Processor time, size and memory of the pages and files of big events, and of the worker that computes their tables.

    python -m benchmarks.pages [--players 3000] [--entrants 1024] [--keep FOLDER]

A Swiss tournament of nine rounds of which the last is half played, one of 1,000 players for "what if", and a knockout:
all in one process on SQLite, asked without a network. A folder that is kept has the database for the next time.
See README.md in this folder.
"""

from __future__ import annotations

import argparse
import contextlib
import tempfile
from pathlib import Path

from benchmarks.moves import NO_LIMITS, measure


def main() -> None:
    """Measure in a process of its own and print a line for each thing that was asked for."""
    parser = argparse.ArgumentParser(description="Pages and files of big events.")
    parser.add_argument("--players", type=int, default=3000, help="of the Swiss tournament, more than 64")
    parser.add_argument("--entrants", type=int, default=1024, help="of the knockout, more than 64")
    parser.add_argument("--keep", type=Path, help="a folder for the database, used again if it is there")
    options = parser.parse_args()
    with contextlib.ExitStack() as stack:
        folder = options.keep or Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="seeds-bench-")))
        command = ("benchmarks.measuring.pages_on", options.players, options.entrants)
        measured = measure(*command, folder=folder, url="", broker="", more=NO_LIMITS)
    print(f"{'':<44} {'processor s':>12} {'kB':>8} {'peak MB':>8}")
    for what, (seconds, size, peak) in measured.items():
        print(f"{what:<44} {seconds:>12.3f} {size:>8.0f} {peak:>8.1f}")


if __name__ == "__main__":
    main()
