"""One more game is a folder and a line: a game that lives in the tests alone passes every door."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings


@pytest.mark.slow
def test_game_that_only_the_tests_have_is_played_through_every_door() -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider", "--ds=tests.fifth_game.settings"]
    ended = subprocess.run(
        [*command, "tests/fifth_game/rounds.py"], cwd=settings.ROOT, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 0, ended.stdout[-3000:] + ended.stderr[-3000:]
