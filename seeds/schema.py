"""Whether the tables are those that the code wants. What was once found out is remembered, since asking Django is slow.

Remembered is a hash of all migrations in the code and of all that the database says it has had. With either changed, by
an update, another database or an old copy put back, Django is asked again.
"""

from __future__ import annotations

import hashlib
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import DatabaseError, connection
from django.db.backends.utils import CursorWrapper


def is_known_to_be_current() -> bool:
    """Whether this database was found to be up to date with this code before. Needs no apps."""
    note = _note()
    return note.exists() and note.read_text() == _fingerprint()


def remember_as_current() -> None:
    """Note that this database is up to date with this code."""
    _note().write_text(_fingerprint())


def is_behind() -> bool:
    """Whether there are migrations that the database has not had."""
    from django.db.migrations.executor import MigrationExecutor  # needs the apps

    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def has_players() -> bool:
    """Whether anybody but house bots plays in this database, whose tables are current. Needs no apps."""
    with _cursor_without_apps() as cursor:
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
    yield settings.ROOT.joinpath("requirements.lock").read_bytes()
    for path in sorted(settings.ROOT.glob("*/migrations/*.py")):
        yield str(path.relative_to(settings.ROOT)).encode()
        yield path.read_bytes()


def _migrations_in_database() -> Iterator[bytes]:
    try:
        with _cursor_without_apps() as cursor:
            cursor.execute("SELECT app, name FROM django_migrations ORDER BY app, name, id")
            for app, name in cursor.fetchall():
                yield f"{app} {name}".encode()
    except DatabaseError:  # a database without tables
        yield b"none"


@contextmanager
def _cursor_without_apps() -> Iterator[CursorWrapper]:
    """A cursor for questions that are asked before there are apps, since loading those takes a second."""
    with warnings.catch_warnings(), connection.cursor() as cursor:
        warnings.simplefilter("ignore", RuntimeWarning)  # Django's, about exactly that
        yield cursor
