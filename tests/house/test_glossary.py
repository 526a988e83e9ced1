"""Words that the glossary calls retired are gone: from names in Python, addresses, stored values and file names."""

from __future__ import annotations

import re
import tokenize
from collections.abc import Iterator
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

ROOT: Path = settings.ROOT
PACKAGES = ("seeds", "ground", "games", "tournaments", "notifications", "demo")
ROWS = re.findall(r"^\| `([^`|]+)` \| `([^`|]+)` \|$", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.M)
RETIRED = {retired for retired, _ in ROWS}


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in (ROOT / package).rglob("*.py") if "migrations" not in path.parts]


def names_in(path: Path) -> set[str]:
    with path.open("rb") as source:
        return {token.string for token in tokenize.tokenize(source.readline) if token.type == tokenize.NAME}


def addresses(patterns: list[URLPattern | URLResolver]) -> Iterator[str]:
    """The words of all our addresses, and their names."""
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            if "admin" not in str(pattern.pattern) and "accounts" not in str(pattern.pattern):
                yield from re.findall(r"[a-z_]+", str(pattern.pattern))
                yield from addresses(pattern.url_patterns)
        else:
            yield from re.findall(r"[a-z_]+", re.sub(r"\(\?P<\w+>[^)]*\)|<[^>]+>", "", str(pattern.pattern)))
            yield pattern.name or ""


def test_glossary_names_a_successor_for_every_retired_word() -> None:
    assert len(ROWS) > 90
    assert RETIRED.isdisjoint(successor for _, successor in ROWS)


def test_no_name_in_python_is_retired() -> None:
    found = {str(path.relative_to(ROOT)): names_in(path) & RETIRED for path in modules()}
    assert {path: names for path, names in found.items() if names} == {}


def test_no_file_has_a_retired_name() -> None:
    templates = list((ROOT / "templates").rglob("*.*"))
    assert [path.name for path in [*modules(), *templates] if path.stem.strip("_") in RETIRED] == []


def test_no_address_has_a_retired_word() -> None:
    words = set(addresses(get_resolver().url_patterns))
    assert "games" in words
    assert words & RETIRED == set()


def test_no_stored_value_is_a_retired_word() -> None:
    ours = [
        model
        for package in ("games", "tournaments", "notifications")
        for model in apps.get_app_config(package).get_models()
    ]
    values = {str(value) for model in ours for field in model._meta.fields for value, _ in field.flatchoices}
    assert "running" in values
    assert values & RETIRED == set()
    assert [value for value in values if " " in value] == []
