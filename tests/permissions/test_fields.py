"""``fields.txt`` decides for each field of each table who may read it; a new field needs a line there."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.db import models

FIELDS = Path(__file__).with_name("fields.txt")
READERS = {"public", "owner", "moderator", "admin", "team", "club", "nobody"}
WORDS = (models.CharField, models.TextField, models.JSONField, models.BinaryField, models.GenericIPAddressField)


def decisions() -> dict[str, list[str]]:
    """Who may read a field, by its name, from the lines of ``fields.txt``."""
    lines = [line.split() for line in FIELDS.read_text().splitlines() if line and not line.startswith("#")]
    return {name: [word for word in rest if word in READERS] for name, *rest in lines}


def fields_with_words() -> Iterator[models.Field[Any, Any]]:
    """Every stored field that can hold more than a choice."""
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if isinstance(field, WORDS) and not field.choices:
                yield field


def test_every_field_is_public_or_private_by_decision() -> None:
    named = {f"{field.model._meta.label}.{field.name}" for field in fields_with_words()}
    assert sorted(named - decisions().keys()) == [], "say in tests/permissions/fields.txt who may read these fields"
    assert sorted(decisions().keys() - named) == [], "these fields are no more"
    assert [name for name, readers in decisions().items() if not readers] == []
