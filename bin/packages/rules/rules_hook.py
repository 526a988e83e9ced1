"""Puts the rules and the bots of the service into the wheel of ``seeds-rules``, under its own name.

The source is the one that the service runs: ``games.rules`` becomes ``seeds_rules``, ``games.bots`` and
``ground.wording`` lie below it, and names in imports follow. Nothing else is changed, and nothing is written beside it.
What programs learn from lies here, since the service does without it.
"""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

LIBRARY = "seeds_rules"
PARTS = {
    "games/rules": "",
    "games/bots": "bots",
    "ground/wording.py": "wording.py",
    "bin/packages/rules/arrays.py": "arrays.py",
    "bin/packages/rules/environments.py": "environments.py",
}
LEFT_OUT = {"README.md", "RULINGS.md"}  # for authors of rules
_NAMES = re.compile(r"\b(?:games\.(?:rules\b|(?=bots\b))|ground\.(?=wording\b))")


def renamed(source: str) -> str:
    """A module with the names that it has in the library."""
    return _NAMES.sub(lambda found: LIBRARY if found[0].endswith("rules") else f"{LIBRARY}.", source)


def contents(root: Path) -> dict[str, str]:
    """Every file of the library by its path, made from the checkout at ``root``."""
    files = {f"{LIBRARY}/py.typed": ""}
    for part, place in PARTS.items():
        source = root / part
        for path in [source] if source.is_file() else sorted(source.rglob("*")):
            inside = "" if path == source else path.relative_to(source).as_posix()
            if path.suffix not in (".py", ".md") or path.name in LEFT_OUT:
                continue
            text = path.read_text("utf-8")
            name = "/".join(filter(None, (LIBRARY, place, inside)))
            files[name] = renamed(text) if path.suffix == ".py" else text
    return files


def lay_out(root: Path, folder: Path) -> list[str]:
    """Write every file of the library below a folder, and name them."""
    files = contents(root)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return list(files)


class RulesOfTheService(BuildHookInterface[Any]):
    """What ``[tool.hatch.build.targets.wheel.hooks.custom]`` runs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Lay the files ready and name them to the builder."""
        root, ready = Path(self.root).parents[2], Path(mkdtemp(prefix="seeds-rules-"))
        for name in lay_out(root, ready):
            build_data["force_include"][str(ready / name)] = name
        build_data["force_include"][str(root / "LICENSE")] = f"{LIBRARY}/LICENSE"
