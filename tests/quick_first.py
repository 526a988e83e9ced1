"""One case for the quick tests, the others for all."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest
from _pytest.mark import ParameterSet

T = TypeVar("T")


def quick_first(cases: Iterable[T], quick: int = 1) -> list[T | ParameterSet]:
    """The cases for ``parametrize``: those after the first ``quick`` are marked slow.

    For cases of which each takes seconds, and which differ in what they look at rather than in what they show.
    """
    return [case if number < quick else pytest.param(case, marks=pytest.mark.slow) for number, case in enumerate(cases)]
