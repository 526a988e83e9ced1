"""Every page, REST list, sweep and task on a big database: 100,000 games, 20,000 of them running, of 20,000 players.

    python -m benchmarks.scale [--games 100000] [--running 20000] [--players 20000] [--database URL]

The database is filled first (``benchmarks.measuring.big_database``); ``--database`` names one that has been filled
before. Then every route is visited as the reader who sees most, and every task is run until nothing is due, once more,
and once more after as many idle games again have been added. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import tempfile
from pathlib import Path

from benchmarks.moves import NO_LIMITS, database_for, measure
from seeds import embedded

MOST_MILLISECONDS, MOST_STATEMENTS = 100, 25
SHOWN = 25
KEY = {"SECRET_KEY": "scale-" * 10, "LOG_LEVEL": "ERROR", "DATABASE_SECONDS": "0"}


def main() -> None:
    """Fill, measure in a process of its own and print what costs most."""
    parser = argparse.ArgumentParser(description="Every page and sweep on a big database.")
    for name, number in (("games", 100_000), ("running", 20_000), ("players", 20_000)):
        parser.add_argument(f"--{name}", type=int, default=number)
    parser.add_argument("--database", help="a PostgreSQL database that has been filled")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="seeds-bench-") as name, contextlib.ExitStack() as servers:
        broker = servers.enter_context(embedded.running_broker(Path(name) / "broker"))
        url = options.database or servers.enter_context(database_for("postgres", Path(name)))
        sizes = (options.games, options.running, options.players, int(not options.database))
        found = measure("benchmarks.measuring.scale_on", *sizes, folder=Path(name) / "on", url=url, broker=broker,
                        more=NO_LIMITS | KEY)  # fmt: skip
    _show_pages(found["pages"])
    _show_tasks(found["tasks"])
    print(f"load of the machine: {os.getloadavg()[0]:.1f}; memory of the process: {found['megabytes']} MB")


def _show_pages(pages: dict[str, list[float]]) -> None:
    heavy = {path: one for path, one in pages.items() if one[0] > MOST_MILLISECONDS or one[1] > MOST_STATEMENTS}
    print(f"{len(pages)} routes; above {MOST_MILLISECONDS} ms or {MOST_STATEMENTS} statements: {len(heavy)}")
    print(f"{'ms here':>8} {'statements':>11} {'ms in SQL':>10} {'kB':>7}  route")
    dearest = dict(sorted(pages.items(), key=lambda item: -item[1][0])[:SHOWN])
    for path, (here, statements, there, size, _) in (dearest | heavy).items():
        print(f"{here:>8.0f} {statements:>11.0f} {there:>10.0f} {size:>7.0f}  {path}{' *' if path in heavy else ''}")


def _show_tasks(tasks: dict[str, dict[str, list[float]]]) -> None:
    rounds = list(next(iter(tasks.values())))
    print(f"\n{'':50}" + "".join(f"{name:>34}" for name in rounds))
    print(f"{'ms here, statements, ms in SQL':50}")
    for name, measured in tasks.items():
        print(f"{name:50}" + "".join(f"{one[0]:>14.0f} {one[1]:>8.0f} {one[2]:>10.0f}" for one in measured.values()))


if __name__ == "__main__":
    main()
