"""Whether the tables are those that the code wants. What was once found out is remembered, since asking Django is slow.

Remembered is a hash of all migrations in the code, of all that the database says it has had, and of its columns. With
any of them changed, by an update, another database or an old copy put back, Django is asked again.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.loader import MigrationLoader

COLUMNS = {
    "sqlite": "SELECT sql FROM sqlite_master WHERE type = 'table' ORDER BY name",
    "postgresql": "SELECT table_name, column_name FROM information_schema.columns"
    " WHERE table_schema = current_schema() ORDER BY table_name, ordinal_position",
}


def is_known_to_be_current() -> bool:
    """Whether this database was found to be up to date with this code before."""
    note = _note()
    return note.exists() and note.read_text() == _fingerprint()


def remember_as_current() -> None:
    """Note that this database is up to date with this code."""
    _note().write_text(_fingerprint())


def is_behind() -> bool:
    """Whether there are migrations that the database has not had."""
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def reason_against(connection: BaseDatabaseWrapper) -> str:
    """Why this code can neither use nor upgrade the tables of a database, in a sentence; empty if it can. Looks at the
    tables themselves, since a migration that was changed after the database had it counts as applied."""
    loader = MigrationLoader(connection)
    unknown = [f"{app}.{name}" for app, name in loader.applied_migrations if _is_unknown(loader, app, name)]
    if unknown:
        return f"The database was written by a newer version, which has {min(unknown)}: update this one first."
    had = [node for node in loader.graph.nodes if node in loader.applied_migrations]
    registry = apps if len(had) == len(loader.graph.nodes) else loader.project_state(had).apps
    with connection.cursor() as cursor:
        present = set(connection.introspection.table_names(cursor))
        models = [model._meta for model in registry.get_models(include_auto_created=True) if model._meta.managed]
        tables = {meta.db_table: {str(field.column) for field in meta.local_concrete_fields} for meta in models if had}
        found = [f"{table} is missing" for table in tables if table not in present]
        if not had:
            found = [f"{name} has no record of its migration" for name in sorted(present & set(_tables_of_code()))]
        for table in sorted(tables.keys() & present):
            columns = {column.name: column for column in connection.introspection.get_table_description(cursor, table)}
            found += [f"{table} has no {column}" for column in sorted(tables[table] - columns.keys())]
            others = [columns[name] for name in sorted(columns.keys() - tables[table])]
            found += [f"{table} requires {one.name}" for one in others if not one.null_ok and one.default is None]
    if not found:
        return ""
    return (
        f"The tables are not those of this version, and no migration leads to them: {', '.join(found[:5])}. Use the "
        "version that made this database, or name an empty one in DATABASE_URL or SEEDS_VAR."
    )


def _tables_of_code() -> Iterator[str]:
    """The names of all tables that migrations make."""
    return (model._meta.db_table for model in apps.get_models(include_auto_created=True) if model._meta.managed)


def _is_unknown(loader: Any, app: str, name: str) -> bool:
    """Whether a migration of ours is not in this code."""
    return app in ("games", "tournaments", "notifications") and (app, name) not in (loader.disk_migrations or {})


def has_players() -> bool:
    """Whether anybody but house bots plays in this database, whose tables are current."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM games_player WHERE NOT is_bot LIMIT 1")
        found = cursor.fetchone() is not None
    connection.close()
    return found


def _note() -> Path:
    return Path(settings.VAR) / "schema"


def _fingerprint() -> str:
    digest = hashlib.sha256()
    for part in (*_migrations_in_code(), b"applied", *_migrations_in_database()):
        digest.update(part + b"\0")
    return digest.hexdigest()


def _migrations_in_code() -> Iterator[bytes]:
    """Every migration of ours; those of others change with the lock."""
    yield settings.ROOT.joinpath("requirements-production.lock").read_bytes()
    for path in sorted(settings.ROOT.glob("*/migrations/*.py")):
        yield str(path.relative_to(settings.ROOT)).encode()
        yield path.read_bytes()


def _migrations_in_database() -> Iterator[bytes]:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name, id")
            for app, name in cursor.fetchall():
                yield f"{app} {name}".encode()
            cursor.execute(COLUMNS[connection.vendor])
            yield repr(cursor.fetchall()).encode()
    except DatabaseError:  # a database without tables
        yield b"none"
