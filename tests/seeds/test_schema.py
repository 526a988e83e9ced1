"""Whether the tables are current is asked of Django once, and again when the code or the database has changed; tables
that no migration leads on from are refused in a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from seeds import schema, serve
from seeds.environment import SettingError
from seeds.monitoring.doctor import examine
from seeds.processes import nursery

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout with one migration, whose tables were found to be current."""
    monkeypatch.setattr(settings, "ROOT", tmp_path)
    monkeypatch.setattr(settings, "VAR", tmp_path)
    folder = tmp_path / "games" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001_initial.py").write_text("1")
    (tmp_path / "requirements-production.lock").write_text("django==5")
    assert not schema.is_known_to_be_current(), "nobody has asked Django yet"
    schema.remember_as_current()
    return tmp_path


def test_tables_found_current_once_stay_so(code: Path) -> None:
    assert schema.is_known_to_be_current()


@pytest.mark.parametrize(
    "name", ["requirements-production.lock", "games/migrations/0001_initial.py", "games/migrations/0002_b.py"]
)
def test_changed_code_asks_again(code: Path, name: str) -> None:
    (code / name).write_text("2")
    assert not schema.is_known_to_be_current()


@pytest.mark.parametrize(
    "sql",
    [
        "DELETE FROM django_migrations WHERE app = 'games'",
        "DROP TABLE django_migrations",
        "ALTER TABLE games_heartbeat DROP COLUMN boot",
    ],
)
def test_other_database_asks_again(code: Path, sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
    assert not schema.is_known_to_be_current()


def test_database_with_all_migrations_is_not_behind() -> None:
    assert not schema.is_behind()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    assert schema.is_behind()


OTHER_TABLES = {
    "ALTER TABLE games_heartbeat DROP COLUMN boot": "games_heartbeat has no boot.",
    "ALTER TABLE games_heartbeat ADD COLUMN pulse integer NOT NULL": "games_heartbeat requires pulse.",
    "DROP TABLE games_heartbeat": "games_heartbeat is missing.",
}


@pytest.mark.parametrize("sql", OTHER_TABLES)
def test_tables_that_an_edited_migration_would_have_made_otherwise_are_refused(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
    reason = schema.reason_against(connection)
    assert f"no migration leads to them: {OTHER_TABLES[sql]} Use the version that made this database" in reason


def test_they_are_refused_by_the_start_by_migrate_and_by_the_doctor_also_where_a_migration_is_due() -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql := next(iter(OTHER_TABLES)))
        cursor.execute("DELETE FROM django_migrations WHERE app = 'notifications'")
    reason = schema.reason_against(connection)
    assert f"no migration leads to them: {OTHER_TABLES[sql]}" in reason
    with pytest.raises(CommandError, match="no migration leads to them"):
        call_command("migrate", verbosity=0)
    with pytest.raises(SettingError, match="Seeds cannot start: The tables are not those of this version"):
        serve._prepare_database(nursery.spawn, print)
    assert [one.sentence for one in examine(timezone.now()) if one.subject == "database"] == [reason]


@pytest.mark.parametrize(
    "sql",
    [
        "ALTER TABLE games_heartbeat ADD COLUMN pulse integer",
        "ALTER TABLE games_heartbeat ADD COLUMN pulse integer NOT NULL DEFAULT 1",
        "CREATE TABLE of_somebody_else (id integer)",
    ],
)
def test_what_does_not_disturb_this_version_is_left_alone(sql: str) -> None:
    assert schema.reason_against(connection) == ""
    with connection.cursor() as cursor:
        cursor.execute(sql)
    assert schema.reason_against(connection) == ""


def test_tables_of_which_no_migration_is_noted_are_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations")
    with pytest.raises(CommandError, match="account_emailaddress has no record of its migration"):
        call_command("migrate", verbosity=0)


def test_database_of_a_newer_version_is_refused() -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO django_migrations (app, name, applied) VALUES ('games', '0999_x', '2030-01-01')")
    assert "newer version, which has games.0999_x" in schema.reason_against(connection)
