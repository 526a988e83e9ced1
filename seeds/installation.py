"""The folder of everything that an installation keeps beside its database.

Programs that may be the first to run call ``prepare``: ``./bin/serve`` and ``manage.py``. Settings only read from it.
"""

from __future__ import annotations

import contextlib
import secrets
from pathlib import Path

from seeds.environment import Environment, brings_its_own, refuse, var_folder


def prepare(environment: Environment) -> Path:
    """Make what is missing of the folder, and of the secret key in it unless a setting gives one; return the folder.

    Ends the program with a sentence when the folder cannot be written to.
    """
    folder = var_folder(environment)
    needs_key = not environment.text("SECRET_KEY") and brings_its_own(environment)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)  # database and mails are nobody else's
        with contextlib.suppress(PermissionError):  # it belongs to somebody who lets us in
            folder.chmod(0o700)
        (folder / "static").mkdir(exist_ok=True)  # WhiteNoise warns when it is not there
        if needs_key and not _key_file(folder).exists():
            _make_key(folder)
    except OSError as error:
        refuse(f"SEEDS_VAR must name a folder that can be written to: {error}.")
    return folder


def stored_secret_key(folder: Path) -> str:
    """The key that ``prepare`` made in the folder; empty where it has not run yet."""
    try:
        return _key_file(folder).read_text()
    except FileNotFoundError:
        return ""


def _key_file(folder: Path) -> Path:
    return folder / "secret_key"


def _make_key(folder: Path) -> None:
    """Write a new key, readable by its owner only. Of two first starts one wins, and both read the same key."""
    draft = folder / f"secret_key.{secrets.token_hex(4)}"
    draft.touch(mode=0o600)
    draft.write_text(secrets.token_urlsafe(48))
    with contextlib.suppress(FileExistsError):
        _key_file(folder).hardlink_to(draft)
    draft.unlink()
