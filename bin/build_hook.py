"""Compiles the catalogues of translations before the package is built."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompiledCatalogues(BuildHookInterface[Any]):
    """What ``[tool.hatch.build.targets.wheel.hooks.custom]`` runs."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile what is not yet compiled in the source that the package is built from."""
        sys.path.insert(0, self.root)
        from seeds.translation.catalogues import compile_stale

        compile_stale(Path(self.root, "locale"))
