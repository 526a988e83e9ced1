"""docs/security.md: every requirement of ASVS levels 1 and 2 has a row, and every test that a row names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from django.conf import settings

ROOT: Path = settings.ROOT
PAPER = (ROOT / "docs/security.md").read_text()
ROWS = {row[0]: row[1:] for row in re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+) \| (.+) \| (.+) \|$", PAPER, re.MULTILINE)}
NUMBERS = [line for line in (ROOT / "tests/house/asvs_numbers.txt").read_text().splitlines() if line[:1].isdigit()]


@cache
def functions_of(path: str) -> frozenset[str]:
    """The functions of a file of tests; none if there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    return frozenset(node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef))


def test_every_requirement_has_one_row_in_order() -> None:
    assert list(ROWS) == NUMBERS
    assert len(NUMBERS) == 253


def test_every_row_names_a_test_or_a_reason() -> None:
    bare = [
        number
        for number, (_, how, held_by) in ROWS.items()
        if "::" not in held_by and how != "does not apply" and not held_by.startswith(("not met: ", "does not apply: "))
    ]
    assert bare == []


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAPER)
    assert len(named) > 150
    assert sorted({f"{path}::{name}" for path, name in named if name not in functions_of(path)}) == []
