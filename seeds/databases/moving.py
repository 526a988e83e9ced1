"""Moving an installation from one database to another, between SQLite and PostgreSQL or within one of them.

All rows are read in one snapshot of the source and written in one transaction of the target, a few at a time: either
everything arrives or nothing does. Tables come from the migrations and rows through the fields of the models, so that
each database has its own way to store a value; nothing is computed, not even the time of a creation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from itertools import islice
from typing import Any

from django.apps import apps
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.core.management.color import no_style
from django.db import DatabaseError, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import Model
from django.db.models.sql import InsertQuery

from games.clock.heartbeats import STALE
from games.feed import changes
from games.feed.moment import one_moment
from games.models import Heartbeat, Player
from ground import append_only, triggers
from seeds import schema
from seeds.databases.options import database_of

SOURCE, TARGET = "move_source", "move_target"
_AT_ONCE = 1000  # rows that are held in memory
_MADE_BY_MIGRATE = ("contenttypes.contenttype", "auth.permission", "auth.group", "auth.group_permissions")  # and bots


class CannotMoveError(Exception):
    """Why an installation is not moved, and what has to be done before it can be, in sentences."""


@contextmanager
def opened(source: str, target: str) -> Iterator[None]:
    """The two databases under the aliases SOURCE and TARGET. Raises CannotMoveError for URLs that name none."""
    if source == target:
        raise CannotMoveError("The two URLs name the same database.")
    try:
        for alias, url in ((SOURCE, source), (TARGET, target)):
            entry = database_of(url)
            if not entry.get("NAME"):
                raise CannotMoveError(f"{_shown(url)} names no database: write postgres://user@host/name.")
            connections.settings[alias] = connections.configure_settings({"default": entry})["default"]
            _connect(alias, url)
        yield
    finally:
        for alias in (SOURCE, TARGET):
            if alias in connections.settings:
                connections[alias].close()
                del connections[alias]
                del connections.settings[alias]


def move(*, now: datetime, say: Callable[[str], None]) -> None:
    """Copy everything from SOURCE, which nothing uses any more, to TARGET. Raises CannotMoveError."""
    check_tables()
    _check_that_nothing_runs(now)
    copy(say=say)
    different = [model._meta.db_table for model in _models() if _count(model, SOURCE) != _count(model, TARGET)]
    if different:
        raise CannotMoveError(f"The numbers of rows differ in {', '.join(different)}. Does something write there?")


def copy(*, say: Callable[[str], None]) -> None:
    """Copy everything that one moment finds in SOURCE to TARGET. ``say`` is called with a line for each table. Raises
    CannotMoveError."""
    _prepare_target()
    changes.TRIGGERS.remove(TARGET)
    with one_moment(SOURCE), transaction.atomic(TARGET):
        for model in _models():
            say(f"{model._meta.db_table}: {_copy(model)} rows")
        _reset_sequences()
    triggers.install(TARGET)
    if gone := append_only.missing(TARGET):
        raise CannotMoveError(f"These triggers are missing in the target: {', '.join(gone)}.")


# Before anything is written -------------------------------------------------------------------------------------------


def _connect(alias: str, url: str) -> None:
    try:
        connections[alias].ensure_connection()
    except (DatabaseError, ImproperlyConfigured) as error:
        raise CannotMoveError(f"{_shown(url)} cannot be opened: {error}") from error


def _shown(url: str) -> str:
    """A URL without its password."""
    scheme, found, rest = url.partition("://")
    return f"{scheme}{found}{rest.rpartition('@')[2]}"


def check_tables() -> None:
    """Raises CannotMoveError unless SOURCE has the tables of this code."""
    if not connections[SOURCE].introspection.table_names():
        raise CannotMoveError("The source has no tables: is the URL right?")
    if _unapplied(SOURCE):
        raise CannotMoveError("The tables of the source are older than this code: run manage.py migrate there first.")
    if reason := schema.reason_against(connections[SOURCE]):
        raise CannotMoveError(reason)


def _check_that_nothing_runs(now: datetime) -> None:
    newest = Heartbeat.objects.using(SOURCE).order_by("-at").first()
    if newest is not None and now - newest.at < STALE:
        ago = max(0, int((now - newest.at).total_seconds()))
        raise CannotMoveError(
            f"The service still runs on the source: {newest.name} sent a heartbeat {ago} s ago. Stop it, and wait "
            f"until {newest.at + STALE:%H:%M:%S} UTC, or what is played meanwhile is lost."
        )


def _prepare_target() -> None:
    """Empty tables of this code in the target. Raises CannotMoveError if it has anything already."""
    ours = {model._meta.db_table for model in _models()} | {"django_migrations"}
    foreign = set(connections[TARGET].introspection.table_names()) - ours
    if foreign:
        raise CannotMoveError(f"The target is not empty: it has the tables {', '.join(sorted(foreign)[:5])}.")
    call_command("migrate", database=TARGET, verbosity=0)
    if _unapplied(TARGET):
        raise CannotMoveError("The tables of the target are not those of this code.")
    filled = [model._meta.db_table for model in _models() if _has_rows(model)]
    if filled:
        raise CannotMoveError(f"The target is not empty: {', '.join(filled[:5])} have rows. Name a new database.")
    call_command("flush", database=TARGET, interactive=False, verbosity=0, inhibit_post_migrate=True)


def _unapplied(alias: str) -> bool:
    executor = MigrationExecutor(connections[alias])
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def _has_rows(model: type[Model]) -> bool:
    """Whether the target has rows that ``migrate`` has not made."""
    if model._meta.label_lower in _MADE_BY_MIGRATE:
        return False
    rows = model._base_manager.using(TARGET)
    return rows.exclude(is_bot=True).exists() if model is Player else rows.exists()


# Copying --------------------------------------------------------------------------------------------------------------


def _models() -> list[type[Model]]:
    """All tables, also those between two that refer to each other."""
    models = apps.get_models(include_auto_created=True)
    return [model for model in models if model._meta.managed and not model._meta.proxy]


def _copy(model: type[Model]) -> int:
    """Copy the rows of a table and say how many they are. Raises CannotMoveError for rows that cannot be read, or that
    the target refuses."""
    rows = iter(model._base_manager.using(SOURCE).order_by("pk").iterator(chunk_size=_AT_ONCE))
    count = 0
    while some := _next_of(model, rows):
        try:
            _insert(model, some)
        except DatabaseError as error:
            between = f"{model._meta.db_table}, between {some[0].pk} and {some[-1].pk}"
            raise CannotMoveError(f"The target refuses a row of {between}: {error}") from error
        count += len(some)
    return count


def _next_of(model: type[Model], rows: Iterator[Model]) -> list[Model]:
    try:
        return list(islice(rows, _AT_ONCE))
    except DatabaseError as error:
        raise CannotMoveError(f"The rows of {model._meta.db_table} cannot be read: {error}") from error


def _insert(model: type[Model], rows: Sequence[Model]) -> None:
    """Store rows as they are: without what a model does at a creation."""
    fields = model._meta.local_concrete_fields
    size: int = connections[TARGET].ops.bulk_batch_size(fields, rows) or len(rows)
    for start in range(0, len(rows), size):
        query = InsertQuery(model)
        query.insert_values(fields, list(rows[start : start + size]), raw=True)
        query.get_compiler(using=TARGET).execute_sql()


def _reset_sequences() -> None:
    connection = connections[TARGET]
    statements: list[Any] = connection.ops.sequence_reset_sql(no_style(), _models())
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def _count(model: type[Model], alias: str) -> int:
    return model._base_manager.using(alias).count()
