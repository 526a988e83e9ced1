"""The licence check: which expressions of licences it allows."""

from __future__ import annotations

import importlib.util
from types import ModuleType

import pytest
from django.conf import settings


@pytest.fixture(scope="module")
def licences() -> ModuleType:
    spec = importlib.util.spec_from_file_location("licences", settings.ROOT / "bin/licences.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("expression", "is_allowed"),
    [
        ("MIT", True),
        ("GPL-3.0-only", False),
        ("MIT OR GPL-3.0-only", True),
        ("MIT AND GPL-3.0-only", False),
        ("GPL-3.0-only OR MIT AND ISC", True),
        ("MIT AND (ISC OR GPL-3.0-only)", False),
        ("", False),
    ],
)
def test_every_licence_that_applies_must_be_allowed(licences: ModuleType, expression: str, is_allowed: bool) -> None:
    assert licences.is_allowed(expression, {"MIT", "ISC"}) is is_allowed
