"""Catalogues of translations have the messages of the service and no others, and fill in the same values."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from django.conf import settings

from seeds.translation import catalogues, extraction

CATALOGUES = catalogues.catalogues(Path(settings.ROOT, "locale"))
MENDS = "Run .venv/bin/python manage.py messages."
PLACEHOLDER = re.compile(r"%\(\w+\)s|\{\w*\}")


@pytest.fixture(scope="module")
def found() -> Catalog:
    return extraction.messages()


def keys(catalogue: Catalog) -> set[tuple[object, object]]:
    return {(message.id, message.context) for message in catalogue if message.id}


def misses(message: Message) -> str:
    """What a translation fills in that the original has not, or the other way round; empty where they agree.

    The form for 1 may do without the number.
    """
    originals = [Counter(PLACEHOLDER.findall(form)) for form in extraction.forms(message.id)]
    for form in filter(None, extraction.forms(message.string)):
        placeholders = Counter(PLACEHOLDER.findall(form))
        if placeholders.keys() not in [original.keys() for original in originals]:
            return f"{form!r} has {sorted(placeholders)}, and the original {sorted(originals[-1])}"
    return ""


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-3])
def test_a_catalogue_is_up_to_date_and_fills_in_what_its_originals_do(path: Path, found: Catalog) -> None:
    catalogue = extraction.read(path)
    assert keys(found) - keys(catalogue) == set(), f"Messages are missing. {MENDS}"
    assert keys(catalogue) - keys(found) == set(), f"The code has these messages no more. {MENDS}"
    assert [wrong for message in catalogue if message.id and not message.fuzzy and (wrong := misses(message))] == []


def test_german_has_one_word_for_each_term() -> None:
    text = Path(settings.ROOT, "docs", "translating.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\|[^|]+\|[^|]+\|([^|]+)\|$", text, re.MULTILINE)
    shunned = [word for row in rows for word in row.strip().split(", ") if re.fullmatch(r"[A-ZÄÖÜ][\wß-]+", word)]
    assert {"Freilos", "Hausbot"} <= set(shunned)
    pattern = re.compile(rf"\b(?:{'|'.join(shunned)})")
    german = extraction.read(Path(settings.ROOT, "locale", "de", "LC_MESSAGES", "django.po"))
    translations = [form for message in german if message.id for form in extraction.forms(message.string)]
    assert [form for form in translations if pattern.search(form)] == []


def test_every_language_that_can_be_chosen_has_a_catalogue() -> None:
    assert {path.parts[-3] for path in CATALOGUES} == {code for code, _ in settings.LANGUAGES} - {
        settings.LANGUAGE_CODE
    }
    assert all(path.with_suffix(".mo").exists() for path in CATALOGUES)
