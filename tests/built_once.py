"""What many tests begin with is built once: later ones get its rows copied into their empty database.

To play an event up to its middle takes a hundred times as long as to copy its rows. Nothing but rows is copied, so what
is built must not count on anything else: no mail that was sent, nothing in the cache.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Collection
from functools import cache, wraps
from random import Random
from typing import ParamSpec, TypeVar, cast
from unittest.mock import patch

from django.apps import apps
from django.conf import UserSettingsHolder, settings
from django.db import connection, transaction
from django.db.models import Model
from django.utils import timezone, translation

P = ParamSpec("P")
M = TypeVar("M", bound=Model)
Rows = dict[str, list[tuple[object, ...]]]

SALT = "" if os.environ.get("CI") else secrets.token_hex()  # the same lots each time where a change waits to land
NOW = timezone.now
FEED = "games_feedentry"
_before: Rows = {}
_kept: dict[str, tuple[type[Model], int, Rows]] = {}


def built_once(build: Callable[P, M]) -> Callable[P, M]:
    """The function that puts something into the database and returns it, called once for the same arguments.

    It is called as ever where the database is not empty or no SQLite, where the arguments cannot be compared, and where
    a test has settings or a time of its own.
    """

    @wraps(build)
    def copied(*arguments: P.args, **options: P.kwargs) -> M:
        what = (build.__module__, build.__qualname__, arguments, sorted(options.items()), translation.get_language())
        key = repr(what)
        if " at 0x" in key or _is_special() or not is_empty():
            return build(*arguments, **options)
        if key not in _kept:
            chance = Random(SALT + key)
            with patch.object(secrets, "token_hex", lambda size=32: chance.randbytes(size).hex()):
                built = build(*arguments, **options)
            if rows := _new_rows():
                _kept[key] = type(built), built.pk, rows
            return built
        model, number, rows = _kept[key]
        _insert(rows)
        return cast(M, model._default_manager.get(pk=number))

    return copied


def _is_special() -> bool:
    has_own_settings = isinstance(settings._wrapped, UserSettingsHolder)
    return connection.vendor != "sqlite" or has_own_settings or timezone.now is not NOW


@cache
def _tables() -> dict[str, tuple[str, ...]]:
    """The columns of each table of ours."""
    with connection.cursor() as cursor:
        names = {model._meta.db_table for model in apps.get_models(include_auto_created=True)}
        return {
            name: tuple(column.name for column in connection.introspection.get_table_description(cursor, name))
            for name in sorted(names.intersection(connection.introspection.table_names(cursor)))
        }


def note_what_is_there() -> None:
    """What stands in the database before the first test: the house players and the like."""
    if connection.vendor == "sqlite":
        _before.update(stored_rows())


def is_empty() -> bool:
    """Whether the database has what it had before the first test."""
    counts = ", ".join(f'(SELECT COUNT(*) FROM "{name}")' for name in _tables())
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {counts}")
        if list(cursor.fetchone()) != [len(_before[name]) for name in _tables()]:
            return False
    filled = [name for name, rows in _before.items() if rows]
    return stored_rows(filled) == {name: _before[name] for name in filled}


def stored_rows(names: Collection[str] = ()) -> Rows:
    """All rows of these tables, or of all, as they are stored: the plus keeps Python from reading what a column is
    declared to be."""
    found = {}
    with connection.cursor() as cursor:
        for name, columns in _tables().items():
            if names and name not in names:
                continue
            stored = ", ".join(f'+"{column}"' for column in columns)
            cursor.execute(f'SELECT {stored} FROM "{name}"')
            found[name] = cursor.fetchall()
    return found


def _new_rows() -> Rows | None:
    """The rows that were not there before the first test; None if some of those are gone."""
    rows = stored_rows()
    if any(not set(_before[name]) <= set(rows[name]) for name in rows):
        return None
    return {name: [row for row in rows[name] if row not in _before[name]] for name in rows}


def _insert(rows: Rows) -> None:
    """The feed comes last, in place of what the triggers of ``games.feed.changes`` have added to it meanwhile."""
    with transaction.atomic(), connection.cursor() as cursor:
        for name in sorted(rows, key=lambda name: name == FEED):
            values = rows[name]
            if name == FEED:
                cursor.execute(f'DELETE FROM "{FEED}"')
                values = _before[FEED] + values
            if values:
                places = ", ".join(["%s"] * len(values[0]))
                cursor.executemany(f'INSERT INTO "{name}" VALUES ({places})', values)
