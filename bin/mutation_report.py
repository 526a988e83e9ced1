"""What ``bin/mutate`` has found, in ``var/mutation``, and ``var/mutation/report.md``, which is made of it.

Why a survivor may live stands in ``bin/survivors.toml``: the first entry whose ``where`` matches the name of its
function (``*`` stands for anything) and whose ``change``, a regular expression, is found in ``before → after``.
"""

from __future__ import annotations

import json
import re
import tomllib
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any, TypedDict

ROOT = Path(__file__).resolve().parent.parent
RESULTS = ROOT / "var" / "mutation"
REPORT = RESULTS / "report.md"
REASONS = ROOT / "bin" / "survivors.toml"
CONTEXT = 24  # characters that are shown around what was changed
NO_REASON = "No test asks for it yet."

HEAD = """# Mutation tests

Not changed: the words of errors that are raised, class bodies, and calls of `len` and `isinstance`. The tests of one
mutant may take three seconds of processor time; slower ones are not run, which can only make the figures worse.

| target | mutants | killed | survived | score | measured |
| --- | --- | --- | --- | --- | --- |"""


class Change(TypedDict):
    """One mutant."""

    name: str
    before: str
    after: str


def configuration() -> dict[str, Any]:
    """``[tool.mutation]`` of pyproject.toml."""
    tool: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mutation"]
    return tool


class Result(TypedDict):
    """What became of a target: when and how it was measured, how many mutants it has, and which of those that were
    tried were killed or survived."""

    date: str
    command: str
    possible: int
    killed: list[Change]
    survived: list[Change]


def keep(target: str, command: str, possible: int, killed: list[Change], survived: list[Change]) -> None:
    """Note what became of a target."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    date = datetime.now(UTC).date().isoformat()
    result: Result = {
        "date": date, "command": command, "possible": possible, "killed": killed, "survived": survived,
    }  # fmt: skip
    (RESULTS / f"{target}.json").write_text(json.dumps(result, indent=1))


def killed(target: str) -> list[Change]:
    """The changes that a test has noticed the last time."""
    found = results().get(target)
    return found["killed"] if found else []


def results() -> dict[str, Result]:
    """What became of each target that was measured."""
    files = {target: RESULTS / f"{target}.json" for target in configuration()["targets"]}
    return {target: json.loads(file.read_text()) for target, file in files.items() if file.exists()}


def score(result: Result) -> float:
    """How many of a hundred that were tried were killed."""
    return 100 * len(result["killed"]) / (len(result["killed"]) + len(result["survived"]))


def shortfall() -> int:
    """1 if a measured target is below the floor, else 0."""
    floor = configuration()["floor"]
    return int(any(score(result) < floor for result in results().values()))


def write() -> None:
    """Write the report of all targets that were measured here."""
    measured = results()
    rows = [_row(target, result) for target, result in measured.items()]
    sections = [_survivors(target, result) for target, result in measured.items()]
    REPORT.write_text("\n\n".join(["\n".join([HEAD, *rows]), *sections]) + "\n")


def _row(target: str, result: Result) -> str:
    dead, left = len(result["killed"]), len(result["survived"])
    tried = f"{dead + left:,}"
    if dead + left < result["possible"]:
        tried = f"{tried} by chance of {result['possible']:,}"
    measured = f"{result['date']}, `{result['command']}`"
    return f"| {target} | {tried} | {dead:,} | {left:,} | {score(result):.1f} % | {measured} |"


def _survivors(target: str, result: Result) -> str:
    by_reason: dict[str, list[str]] = {}
    for survivor in result["survived"]:
        by_reason.setdefault(reason_of(survivor), []).append(_line(survivor))
    parts = [f"## Survivors: {target}"]
    for reason in sorted(by_reason, key=lambda reason: (reason == NO_REASON, reason)):
        parts += [reason, "\n".join(by_reason[reason])]
    return "\n\n".join(parts)


@cache
def _reasons() -> list[dict[str, str]]:
    reasons: list[dict[str, str]] = tomllib.loads(REASONS.read_text())["survivors"]
    return reasons


def reason_of(survivor: Change) -> str:
    """Why a change may survive, or ``NO_REASON``."""
    change = " → ".join(_changed(survivor))
    for reason in _reasons():
        if fnmatchcase(survivor["name"], reason["where"]) and re.search(reason["change"], change):
            return reason["why"]
    return NO_REASON


def _line(survivor: Change) -> str:
    before, after = _changed(survivor)
    return f"- `{survivor['name']}`\n  `{before}` → `{after}`"


def _changed(survivor: Change) -> tuple[str, str]:
    """What was changed, before and after, with a few characters around it."""
    before, after = survivor["before"], survivor["after"]
    start = next(
        (n for n, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), min(len(before), len(after))
    )
    most = min(len(before), len(after)) - start
    end = next((n for n in range(most) if before[-1 - n] != after[-1 - n]), most)
    first = max(0, start - CONTEXT)
    shown = (text[first : len(text) - max(0, end - CONTEXT)] for text in (before, after))
    one, other = (text.replace("`", "'").strip() for text in shown)
    return one, other


if __name__ == "__main__":
    write()
