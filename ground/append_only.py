"""Logs that the database itself keeps: triggers refuse to change or remove their rows, whoever asks.

A model is declared with ``append_only``. A system check says when triggers are missing. One of the logs has the
exceptions: while a row of it is open in the same transaction, the triggers let a change pass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.core.checks import CheckMessage, Warning
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model

from ground.triggers import Triggers

_FUNCTION = "refuse_change"
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
    is_exceptions: bool = False

    @property
    def table(self) -> str:
        return self.model._meta.db_table


LOGS: list[Log] = []


def append_only(*, rows: str = "", words: Sequence[str] = (), is_exceptions: bool = False) -> Callable[[_M], _M]:
    """Declare that rows of a model are never changed or removed once they fit ``rows`` (see ``Log``). The model with
    the exceptions has a field ``is_open``."""

    def register(model: _M) -> _M:
        LOGS.append(Log(model, rows, tuple(words), is_exceptions))
        return model

    return register


def log_of(label: str) -> Log | None:
    """The log with a label such as ``games.gameevent``, if there is one."""
    return next((log for log in LOGS if log.model._meta.label_lower == label.lower()), None)


def missing(using: str = "default") -> list[str]:
    """The names of triggers that should be there and are not, or do not refuse."""
    present = {name for name, _ in TRIGGERS.present(using, only_active=True)}
    return sorted(name for name, _ in _named(connections[using]) if name not in present)


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

_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION {function}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT 1 FROM {exceptions} WHERE is_open) THEN
        RAISE EXCEPTION 'Rows of % are never changed or removed.', TG_TABLE_NAME
            USING ERRCODE = 'integrity_constraint_violation';
    END IF;
    RETURN COALESCE(NEW, OLD);
END $$
"""


def _made(connection: BaseDatabaseWrapper) -> Iterator[str]:
    if connection.vendor == "postgresql":
        for log in LOGS:
            if log.is_exceptions and log.table in connection.introspection.table_names():
                yield _POSTGRESQL_FUNCTION.format(function=_FUNCTION, exceptions=log.table)
    for _, statement in _named(connection):
        yield statement


def _named(connection: BaseDatabaseWrapper) -> Iterator[tuple[str, str]]:
    """The name of each trigger and the statement that makes it, for the logs whose tables there are."""
    tables = set(connection.introspection.table_names())
    make = _postgresql if connection.vendor == "postgresql" else _sqlite
    exceptions = next((log.table for log in LOGS if log.is_exceptions), "")
    for log in LOGS:
        if {log.table, exceptions} <= tables:
            for change in _CHANGES:
                name = f"{log.table}{TRIGGERS.mark}{change.lower()}"
                yield name, make(log, name, change, exceptions)


def _postgresql(log: Log, name: str, change: str, exceptions: str) -> str:
    rows = f"WHEN ({log.rows}) " if log.rows else ""
    return f"CREATE TRIGGER {name} BEFORE {change} ON {log.table} FOR EACH ROW {rows}EXECUTE FUNCTION {_FUNCTION}()"


def _sqlite(log: Log, name: str, change: str, exceptions: str) -> str:
    rows = f"({log.rows}) AND " if log.rows else ""
    is_closed = f"NOT EXISTS (SELECT 1 FROM {exceptions} WHERE is_open)"  # noqa: S608 - no value from outside
    return (
        f"CREATE TRIGGER {name} BEFORE {change} ON {log.table} FOR EACH ROW WHEN {rows}{is_closed} "
        f"BEGIN SELECT RAISE(ABORT, 'Rows of {log.table} are never changed or removed.'); END"
    )


TRIGGERS = Triggers("_refuses_", _made)
