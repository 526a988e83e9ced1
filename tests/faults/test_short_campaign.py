"""One short campaign of faults on each pair of servers: every promise of ``docs/promises.md`` is kept."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest
from django.conf import settings

pytestmark = [pytest.mark.services, pytest.mark.slow]


@pytest.mark.parametrize(("on", "seed"), [("postgres", 4), ("embedded", 5)])
def test_no_promise_is_broken_by_a_minute_of_faults(on: str, seed: int) -> None:
    command = [sys.executable, "-m", "tests.faults", f"--seed={seed}", "--minutes=1", f"--on={on}"]
    ended = subprocess.run(
        command, cwd=settings.ROOT, env=dict(os.environ), capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-4000:] + ended.stderr[-4000:]
    assert "0 broken promises" in ended.stdout
