"""Whether every package in this environment has a licence that ``[tool.licences]`` in ``pyproject.toml`` allows.

Runs in the environment of ``./bin/test``. What is not in ``requirements-production.lock`` is only run by
developers, never given away with Seeds, and may have the licences of ``allowed-in-development``, too.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Collection
from importlib.metadata import Distribution, distributions
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# What packages without a licence expression write instead, as SPDX writes it.
SPDX = {
    "Apache Software License": "Apache-2.0",
    "BSD License": "BSD-3-Clause",
    "BSD 3-Clause OR Apache-2.0": "BSD-3-Clause OR Apache-2.0",
    "MIT License": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "Python Software Foundation License": "PSF-2.0",
}


def licence_of(package: Distribution) -> str:
    """The licence of ``package`` as its metadata names it, in SPDX's form where we know it; empty if it names none."""
    metadata = package.metadata.json
    if expression := metadata.get("license_expression"):
        return str(expression)
    approved = "License :: OSI Approved :: "
    classifiers = [line.removeprefix(approved) for line in metadata.get("classifier", []) if line.startswith(approved)]
    named = classifiers or str(metadata.get("license", "")).splitlines()[:1]
    return " OR ".join(SPDX.get(name, name) for name in named)


def is_allowed(expression: str, allowed: Collection[str]) -> bool:
    """Whether one may choose the licence ``expression`` so that only licences of ``allowed`` apply.

    Expressions with brackets are not understood, and so not allowed.
    """
    choices = [choice.split(" AND ") for choice in expression.split(" OR ")]
    return any(all(part.strip() in allowed for part in choice) for choice in choices)


def name_of(package: Distribution) -> str:
    """The name of ``package`` as lock files write it."""
    return re.sub(r"[-_.]+", "-", package.metadata["Name"]).lower()


def main() -> None:
    """End with status 1 and a line for every package whose licence is not allowed."""
    rules = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["licences"]
    locked = re.findall(r"^([a-z0-9-]+)", (ROOT / "requirements-production.lock").read_text(), re.MULTILINE)
    found = {name_of(package): licence_of(package) for package in distributions()} | rules["read-by-hand"]
    allowed, in_development = set(rules["allowed"]), set(rules["allowed-in-development"])
    refused = [
        f"{name}: {licence or 'its metadata names no licence'}"
        for name, licence in sorted(found.items())
        if not is_allowed(licence, allowed if name in locked else allowed | in_development)
    ]
    if refused:
        sys.exit("\n".join([*refused, "See [tool.licences] in pyproject.toml."]))


if __name__ == "__main__":
    main()
