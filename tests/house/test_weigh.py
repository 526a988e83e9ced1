"""The scales: what they refuse, each in a small tree of its own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

BUDGET = """
[lines]
"games, the rest" = {most}
"benchmarks, bin, demo" = 1000

[functions]
lines = 60

[folders]
modules = 20

[any]
"games/typed.py" = 1
"""
ANY = "from typing import Any\nvalue: Any = 1\n"


def weigh(folder: Path, files: dict[str, str], *arguments: str, most: int = 100) -> tuple[int, str]:
    """The exit status of the scales in a tree of these files, and what they print."""
    (folder / "bin").mkdir()
    shutil.copy(settings.ROOT / "bin/weigh", folder / "bin/weigh")
    for name, text in (files | {"bin/weigh.toml": BUDGET.format(most=most)}).items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text)
    for command in (["init", "--quiet"], ["add", "."]):
        subprocess.run(["git", *command], cwd=folder, check=True)
    ended = subprocess.run([sys.executable, "bin/weigh", *arguments], cwd=folder, capture_output=True, text=True)
    return ended.returncode, ended.stdout


def test_tree_within_its_numbers_passes_and_shows_them(tmp_path: Path) -> None:
    status, said = weigh(tmp_path, {"games/a.py": "a = 1\n" * 100, "games/migrations/0001.py": "b = 1\n" * 100})
    assert status == 0
    assert "    100 of    100  games, the rest" in said


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({"games/a.py": "a = 1\n" * 101}, '101 lines, 1 above its budget. Take lines out, or'),
        ({"games/a.py": "def f():\n" + "    a = 1\n" * 60}, "games/a.py:1: f has 61 lines; a function has at most 60."),
        ({"games/a.py": ANY}, "games/a.py: 1 times Any without a reason, 0 before."),
        ({"games/typed.py": ANY + "other: Any = 2\n"}, "games/typed.py: 2 times Any without a reason, 1 before."),
        ({f"games/m{number}.py": "" for number in range(21)}, "games: 21 modules; a folder has at most 20"),
    ],
)  # fmt: skip
def test_what_the_scales_refuse(files: dict[str, str], sentence: str, tmp_path: Path) -> None:
    status, said = weigh(tmp_path, files)
    assert status == 1
    assert sentence in said


def test_any_with_a_reason_is_allowed(tmp_path: Path) -> None:
    reason = ANY.replace(" = 1\n", " = 1  # Any: whatever JSON has\n")
    assert weigh(tmp_path, {"games/a.py": reason, "games/typed.py": ANY})[0] == 0


def test_list_of_any_only_shrinks(tmp_path: Path) -> None:
    weigh(tmp_path, {"games/a.py": ANY, "games/typed.py": "a = 1\n"}, "--shrink")
    assert (tmp_path / "bin/weigh.toml").read_text().endswith("[any]\n")
