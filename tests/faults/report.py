"""A campaign from the first account to the verdict, and what is said about it."""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random

from django.conf import settings

from tests.faults.bots import Soak, Village
from tests.faults.campaign import Campaign
from tests.faults.checker import Verdict, judge
from tests.faults.journal import Journal
from tests.faults.mail_host import MailHost
from tests.faults.stage import Place, Stage, stage
from tests.faults.world import World
from tests.service import PROGRAMS

REBUILDS = (("check_games",), ("verify_event",), ("ratings",), ("ratings", "--check"))  # days that a clock reopened
SILENT_SECONDS = 150.0  # after which every part must have sent a heartbeat again
MOST_SHOWN = 40
ERROR = re.compile(r"^(\w[\w.]*(?:Error|Exception|Timeout|Refused)): ", re.MULTILINE)


def run(where: Place, options: argparse.Namespace) -> int:
    """One campaign; its status, 0 where every promise was kept."""
    journal, kinds = Journal(), (Village, Soak) if options.soak else (World, Campaign)
    world = kinds[0](Random(f"{options.seed}:world"), hurries=not options.unhurried)
    world.make_players()
    begun = time.time()
    try:
        with MailHost() as host, stage(where, journal, host, has_limits=options.soak) as everything:
            kinds[1](everything, world, options.seed, options.minutes, options.only, options.update).run()
            verdict = judge(everything, journal)
            if everything.colony:
                verdict.counted.update(
                    {f"requests of bots: {what}": n for what, n in everything.colony.asked().items()}
                )
            if options.update:
                verdict.broken += [f"a request failed during the update: {said}" for said in journal.unanswered]
            verdict.broken += [*_parts_that_are_gone(everything), *_differences_from_a_rebuild(everything)]
    finally:
        if options.keep:
            _keep(where, journal, options.keep)
    said = _describe(where, options, journal, verdict, time.time() - begun)
    sys.stdout.write(f"{said}\n")
    if options.report:
        with options.report.open("a") as file:
            file.write(said + "\n")
    return 1 if verdict.broken else 0


def _parts_that_are_gone(everything: Stage) -> list[str]:
    """Programs that do not run, parts that send no heartbeat and sweeps that are late, once they have had the time."""
    programs = PROGRAMS - ({"broker"} if everything.place.broker else set())
    limit = time.monotonic() + SILENT_SECONDS
    while True:
        ready = everything.service.ask("/readyz")
        found = {name: ready[name] for name in ("silent", "late")}
        found["gone"] = sorted(programs - everything.service.children().keys())
        if not any(found.values()):
            return []
        if time.monotonic() > limit:
            return [f"{what}: {name}" for what, names in found.items() for name in names]
        time.sleep(1)


def _differences_from_a_rebuild(everything: Stage) -> list[str]:
    """What our own commands find that compute games, tables and ratings again from the logs."""
    environment = everything.service.environment | {
        "DATABASE_URL": everything.place.database_url, "LD_PRELOAD": "", "REDIS_URL": ""
    }  # fmt: skip
    found = []
    for command in REBUILDS:
        ended = subprocess.run(
            everything.place.program("-m", "seeds", *command),
            env=environment,
            cwd=settings.ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if ended.returncode:
            found.append(f"manage.py {' '.join(command)}: {ended.stdout[-1500:]} {ended.stderr[-1500:]}")
    return found


def _keep(where: Place, journal: Journal, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    journal.keep(folder / "notes.jsonl")
    shutil.copytree(where.var / "log", folder / "log", dirs_exist_ok=True)
    if (where.folder / "said.txt").exists():
        shutil.copy(where.folder / "said.txt", folder)


def _describe(where: Place, options: argparse.Namespace, journal: Journal, verdict: Verdict, seconds: float) -> str:
    kinds = Counter(fault.kind for fault in journal.happened)
    lines = [
        f"Seed {options.seed}, {options.minutes:g} minutes of faults ({seconds / 60:.1f} in all), on "
        f"{'the embedded defaults' if where.is_embedded else 'PostgreSQL and a broker'}, "
        f"{'installed' if where.installed else 'in this checkout'}; load {os.getloadavg()[1]:.1f}",
        f"{kinds.total()} faults: " + ", ".join(f"{name} {number}" for name, number in kinds.most_common()),
        f"{len(journal.unanswered):>7}  requests that failed and were sent again",
        *(f"left out: {reason}" for reason in where.skipped),
        *(f"{number:>7}  {what}" for what, number in sorted(verdict.counted.items())),
        *(f"        errors in logs: {number} {name}" for name, number in _errors(where).most_common(12)),
        f"{len(verdict.broken)} broken promises",
        *(f"  - {sentence}" for sentence in verdict.broken[:MOST_SHOWN]),
    ]
    return "\n".join(lines)


def _errors(where: Place) -> Counter[str]:
    """The last lines of tracebacks, by their class: those of servers that are away are to be expected."""
    found: Counter[str] = Counter()
    for log in (where.var / "log").glob("*.log*"):
        found.update(ERROR.findall(log.read_text(errors="replace")))
    return found
