"""The post office under load: mails in, mails out, memory of the server, and others while one seat is flooded.

    python -m benchmarks.post [--mails 300] [--flood 10000] [--on postgres]

Everything runs on this machine: database, broker, door, workers and the load. Ratios of two figures of one run are
what compares. See README.md in this folder.
"""

from __future__ import annotations

import argparse
import os

from benchmarks.moves import measured_on


def main() -> None:
    """Measure on each database in a process of its own and print what was found."""
    parser = argparse.ArgumentParser(description="The post office under load.")
    parser.add_argument("--mails", type=int, default=300, help="mails of each kind that are timed")
    parser.add_argument("--flood", type=int, default=10_000, help="mails that go to one seat")
    parser.add_argument("--on", default="postgres", help="databases, by commas")
    options = parser.parse_args()
    command = ("benchmarks.measuring.post_on", options.mails, options.flood)
    for database, measured in measured_on(options.on, *command, more={"LOG_LEVEL": "ERROR", "MAIL_LAB": "0"}):
        print(f"\n{database}, load of the machine before and after: {os.getloadavg()[0]:.1f}")
        for name, value in measured.items():
            print(f"{value:>12,.2f}  {name}")


if __name__ == "__main__":
    main()
