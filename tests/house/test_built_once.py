"""What tests begin with is copied from the first time that it was built."""

from __future__ import annotations

import pytest
from django.db import transaction
from django.test import override_settings

from tests.built_once import built_once, stored_rows
from tests.tournaments.acting import begun
from tests.tournaments.conftest import friend
from tournaments.models import Event

pytestmark = pytest.mark.django_db


def test_copy_has_the_rows_of_what_was_built_and_only_an_empty_database_gets_it() -> None:
    built: list[str] = []

    @built_once
    def event(form: str) -> Event:
        built.append(form)
        return begun.__wrapped__(form)  # type: ignore[attr-defined, no-any-return]

    found = []
    for _ in range(2):
        with transaction.atomic():
            made = event("knockout")
            found.append((made.pk, made.name, stored_rows()))
            transaction.set_rollback(True)
    assert found[0] == found[1]
    assert built == ["knockout"]
    assert made.state == "running"

    with transaction.atomic(), override_settings(MAIL_LAB=False):
        event("knockout")
        transaction.set_rollback(True)
    assert len(built) == 2, "where settings are others, something else may be built"
    friend("zoe")
    event("knockout")
    assert len(built) == 3, "there is a player already"
