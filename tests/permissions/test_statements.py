"""No page, file or list asks the database more than so often."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.permissions.operations import routes
from tests.permissions.trying import Trial

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

MOST = 29  # with the number of the moment
BRACKETS = ("SAVEPOINT", "RELEASE", "ROLLBACK", "BEGIN", "COMMIT")
READERS = ("director", "superuser")  # of others see test_canaries.py


def statements(trial: Trial, route: str, role: str) -> int:
    """How often an answer asks the database; 0 where the reader is not let in. The second answer counts: the first
    loads what is then kept."""
    if trial.ask(f"GET {route}", role).status_code != 200:
        return 0
    with CaptureQueriesContext(connection) as asked:
        trial.ask(f"GET {route}", role)
    return sum(not (query["sql"] or "").startswith(BRACKETS) for query in asked)


def test_no_page_asks_the_database_more_than_29_times(trial: Trial) -> None:
    found = {(route, role): statements(trial, route, role) for route in routes() for role in READERS}
    assert max(found.values()) > 10, "somebody was let in"
    assert {asked: number for asked, number in found.items() if number > MOST} == {}
