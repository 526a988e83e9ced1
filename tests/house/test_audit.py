"""The audit: what it looks at, and that the workflow runs it. ``./bin/audit`` itself needs the network."""

from __future__ import annotations

import runpy
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings

ROOT: Path = settings.ROOT


@pytest.fixture
def audit(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(str(ROOT / "bin"))
    return runpy.run_path(str(ROOT / "bin/audit"))


class Programs:
    """Takes down what would be run."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def __call__(self, *arguments: str, **_: Any) -> Any:
        self.lines.append(" ".join(arguments))
        return type("Done", (), {"returncode": 0})


def test_every_lock_file_is_audited(audit: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["audit"])
    run = Programs()
    assert audit["vulnerabilities"](run, ROOT)
    assert all(f"--requirement={lock.name}" in run.lines[0] for lock in ROOT.glob("requirements*.lock"))
    assert "--require-hashes" in run.lines[0]
    assert "--strict" in run.lines[0], "a package that the advisory service does not know is no safe one"


def test_only_the_vulnerabilities_are_left_out_offline_and_it_is_said(
    audit: dict[str, Any], capsys: pytest.CaptureFixture[str]
) -> None:
    everything = audit["checks_for"]([])
    assert not capsys.readouterr().err
    assert everything.keys() - audit["checks_for"](["--offline"]).keys() == {"Known vulnerabilities"}
    assert "Known vulnerabilities: not checked" in capsys.readouterr().err


def test_static_analysis_looks_at_all_code_that_runs(audit: dict[str, Any]) -> None:
    run = Programs()
    assert audit["dangerous_code"](run, ROOT)
    assert "--select=S,B ." in run.lines[0]
    lint = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ruff"]["lint"]
    assert {"S", "B"} <= set(lint["select"])
    spared = {path for path, rules in lint["per-file-ignores"].items() if "S" in rules}
    assert spared == {"tests/**", "benchmarks/**", "bin/**"}
    assert [rule for rule in lint["ignore"] if rule.startswith("S")] == []


def test_no_secret_stands_in_the_tree(audit: dict[str, Any]) -> None:
    found = {"results": {"a.py": [{"type": "AWS Access Key", "hashed_secret": "1f", "line_number": 7}]}}
    assert audit["new_secrets"](found, {}) == [("a.py:7", "AWS Access Key")]
    known = audit["without_lines"](found)
    assert audit["new_secrets"](found, known) == []
    found["results"]["a.py"][0]["line_number"] = 9
    assert audit["new_secrets"](found, known) == []


def test_workflow_runs_the_audit() -> None:
    workflow = (ROOT / ".github/workflows/checks.yml").read_text()
    assert "run: ./bin/audit\n" in workflow
    assert "cron:" in workflow
