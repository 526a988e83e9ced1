"""What ``./bin/test`` runs. Standard library only; each check is a program in the environment."""

from __future__ import annotations

import os
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

CODE = ["seeds", "ground", "games", "tournaments", "notifications", "demo", "benchmarks", "bin", "tests", "manage.py"]
WORKFLOW = ".github/workflows/checks.yml"
CHECKS: list[tuple[str, list[str]]] = [
    ("Types", ["mypy", *CODE]),  # first, because it takes as long as all others together
    ("Style", ["ruff", "check", "."]),
    ("Format", ["ruff", "format", "--check", "."]),
    ("Import direction", ["lint-imports", "--no-logo"]),
    ("Templates", ["djlint", "templates", "--lint", "--quiet"]),
    ("API schema", ["python", "manage.py", "spectacular", "--validate", "--fail-on-warn", f"--file={os.devnull}"]),
    ("Django", ["python", "manage.py", "check", "--fail-level=WARNING"]),
    ("Migrations", ["python", "manage.py", "makemigrations", "--check", "--dry-run"]),
    ("Weight", ["python", "bin/weigh"]),
    ("Licences", ["python", "bin/licences.py"]),
    ("Workflows", ["zizmor", "--offline", "--quiet", ".github"]),
    ("Workflow schema", ["check-jsonschema", "--builtin-schema=vendor.github-workflows", WORKFLOW]),
    ("Update schema", ["check-jsonschema", "--builtin-schema=vendor.dependabot", ".github/dependabot.yml"]),
]
SHOWN = {"Weight"}  # what these say is of interest when all is well, too
# Many tests wait for programs that they start: two at a time halve that. A file stays in one process, in its order;
# files with slow tests come first (tests/conftest.py), so that no process waits for the other at the end.
TESTS = ["python", "-m", "pytest", "--numprocesses=2", "--dist=loadfile", "--no-loadscope-reorder"]
# Slow tests wait the longest, for browsers, servers and what must not happen: a third process works meanwhile.
EVERYTHING = ["--numprocesses=3", "-m", ""]
LONGEST = ["--durations=25", "--durations-min=2"]  # the report says what took most of the time


def run_all(python: Path, *, everything: bool = False) -> int:
    """Run every check and then the tests, also after one has failed; with ``everything`` the slow tests too.

    Two checks run at a time, and each says what it has to say when it is over. Returns 0 when all passed.
    """

    def installed(command: list[str]) -> list[str]:
        return [str(python.with_name(command[0])), *command[1:]]

    def check(title: str, command: list[str]) -> bool:
        started = time.monotonic()
        ended = subprocess.run(installed(command), check=False, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = ended.stdout.decode(errors="replace") if ended.returncode or title in SHOWN else ""
        result = "failed" if ended.returncode else "good"
        print(f"== {title}: {result}, {time.monotonic() - started:.1f} s\n{said}", end="", flush=True)
        return ended.returncode == 0

    print(f"== {len(CHECKS)} checks", flush=True)
    with ThreadPoolExecutor(max_workers=2) as two:
        passed = list(two.map(lambda one: check(*one), CHECKS))
    failed = [title for (title, _), good in zip(CHECKS, passed, strict=True) if not good]
    print("== Tests", flush=True)
    if subprocess.run([*installed(TESTS), *LONGEST, *(EVERYTHING if everything else [])], check=False).returncode:
        failed.append("Tests")
    if failed:
        print(f"Failed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0
