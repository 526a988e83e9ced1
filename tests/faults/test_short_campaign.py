"""A few seconds of faults on the embedded servers: every promise of ``docs/promises.md`` is kept. And of updates: all
programs are exchanged while clients play, and no request fails. And of a life as a bot has it, with what the guide for
authors of bots prints.

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

pytestmark = [pytest.mark.services, pytest.mark.slow]


@pytest.mark.parametrize("breaks", ["--update", "--soak"])
def test_no_promise_is_broken_by_some_seconds_of_faults(breaks: str) -> None:
    command = [sys.executable, "-m", "tests.faults", "--seed=5", "--minutes=0.15", "--on=embedded", "--unhurried"]
    ended = subprocess.run(
        [*command, breaks], cwd=settings.ROOT, env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-4000:]
    assert "0 broken promises" in ended.stdout
