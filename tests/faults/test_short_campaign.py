"""An update and a few seconds of faults on the embedded servers: every promise of ``docs/promises.md`` is kept, and
while all programs are exchanged no request fails.

Here are only faults that do not depend on how fast the machine is, and no game whose time can run out: what a busy
machine makes slow breaks nothing. All kinds of faults, on both pairs of servers, are in the long campaign, a command::

    .venv/bin/python -m tests.faults --seed 18 --minutes 15 --on postgres     # or --on embedded
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings

KINDS = "a process is killed|somebody locks the database"


@pytest.mark.services
@pytest.mark.slow
def test_no_promise_is_broken_by_an_update_and_some_seconds_of_faults() -> None:
    command = [sys.executable, "-m", "tests.faults", "--seed=5", "--minutes=0.15", "--on=embedded", "--unhurried"]
    ended = subprocess.run(
        [*command, "--update", f"--only={KINDS}"],
        cwd=settings.ROOT, env=dict(os.environ), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-4000:]
    assert "0 broken promises" in ended.stdout
