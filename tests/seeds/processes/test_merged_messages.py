"""Messages are the same as Django finds them in one catalogue after the other."""

from __future__ import annotations

from gettext import GNUTranslations

import pytest
from django.utils.translation.trans_real import DjangoTranslation

from seeds.processes.merged_messages import apart


@pytest.mark.parametrize("language", ["en-gb", "de", "cs"])  # Czech has three forms and falls back to English
def test_merged_messages_are_those_of_the_catalogues(language: str) -> None:
    found = DjangoTranslation(language)
    keys = {key for level in (found, found._fallback) if level for key, _ in level._catalog.items()}
    messages = {key if isinstance(key, str) else key[0] for key in keys} | {"in no catalogue", "context\x04the same"}
    assert {m for m in messages if found.gettext(m) != GNUTranslations.gettext(found, m)} == set()
    counted = [(message, number) for message in messages for number in (0, 1, 2, 5, 21)]
    assert [c for c in counted if found.ngettext(c[0], "many", c[1]) != apart(found, c[0], "many", c[1])] == []
