"""Moves per second through the whole service, by page and REST.

    python -m benchmarks.moves [--seconds 4] [--rounds 3] [--on sqlite,postgres] [--doors page,api]

Everything runs on this machine: the database, the server and the load. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from seeds import embedded
from seeds.environment import Environment
from seeds.installation import prepare

ROOT = Path(__file__).resolve().parent.parent
NO_LIMITS = {
    f"{scope}_RATE_{caller}": "1000000/sec"
    for scope in ("API", "PAGE", "EXPENSIVE")
    for caller in ("PLAYER", "ANONYMOUS")
}  # for benchmarks that ask more than people do


def main() -> None:
    """Measure on each database in a process of its own and print one table."""
    options = _options()
    command = ("benchmarks.measuring.moves_on", options.seconds, options.rounds, options.doors)
    for database, measured in measured_on(options.on, *command, more=NO_LIMITS):
        _show(database, measured)


def measured_on(
    databases: str, module: str, *arguments: object, more: Mapping[str, str]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each of the databases (names with commas between) with what a process has measured on it."""
    with tempfile.TemporaryDirectory(prefix="seeds-bench-") as folder, contextlib.ExitStack() as servers:
        broker = servers.enter_context(embedded.running_broker(Path(folder) / "broker"))
        for name in databases.split(","):
            url = servers.enter_context(database_for(name, Path(folder)))
            yield name, measure(module, *arguments, folder=Path(folder) / name, url=url, broker=broker, more=more)


def measure(
    module: str, *arguments: object, folder: Path, url: str, broker: str, more: Mapping[str, str] | None = None
) -> dict[str, Any]:
    """What the measuring process prints as JSON on its last line. Its service keeps everything in ``folder``."""
    folder.mkdir(exist_ok=True)
    environment = os.environ | {
        "DATABASE_URL": url,
        "REDIS_URL": broker,
        "SEEDS_VAR": str(folder / "var"),
        "EMAIL_URL": f"filemail://{folder / 'mail'}",
        "LOG_LEVEL": "WARNING",
        "DJANGO_SETTINGS_MODULE": "seeds.settings",
        **(more or {}),
    }
    prepare(Environment(environment))
    command = [sys.executable, "-m", module, *map(str, arguments)]
    measured = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
    found: dict[str, Any] = json.loads(measured.stdout.splitlines()[-1])
    return found


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Moves per second by page and REST.")
    parser.add_argument("--seconds", type=float, default=4, help="length of one window")
    parser.add_argument("--rounds", type=int, default=3, help="windows of each kind, in turns")
    parser.add_argument("--on", default="sqlite,postgres", help="databases, by commas")
    parser.add_argument("--doors", default="page,api", help="what is measured beside the service, by commas")
    return parser.parse_args()


@contextlib.contextmanager
def database_for(name: str, folder: Path) -> Iterator[str]:
    """The URL of an empty database: a file, or on a PostgreSQL server (DATABASE_URL's, else one from the wheel)."""
    if name == "sqlite":
        yield f"sqlite:///{folder / 'bench.sqlite3'}"
        return
    with contextlib.ExitStack() as stack:
        server = os.environ.get("DATABASE_URL", "") or stack.enter_context(embedded.running_postgres())
        yield stack.enter_context(embedded.empty_database(server))


def _show(database: str, measured: dict[str, Any]) -> None:
    print(f"\n{database}: {measured['statements']} SQL statements a move")
    print(f"{'door':>13}{'moves/s':>13}{'CPU ms a move':>16}")
    for source in ("service", "page", "api"):
        if windows := measured[source]:
            rate, cpu = (statistics.median(window[name] for window in windows) for name in ("rate", "cpu_ms"))
            print(f"{source:>13}{rate:>13.0f}{cpu:>16.1f}")


if __name__ == "__main__":
    main()
