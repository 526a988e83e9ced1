"""A line of ``settings.FEATURES`` takes what few need out: the rest stands without all of them, and without each."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).parents[2]


@pytest.mark.slow
@pytest.mark.parametrize("left_out", [" ".join(settings.FEATURES), *settings.FEATURES])
def test_the_rest_stands_alone(left_out: str) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--ds=tests.without_features"]
    known = {**os.environ, "WITHOUT": left_out}
    quick = [] if " " in left_out else ["-k", "wrong or found or link"]  # what one alone can break
    ran = subprocess.run([*command, *quick, "tests/core_alone.py"], cwd=ROOT, env=known, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-3000:]
