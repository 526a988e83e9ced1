"""Whether a version can be released, as far as the changelog and the tags say. Standard library only."""

from __future__ import annotations

import re
from collections.abc import Collection
from datetime import date

VERSION = re.compile(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)\Z")
HEADING = re.compile(r"^## (.*)$", re.MULTILINE)


def reasons_against(version: str, text: str) -> list[str]:
    """Why ``version`` cannot be released with the changelog ``text``; empty if it can.

    The section of the version must stand directly below an empty "Unreleased", with a date and with entries.
    """
    if not VERSION.match(version):
        return [f"{version!r} is not a version such as 1.2.0."]
    _, *parts = HEADING.split(text)
    sections = list(zip(parts[::2], parts[1::2], strict=True))
    if not sections or sections[0][0] != "[Unreleased]":
        return ["The first section of CHANGELOG.md must be [Unreleased]."]
    reasons = []
    if _entries(sections[0][1]):
        reasons.append("CHANGELOG.md has entries below [Unreleased]: move them to the section of the version.")
    heading, body = sections[1] if len(sections) > 1 else ("", "")
    name, _, day = heading.partition(" - ")
    if name != f"[{version}]":
        return [*reasons, f"CHANGELOG.md has no section [{version}] below [Unreleased]."]
    if not _is_date(day):
        reasons.append(f"The heading of the version must end with its date: ## [{version}] - 2026-12-31.")
    if not _entries(body):
        reasons.append(f"The section [{version}] of CHANGELOG.md has no entries.")
    return reasons


def reasons_against_tag(version: str, tags: Collection[str]) -> list[str]:
    """Why ``version`` cannot follow the versions that are tagged (``v1.2.0``); empty if it can."""
    released = [numbers for tag in tags if (numbers := _numbers(tag.removeprefix("v")))]
    wanted = _numbers(version)
    if not released or not wanted or wanted > max(released):
        return []
    newest = ".".join(map(str, max(released)))
    return [f"Version {newest} is released already: write a higher one into seeds/__init__.py."]


def _numbers(version: str) -> tuple[int, ...]:
    match = VERSION.match(version)
    return tuple(map(int, match.groups())) if match else ()


def _entries(body: str) -> list[str]:
    return re.findall(r"^- .*$", body, re.MULTILINE)


def _is_date(text: str) -> bool:
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False
