"""What ``./bin/test`` runs, in order. Standard library only; each check is a program in the environment."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path

CODE = ["seeds", "games", "tournaments", "notifications", "demo", "benchmarks", "bin", "tests", "manage.py"]
WORKFLOW = ".github/workflows/checks.yml"
CHECKS: list[tuple[str, list[str]]] = [
    ("Style", ["ruff", "check", "."]),
    ("Format", ["ruff", "format", "--check", "."]),
    ("Types", ["mypy", *CODE]),
    ("Import direction", ["lint-imports", "--no-logo"]),
    ("Templates", ["djlint", "templates", "--lint", "--quiet"]),
    ("Django", ["python", "manage.py", "check", "--fail-level=WARNING"]),
    ("Migrations", ["python", "manage.py", "makemigrations", "--check", "--dry-run"]),
    ("API schema", ["python", "manage.py", "spectacular", "--validate", "--fail-on-warn", f"--file={os.devnull}"]),
    ("Licences", ["python", "bin/licences.py"]),
    ("Workflows", ["zizmor", "--offline", "--quiet", ".github"]),
    ("Workflow schema", ["check-jsonschema", "--builtin-schema=vendor.github-workflows", WORKFLOW]),
    ("Update schema", ["check-jsonschema", "--builtin-schema=vendor.dependabot", ".github/dependabot.yml"]),
    # Many tests wait for programs that they start: two at a time halve that. A file stays in one process, in its order;
    # files with slow tests come first (tests/conftest.py), so that no process waits for the other at the end.
    ("Tests", ["python", "-m", "pytest", "--numprocesses=2", "--dist=loadfile", "--no-loadscope-reorder"]),
]


def run_all(python: Path, *, everything: bool = False) -> int:
    """Run every check, also after one has failed; with ``everything`` the slow tests too. Returns 0 when all passed."""
    failed = []
    for title, (program, *arguments) in CHECKS:
        started = time.monotonic()
        print(f"== {title}", flush=True)
        if title == "Tests" and everything:
            arguments = [*arguments, "-m", ""]
        status = subprocess.run([python.with_name(program), *arguments], check=False).returncode
        if status:
            failed.append(title)
        elif title != "Tests":
            print(f"   good, {time.monotonic() - started:.1f} s", flush=True)
    if failed:
        print(f"Failed: {', '.join(failed)}", flush=True)
    return 1 if failed else 0
