"""What the release script refuses, and the checks before it: images by digest, licences, and the audit, whose look-ups
need the network."""

from __future__ import annotations

import importlib.util
import runpy
import sys
import tomllib
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from django.conf import settings

ROOT: Path = settings.ROOT
READY = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-31

### Added

- Something.

## [1.1.0] - 2026-11-30
"""


def program(name: str) -> ModuleType:
    """The module of that name in ``bin``."""
    spec = importlib.util.spec_from_file_location(name, ROOT / f"bin/{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


CHANGELOG, IMAGES, LICENCES = program("changelog"), program("container_images"), program("licences")


def test_version_with_a_dated_section_can_be_released() -> None:
    assert CHANGELOG.reasons_against("1.2.0", READY) == []


@pytest.mark.parametrize(
    ("version", "text", "reason"),
    [
        ("1.3.0", READY, "no section [1.3.0]"),
        ("1.1.0", READY, "no section [1.1.0] below [Unreleased]"),
        ("1.2", READY, "not a version"),
        ("1.2.0", READY.replace("2026-12-31", "soon"), "must end with its date"),
        ("1.2.0", READY.replace("2026-12-31", "2026-02-30"), "must end with its date"),
        ("1.2.0", READY.replace("- Something.", ""), "has no entries"),
        ("1.2.0", READY.replace("## [Unreleased]", "## [Unreleased]\n\n- Not out yet."), "entries below [Unreleased]"),
        ("1.2.0", READY.replace("## [Unreleased]\n", ""), "must be [Unreleased]"),
        ("1.2.0", "# Changelog\n", "must be [Unreleased]"),
    ],
)
def test_changelog_that_is_not_ready_is_refused(version: str, text: str, reason: str) -> None:
    (said,) = CHANGELOG.reasons_against(version, text)
    assert reason in said


@pytest.mark.parametrize(
    ("version", "tags", "allowed"),
    [
        ("1.10.0", ["v1.9.0", "v1.2.0"], True),
        ("1.2.0", ["v1.9.0"], False),
        ("1.2.0", ["v1.2.0"], False),
        ("1.2.0", ["vote", "v1"], True),
        ("0.1.0", [], True),
    ],
)
def test_version_is_higher_than_every_tag(version: str, tags: list[str], allowed: bool) -> None:
    assert (CHANGELOG.reasons_against_tag(version, tags) == []) is allowed


def test_changelog_of_the_project_has_the_form_that_releases_need() -> None:
    text = (ROOT / "CHANGELOG.md").read_text()
    assert "must be [Unreleased]" not in str(CHANGELOG.reasons_against("0.0.1", text))


A, B = f"sha256:{'a' * 64}", f"sha256:{'b' * 64}"
DOCKERFILE = "FROM python:3.12-slim AS build\nRUN x\n\nFROM python:3.12-slim\nCOPY --from=build /a /b\nFROM build\n"
COMPOSE = f"services:\n  db:\n    image: postgres:17\n  redis:  # image: none\n    image: valkey/valkey:9@{A}\n"


def test_image_without_a_digest_is_named_with_its_file() -> None:
    assert IMAGES.images_in(DOCKERFILE) == ["python:3.12-slim"]
    assert IMAGES.reasons_against({"Dockerfile": DOCKERFILE, "docker-compose.yml": COMPOSE}) == [
        "python:3.12-slim in Dockerfile has no digest, so what it means can change: run ./bin/images --pin.",
        "postgres:17 in docker-compose.yml has no digest, so what it means can change: run ./bin/images --pin.",
    ]
    for half in ("sha256:abc", f"sha256:{'g' * 64}", f"sha512:{'a' * 64}"):
        assert len(IMAGES.reasons_against({"Dockerfile": f"FROM python:3.12@{half}\n"})) == 1


def test_pinned_images_keep_their_tags_and_everything_around_them() -> None:
    text = IMAGES.pinned(DOCKERFILE, {"python:3.12-slim": A})
    assert text == DOCKERFILE.replace("python:3.12-slim", f"python:3.12-slim@{A}")
    both = {"postgres:17": A, "valkey/valkey:9": B}
    assert IMAGES.reasons_against({"x": text, "y": IMAGES.pinned(COMPOSE, both)}) == []
    assert f"image: valkey/valkey:9@{B}\n" in IMAGES.pinned(COMPOSE, both)


def test_every_image_of_the_project_is_found_and_fixed() -> None:
    files = {name: (ROOT / name).read_text() for name in IMAGES.FILES}
    names = {name.partition(":")[0] for text in files.values() for name in IMAGES.images_in(text)}
    assert names == {"python", "postgres", "valkey/valkey", "axllent/mailpit"}
    assert IMAGES.reasons_against(files) == []


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT AND ISC", True),
        ("MIT AND (ISC OR GPL-3.0-only)", False),
        ("", False),
    ],
)
def test_every_licence_that_applies_must_be_allowed(expression: str, is_allowed: bool) -> None:
    assert LICENCES.is_allowed(expression, {"MIT", "ISC"}) is is_allowed


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
