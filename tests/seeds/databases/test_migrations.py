"""Migrations after the first of each app change tables that a running service uses: none may stop it.

The linter reads the SQL for PostgreSQL. What it finds is either done otherwise (a column gets a default, and is dropped
one release after the last code that names it), or allowed in the migration itself by ``IgnoreMigration``, with the
reason in a comment and in the changelog.
"""

from __future__ import annotations

import io
from importlib import import_module

import pytest
from django.core.management import call_command
from django.db import models
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel

from seeds.management.commands.makemigrations import folded


@pytest.mark.services
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


def test_first_migration_creates_each_table_with_all_that_it_has() -> None:
    for app in ("games", "tournaments", "notifications"):
        module = import_module(f"{app}.migrations.0001_initial")
        assert {type(operation) for operation in module.Migration.operations} == {CreateModel}, (
            f"rm {app}/migrations/0001_initial.py, and make it again with manage.py makemigrations"
        )


def test_tables_that_name_each_other_get_what_closes_the_circle_at_the_end() -> None:
    to_game = models.ForeignKey("games.Game", models.CASCADE)
    to_turn = models.ForeignKey("games.Turn", models.CASCADE)
    once = models.UniqueConstraint(fields=["game"], name="once")
    last = models.Index(fields=["turn"], name="last")
    number = models.BigAutoField(primary_key=True)
    operations = folded(
        [
            CreateModel("Event", [("id", number)]),
            CreateModel("Game", [("id", number)]),
            CreateModel("Turn", [("id", number), ("game", to_game)]),
            AddField("event", "game", to_game),
            AddConstraint("event", once),
            AddField("game", "turn", to_turn),
            AddIndex("game", last),
        ]
    )
    assert [(type(one).__name__, getattr(one, "name_lower", "")) for one in operations] == [
        ("CreateModel", "game"),
        ("CreateModel", "event"),
        ("CreateModel", "turn"),
        ("AddField", "turn"),
        ("AddIndex", ""),
    ]
    event = operations[1]
    assert isinstance(event, CreateModel)
    assert [name for name, _ in event.fields] == ["id", "game"]
    assert event.options == {"constraints": [once]}
