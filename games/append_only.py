"""Logs that the database itself keeps: triggers refuse to change or remove their rows, whoever asks.

A model is declared with ``append_only``. The triggers are installed after every ``migrate``, because Django makes a
table of SQLite anew to change it and its triggers go with the old one; a system check says when some are missing. While
an ``Erasure`` is open in the same transaction they let a change pass: see ``games.erasing``.

The names of tables and columns come from the models and from nowhere else, so they can stand in the statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.checks import CheckMessage, Warning
from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

ERASURES = "games_erasure"
_FUNCTION = "games_refuse_change"
_CHANGES = ("UPDATE", "DELETE")
_M = TypeVar("_M", bound=type[Model])


@dataclass(frozen=True, slots=True)
class Log:
    """A table whose rows are kept: those that fit ``rows``, a condition of SQL on ``OLD``, or all.

    ``words`` are the fields in which people write, ``field.key`` for a text within JSON: only these can be erased.
    """

    model: type[Model]
    rows: str
    words: tuple[str, ...]

    @property
    def table(self) -> str:
        return self.model._meta.db_table


LOGS: list[Log] = []


def append_only(*, rows: str = "", words: Sequence[str] = ()) -> Callable[[_M], _M]:
    """Declare that rows of a model are never changed or removed once they fit ``rows`` (see ``Log``)."""

    def register(model: _M) -> _M:
        LOGS.append(Log(model, rows, tuple(words)))
        return model

    return register


def log_of(label: str) -> Log | None:
    """The log with a label such as ``games.gameevent``, if there is one."""
    return next((log for log in LOGS if log.model._meta.label_lower == label.lower()), None)


def install(using: str = "default") -> None:
    """Put the triggers of all logs whose tables there are in place of those that there were."""
    connection = connections[using]
    remove(using)
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for _, statement in _triggers(connection):
            cursor.execute(statement)


def remove(using: str = "default") -> None:
    """Remove all triggers of the logs, for what empties whole tables."""
    connection = connections[using]
    with transaction.atomic(using), connection.cursor() as cursor:
        for name, table in sorted(_present(connection)):
            cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if connection.vendor == "postgresql" else ""))


def missing(using: str = "default") -> list[str]:
    """The names of triggers that should be there and are not, or do not refuse."""
    connection = connections[using]
    present = {name for name, _ in _present(connection, only_active=True)}
    return sorted(name for name, _ in _triggers(connection) if name not in present)


def remove_before_migrate(*, using: str, **_: Any) -> None:
    """Receiver of ``pre_migrate``: SQLite renames no table while a trigger names one that is being made anew."""
    if connections[using].vendor == "sqlite":
        remove(using)


def install_after_migrate(*, using: str, **_: Any) -> None:
    """Receiver of ``post_migrate``."""
    install(using)


def check_triggers(databases: Sequence[str] | None = None, **_: Any) -> list[CheckMessage]:
    """The system check: a warning and no error, since ``migrate``, which checks first, is the cure."""
    names = [name for using in databases or () for name in missing(using)]
    if not names:
        return []
    return [
        Warning(
            f"Nothing in the database keeps the logs from being changed: {', '.join(names)} are missing.",
            hint="Run manage.py migrate, which installs the triggers.",
            id="games.W001",
        )
    ]


# The statements -------------------------------------------------------------------------------------------------------

_POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM {ERASURES} WHERE is_open) THEN
        RAISE EXCEPTION 'Rows of % are never changed or removed.', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$
"""  # noqa: S608 - no value from outside


def _triggers(connection: BaseDatabaseWrapper) -> Iterator[tuple[str, str]]:
    """The name of each trigger and the statement that makes it, for the logs whose tables there are."""
    tables = set(connection.introspection.table_names())
    make = _postgresql if connection.vendor == "postgresql" else _sqlite
    for log in LOGS:
        if {log.table, ERASURES} <= tables:
            for change in _CHANGES:
                name = f"{log.table}_refuses_{change.lower()}"
                yield name, make(log, name, change)


def _postgresql(log: Log, name: str, change: str) -> str:
    rows = f"WHEN ({log.rows}) " if log.rows else ""
    return f"CREATE TRIGGER {name} BEFORE {change} ON {log.table} FOR EACH ROW {rows}EXECUTE FUNCTION {_FUNCTION}()"


def _sqlite(log: Log, name: str, change: str) -> str:
    rows = f"({log.rows}) AND " if log.rows else ""
    is_closed = f"NOT EXISTS (SELECT 1 FROM {ERASURES} WHERE is_open)"  # noqa: S608 - no value from outside
    return (
        f"CREATE TRIGGER {name} BEFORE {change} ON {log.table} FOR EACH ROW WHEN {rows}{is_closed} "
        f"BEGIN SELECT RAISE(ABORT, 'Rows of {log.table} are never changed or removed.'); END"
    )


def _present(connection: BaseDatabaseWrapper, *, only_active: bool = False) -> set[tuple[str, str]]:
    """The triggers of logs that the database has, each with its table."""
    if connection.vendor == "postgresql":
        statement = (
            "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)"
        )
        if only_active:
            statement += " AND tgenabled IN ('O', 'A')"
    else:
        statement = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
    with connection.cursor() as cursor:
        cursor.execute(statement)
        return {(name, table) for name, table in cursor.fetchall() if name.startswith(f"{table}_refuses_")}
