"""Migrations after the first of each app change tables that a running service uses: none may stop it.

The linter reads the SQL for PostgreSQL. What it finds is either done otherwise (a column gets a default, and is dropped
one release after the last code that names it), or allowed in the migration itself by ``IgnoreMigration``, with the
reason in a comment and in the changelog.
"""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

pytestmark = pytest.mark.services


@pytest.mark.usefixtures("postgres_database")
def test_no_migration_stops_a_running_service() -> None:
    said = io.StringIO()
    try:
        call_command(
            "lintmigrations",
            include_apps=["games", "tournaments", "notifications"],
            ignore_initial_migrations=True,
            no_cache=True,
            quiet=["ok", "ignore"],
            stdout=said,
        )
    except SystemExit as refused:
        pytest.fail(f"lintmigrations ended with status {refused.code}: {said.getvalue()}")
