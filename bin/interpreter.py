"""Finds a Python that is new enough and goes on in it. Any Python since 3.6 can read this file."""

import os
import shutil
import sys

OLDEST = (3, 11)
NEWER_NAMES = ("python3.14", "python3.13", "python3.12", "python3.11")


def require_modern() -> None:
    """Return when this Python is new enough; else run the same command again in one that is, or end with a sentence."""
    if os.name != "posix":
        sys.exit("Seeds runs on Linux and macOS. On Windows, use it inside WSL.")
    if sys.version_info[:2] >= OLDEST:
        return
    for name in NEWER_NAMES:
        found = shutil.which(name)
        if found:
            os.execv(found, [found] + sys.argv)  # noqa: RUF005 - read by old Pythons too
    sys.exit(
        f"Seeds needs Python {OLDEST[0]}.{OLDEST[1]} or newer, and found only {sys.version.split()[0]}"
        f" ({sys.executable}). Install a newer Python and try again."
    )
