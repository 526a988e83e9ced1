"""The scripts of the pages: their own tests on Node, and their types and style where the tools for these are installed.

Node comes with Playwright, which drives the browser of other tests. ``npm ci`` fetches the compiler and the linter; a
checkout without them skips what they check.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import playwright
import pytest

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / "node_modules"
needs_tools = pytest.mark.skipif(not TOOLS.is_dir(), reason="Compiler and linter are not installed: run npm ci.")


def run_node(*arguments: str) -> None:
    """Run Node at the root of the checkout; what it prints is shown where it fails."""
    node = Path(playwright.__file__).parent / "driver" / "node"
    done = subprocess.run([str(node), *arguments], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_scripts_do_what_their_own_tests_say() -> None:
    run_node("--test", *(str(path) for path in sorted(Path(__file__).parent.glob("*.test.js"))))


@needs_tools
def test_scripts_have_the_types_that_they_say() -> None:
    run_node(str(TOOLS / "typescript" / "bin" / "tsc"), "--project", "tsconfig.json")


@needs_tools
def test_scripts_keep_to_the_style() -> None:
    run_node(str(TOOLS / "oxlint" / "bin" / "oxlint"), "--deny-warnings", "static", "tests/scripts")
