"""Reference pages of the two libraries, made from their docstrings: ``python bin/packages/reference.py FOLDER``; of
some modules only, if they are named after it."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory

PACKAGES = Path(__file__).resolve().parent
ROOT = PACKAGES.parents[1]
CLIENT = sorted(path.stem for path in (PACKAGES / "client/seeds_client").glob("[a-z]*.py"))
MODULES = ["seeds_rules", "seeds_client", *(f"seeds_client.{name}" for name in CLIENT)]  # pdoc adds those below
sys.path[:0] = [str(PACKAGES / "rules"), str(PACKAGES / "client")]

import pdoc  # noqa: E402
import pdoc.render  # noqa: E402
from rules_hook import lay_out  # noqa: E402


def write_pages(folder: Path, modules: Sequence[str]) -> None:
    """Write a page for each of the modules, and an index with a search."""
    with TemporaryDirectory() as library:
        lay_out(ROOT, Path(library))
        sys.path.insert(0, library)
        pdoc.render.configure(docformat="restructuredtext", show_source=False)
        pdoc.pdoc(*modules, output_directory=folder)


if __name__ == "__main__":
    target = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "var/reference")
    write_pages(target, sys.argv[2:] or MODULES)
    print(f"The pages begin at {target / 'index.html'}.")
