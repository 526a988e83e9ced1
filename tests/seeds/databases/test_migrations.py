"""Migrations after the first of each app change tables that a running service uses: none may stop it.

The linter reads the SQL for PostgreSQL. What it finds is either done otherwise (a column gets a default, and is dropped
one release after the last code that names it), or allowed here with its reason.
"""

from __future__ import annotations

import io
from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import connection, connections
from django.db.migrations import CreateModel, Migration

from ground.first_migration import FirstMigration

ALLOWED = ["0002_ratings_of_bots"]  # makes a varchar longer, which rewrites no row


@pytest.mark.services
@pytest.mark.usefixtures("postgres_database")
def test_no_migration_stops_a_running_service() -> None:
    said = io.StringIO()
    try:
        call_command(
            "lintmigrations",
            include_apps=["games", "tournaments", "notifications"],
            ignore_initial_migrations=True,
            ignore_name=ALLOWED,
            no_cache=True,
            quiet=["ok", "ignore"],
            stdout=said,
        )
    except SystemExit as refused:
        pytest.fail(f"lintmigrations ended with status {refused.code}: {said.getvalue()}")


def test_first_migration_creates_each_table_with_all_that_it_has() -> None:
    for app in ("games", "tournaments", "notifications"):
        module = import_module(f"{app}.migrations.0001_initial")
        assert issubclass(module.Migration, FirstMigration)
        assert {type(operation) for operation in module.Migration.operations} == {CreateModel}


def schema() -> set[str]:
    """Every table and index, as SQLite keeps its statement."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL")
        return {sql for (sql,) in cursor.fetchall()}


@pytest.mark.slow
@pytest.mark.django_db
def test_tables_are_the_same_as_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes them in a second database in memory, by Django's own way of applying a migration."""
    at_once = schema()
    monkeypatch.setattr(FirstMigration, "apply", Migration.apply)
    own = connections["default"]
    connections["default"] = connections.create_connection("default")
    connections["default"].settings_dict = own.settings_dict | {"NAME": ":memory:"}
    try:
        call_command("migrate", verbosity=0, interactive=False)
        assert schema() == at_once
    finally:
        connections["default"].close()
        connections["default"] = own
