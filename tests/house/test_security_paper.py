"""docs/security.md: every requirement of ASVS levels 1 and 2 has a row, and every test that a row names exists."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

from django.conf import settings

ROOT: Path = settings.ROOT
PAPER = (ROOT / "docs/security.md").read_text()
# A row has the numbers of neighbours that share their test, or of all that share the reason why they do not apply.
ROW = r"^\| ((?:\d+\.\d+\.\d+(?:, )?)+) \| (?:[^|]+) \| (?:[^|]+) \|"
ROWS = {
    number: held_by
    for numbers, held_by in re.findall(rf"{ROW} ([^|]+) \|$", PAPER, re.MULTILINE)
    for number in numbers.split(", ")
}
ABSENT = [number for numbers in re.findall(rf"{ROW}$", PAPER, re.MULTILINE) for number in numbers.split(", ")]
NUMBERS = [line for line in (ROOT / "tests/house/asvs_numbers.txt").read_text().splitlines() if line[:1].isdigit()]


@cache
def functions_of(path: str) -> frozenset[str]:
    """The functions of a file of tests; none if there is no such file."""
    file = ROOT / path
    if not file.is_file():
        return frozenset()
    return frozenset(node.name for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.FunctionDef))


def test_every_requirement_has_one_row_in_order() -> None:
    assert list(ROWS) == [number for number in NUMBERS if number not in ABSENT]
    assert sorted([*ROWS, *ABSENT]) == sorted(NUMBERS)
    assert len(NUMBERS) == 253


def test_every_row_names_a_test_or_a_reason() -> None:
    bare = [
        number
        for number, held_by in ROWS.items()
        if "::" not in held_by and not held_by.startswith(("not met: ", "does not apply: "))
    ]
    assert bare == []


def test_every_test_that_is_named_exists() -> None:
    named = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", PAPER)
    assert len(named) > 150
    assert sorted({f"{path}::{name}" for path, name in named if name not in functions_of(path)}) == []
