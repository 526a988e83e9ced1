"""Whether the tables are current is asked of Django once, and again when the code or the database has changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection

from seeds import schema

pytestmark = pytest.mark.django_db


@pytest.fixture
def code(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A checkout with one migration, whose tables were found to be current."""
    monkeypatch.setattr(settings, "ROOT", tmp_path)
    monkeypatch.setattr(settings, "VAR", tmp_path)
    folder = tmp_path / "games" / "migrations"
    folder.mkdir(parents=True)
    (folder / "0001_initial.py").write_text("1")
    (tmp_path / "requirements.lock").write_text("django==5")
    assert not schema.is_known_to_be_current(), "nobody has asked Django yet"
    schema.remember_as_current()
    return tmp_path


def test_tables_found_current_once_stay_so(code: Path) -> None:
    assert schema.is_known_to_be_current()


@pytest.mark.parametrize(
    "name", ["requirements.lock", "games/migrations/0001_initial.py", "games/migrations/0002_b.py"]
)
def test_changed_code_asks_again(code: Path, name: str) -> None:
    (code / name).write_text("2")
    assert not schema.is_known_to_be_current()


@pytest.mark.parametrize("sql", ["DELETE FROM django_migrations WHERE app = 'games'", "DROP TABLE django_migrations"])
def test_other_database_asks_again(code: Path, sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(sql)
    assert not schema.is_known_to_be_current()


def test_database_with_all_migrations_is_not_behind() -> None:
    assert not schema.is_behind()
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'games'")
    assert schema.is_behind()
