"""Rows that every move writes, by statements that are compiled once (see ``games.prepared``): Django compiles an INSERT
or UPDATE anew each time, and that takes longer than the database does.

Values pass through the fields of the model, as Django has it, so that what is stored is the same. No signals are sent,
and values are no expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, connection, models, transaction

if TYPE_CHECKING:
    Field = models.Field[Any, Any]


def insert(rows: Sequence[models.Model]) -> None:
    """Store new rows of one model with one statement, as ``bulk_create`` does; those of a table that numbers its rows
    get their numbers."""
    if not rows:
        return
    model = type(rows[0])
    statement, fields = _insertion(connection.vendor, model, len(rows))
    values = [_stored(field, row, is_new=True) for row in rows for field in fields]
    found = _execute(statement, values, len(rows))
    for row, (number,) in zip(rows, found, strict=True):
        row.pk = number
        row._state.adding, row._state.db = False, connection.alias


def update(row: models.Model, names: Sequence[str] = ()) -> None:
    """Store the fields of these names, or all, of a row that is there, as ``save(update_fields=...)`` does. Raises
    DatabaseError for one that is not."""
    statement, fields = _change(connection.vendor, type(row), tuple(names))
    values = [_stored(field, row, is_new=False) for field in fields]
    if not _execute(statement, [*values, row.pk], 0):
        raise DatabaseError("Save with update_fields did not affect any rows.")


def _stored(field: Field, row: models.Model, *, is_new: bool) -> Any:
    return field.get_db_prep_save(field.pre_save(row, is_new), connection)


def _execute(statement: str, values: Sequence[Any], expected: int) -> Any:
    """The rows that a statement returns, if any are expected; else how many it changed."""
    with transaction.mark_for_rollback_on_error(connection.alias), connection.cursor() as cursor:
        cursor.execute(statement, values)
        return cursor.fetchall() if expected else cursor.rowcount


@cache
def _insertion(vendor: str, model: type[models.Model], count: int) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(field for field in meta.local_concrete_fields if not isinstance(field, models.AutoField))
    row = f"({', '.join(['%s'] * len(fields))})"
    table, key = _quoted(meta.db_table), _quoted(str(meta.pk.column))
    statement = f"INSERT INTO {table} ({_columns(fields)}) VALUES {', '.join([row] * count)} RETURNING {key}"  # noqa: S608
    return statement, fields


@cache
def _change(vendor: str, model: type[models.Model], names: tuple[str, ...]) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(
        field
        for field in meta.local_concrete_fields
        if not field.primary_key and (not names or field.name in names or field.attname in names)
    )
    columns = ", ".join(f"{_quoted(str(field.column))} = %s" for field in fields)
    return f"UPDATE {_quoted(meta.db_table)} SET {columns} WHERE {_quoted(str(meta.pk.column))} = %s", fields  # noqa: S608


def _columns(fields: Sequence[Field]) -> str:
    return ", ".join(_quoted(str(field.column)) for field in fields)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
