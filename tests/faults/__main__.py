"""``python -m tests.faults --seed 1 --minutes 10 [--on embedded] [--report FILE]``: one campaign of faults.

Ends with status 1 when a promise was broken. The same seed draws the same faults in the same order; what the processes
make of them differs from run to run.
``--installed`` builds and installs the package first: the service is what ``docker-compose.yml`` starts of it.
``--only WORDS`` takes the kinds of faults that it names, ``--unhurried`` leaves out games whose time can run out.
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import sys
import tempfile
import time
from pathlib import Path

import django

from seeds import embedded
from tests.faults.stage import place


def main() -> int:
    """Start the servers, then Django in this process on the same database, then the campaign."""
    options = _options()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("Ended before its time."))  # servers and disks go with it
    for name in list(os.environ):
        if re.fullmatch("PG[A-Z]+|[A-Z_]*_RATE_[A-Z]+", name):
            del os.environ[name]
    os.environ |= {"DJANGO_SETTINGS_MODULE": "seeds.settings", "SECRET_KEY": "campaign-" * 7, "LOG_LEVEL": "CRITICAL"}
    os.environ |= {"DATABASE_URL": "", "REDIS_URL": "", "MAIL_LAB": "0"}
    with tempfile.TemporaryDirectory(prefix="seeds-faults-", ignore_cleanup_errors=True) as name:
        os.environ["SEEDS_VAR"] = str(Path(name) / ("own" if options.installed else "var"))  # its user has the other
        try:
            with place(Path(name), on=options.on, installed=options.installed) as where:
                os.environ["DATABASE_URL"] = where.database_url
                django.setup()
                from tests.faults.report import run  # settings are read once: the servers must be there by then

                return run(where, options)
        except embedded.ServerMissingError as missing:
            sys.exit(str(missing))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.faults", description="Faults on purpose.")
    parser.add_argument("--seed", type=int, default=int(time.time()))
    parser.add_argument("--minutes", type=float, default=2.0)
    parser.add_argument("--on", choices=["postgres", "embedded"], default="postgres")
    parser.add_argument("--installed", action="store_true", help="the package as docker-compose.yml starts it")
    parser.add_argument("--only", default="", help="the kinds of faults whose names this regular expression finds")
    parser.add_argument("--unhurried", action="store_true", help="no clock runs out, so that slowness breaks nothing")
    parser.add_argument(
        "--update",
        action="store_true",
        help="nothing but updates: all programs are exchanged, at once and one by one, and no request may fail",
    )
    parser.add_argument("--report", type=Path, help="a file that the report is added to")
    parser.add_argument("--keep", type=Path, help="a folder that logs and notes are copied to")
    parser.add_argument("--soak", action="store_true", help="twenty bots live here, with all that happens to bots")
    options = parser.parse_args()
    if options.installed and options.on == "embedded":
        parser.error("the package brings no broker: --installed needs --on postgres")
    if options.update:
        options.only = "rolling restart|everything is restarted"
    if options.soak and not options.only:
        options.only = "a process|every process|restart|supervisor|the broker is killed|bots|laptops"
    return options


if __name__ == "__main__":
    sys.exit(main())
