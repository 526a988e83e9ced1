"""The post office under load: mails in, mails out, memory of the door, and others while one seat is flooded.

    python -m benchmarks.post [--mails 300] [--flood 10000] [--on postgres]

Everything runs on this machine: database, broker, door, workers and the load. Ratios of two figures of one run are
what compares. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.moves import ROOT, database_for
from seeds import embedded


def main() -> None:
    """Measure on each database in a process of its own and print what was found."""
    parser = argparse.ArgumentParser(description="The post office under load.")
    parser.add_argument("--mails", type=int, default=300, help="mails of each kind that are timed")
    parser.add_argument("--flood", type=int, default=10_000, help="mails that go to one seat")
    parser.add_argument("--on", default="postgres", help="databases, by commas")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="seeds-bench-") as folder, contextlib.ExitStack() as servers:
        broker = servers.enter_context(embedded.running_broker(Path(folder) / "broker"))
        for database in options.on.split(","):
            url = servers.enter_context(database_for(database, Path(folder)))
            environment = os.environ | {
                "DATABASE_URL": url,
                "REDIS_URL": broker,
                "SEEDS_VAR": str(Path(folder) / f"var-{database}"),
                "EMAIL_URL": f"filemail://{folder}/mail-{database}",
                "LOG_LEVEL": "ERROR",
                "DJANGO_SETTINGS_MODULE": "seeds.settings",
            }
            command = [sys.executable, "-m", "benchmarks.post_on", str(options.mails), str(options.flood)]
            measured = subprocess.run(command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE, text=True)
            print(f"\n{database}, load of the machine before and after: {os.getloadavg()[0]:.1f}")
            for name, value in json.loads(measured.stdout.splitlines()[-1]).items():
                print(f"{value:>12,.2f}  {name}")


if __name__ == "__main__":
    main()
