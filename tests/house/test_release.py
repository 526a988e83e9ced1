"""What the release script refuses: a version that the changelog or the tags do not fit."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from django.conf import settings

READY = """# Changelog

## [Unreleased]

## [1.2.0] - 2026-12-31

### Added

- Something.

## [1.1.0] - 2026-11-30
"""


@pytest.fixture(scope="module")
def changelog() -> ModuleType:
    spec = importlib.util.spec_from_file_location("changelog", settings.ROOT / "bin/changelog.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_version_with_a_dated_section_can_be_released(changelog: ModuleType) -> None:
    assert changelog.reasons_against("1.2.0", READY) == []


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
def test_changelog_that_is_not_ready_is_refused(changelog: ModuleType, version: str, text: str, reason: str) -> None:
    (said,) = changelog.reasons_against(version, text)
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
def test_version_is_higher_than_every_tag(changelog: ModuleType, version: str, tags: list[str], allowed: bool) -> None:
    assert (changelog.reasons_against_tag(version, tags) == []) is allowed


def test_changelog_of_the_project_has_the_form_that_releases_need(changelog: ModuleType) -> None:
    text = (settings.ROOT / "CHANGELOG.md").read_text()
    assert "must be [Unreleased]" not in str(changelog.reasons_against("0.0.1", text))
