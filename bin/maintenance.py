"""The environment of the tools that only maintainers run, in ``.venv-maintenance``: made when it is first needed."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-maintenance.lock"
VENV = ROOT / ".venv-maintenance"


def program(name: str) -> Path:
    """The path of one of the tools of ``requirements-maintenance.lock``, exactly as its hashes say.

    Ends the program with a sentence when they cannot be installed.
    """
    stamp = VENV / "made-from.lock"
    if not stamp.exists() or stamp.read_bytes() != LOCK.read_bytes():
        try:
            subprocess.run([sys.executable, "-m", "venv", "--clear", VENV], check=True)
            install = [str(VENV / "bin" / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*install, "--require-hashes", "-r", str(LOCK)], check=True)
        except subprocess.CalledProcessError:
            sys.exit(f"The packages of {LOCK.name} could not be installed: see above. Is this machine online?")
        stamp.write_bytes(LOCK.read_bytes())
    return VENV / "bin" / name


def site_packages() -> Path:
    """Where the packages of the tools lie, for a program that needs them beside those of ``.venv``."""
    return next(VENV.glob("lib/python*/site-packages"))
