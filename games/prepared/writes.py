"""Rows that every move writes, by statements that are compiled once.

Values pass through the fields of the model, as Django has it, so that what is stored is the same. No signals are sent,
and values are no expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, connection, models

from games.prepared import execute

if TYPE_CHECKING:
    Field = models.Field[Any, Any]

PLAIN = {str, int, bool, type(None)}
OF_PLAIN = (models.CharField, models.TextField, models.IntegerField, models.BooleanField, models.ForeignKey)


def insert(rows: Sequence[models.Model]) -> None:
    """Store new rows of one model with one statement, as ``bulk_create`` does; those of a table that numbers its rows
    get their numbers."""
    if not rows:
        return
    statement, fields = _insertion(connection.vendor, type(rows[0]), len(rows))
    values = [_stored(field, row, is_new=True) for row in rows for field in fields]
    for row, (number,) in zip(rows, execute(statement, values), strict=True):
        row.pk = number
        row._state.adding, row._state.db = False, connection.alias


def update(row: models.Model, names: Sequence[str] = ()) -> None:
    """Store the fields of these names, or all, of a row that is there, as ``save(update_fields=...)`` does. Raises
    DatabaseError for one that is not."""
    if not update_if(row, names):
        raise DatabaseError("Save with update_fields did not affect any rows.")


def update_if(row: models.Model, names: Sequence[str], **still: object) -> bool:
    """Store the fields of these names at once, but only where the fields that are named further on still have these
    values; say whether they had."""
    statement, fields, asked = _change(connection.vendor, type(row), tuple(names), tuple(still))
    values = [_stored(field, row, is_new=False) for field in fields]
    values += [row.pk, *(field.get_db_prep_save(still[field.name], connection) for field in asked)]
    return bool(execute(statement, values))


def _stored(field: Field, row: models.Model, *, is_new: bool) -> Any:
    value = getattr(row, field.attname)
    if type(value) in PLAIN and _is_plain(field):
        return value  # as the field would have it, after a dozen calls
    return field.get_db_prep_save(field.pre_save(row, is_new), connection)


@cache
def _is_plain(field: Field) -> bool:
    return isinstance(field, OF_PLAIN)


@cache
def _insertion(vendor: str, model: type[models.Model], count: int) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(field for field in meta.local_concrete_fields if not isinstance(field, models.AutoField))
    row = f"({', '.join(['%s'] * len(fields))})"
    table, key = _quoted(meta.db_table), _quoted(str(meta.pk.column))
    values = ", ".join([row] * count)
    statement = f"INSERT INTO {table} ({_columns(fields)}) VALUES {values} RETURNING {key} AS number"  # noqa: S608
    return statement, fields


@cache
def _change(
    vendor: str, model: type[models.Model], names: tuple[str, ...], still: tuple[str, ...] = ()
) -> tuple[str, tuple[Field, ...], tuple[Field, ...]]:
    meta = model._meta
    fields = tuple(
        field
        for field in meta.local_concrete_fields
        if not field.primary_key and (not names or field.name in names or field.attname in names)
    )
    columns = ", ".join(f"{_quoted(str(field.column))} = %s" for field in fields)
    asked = tuple(field for field in meta.local_concrete_fields if field.name in still)
    table, key = _quoted(meta.db_table), _quoted(str(meta.pk.column))
    where = " AND ".join([f"{key} = %s", *(f"{_quoted(str(field.column))} = %s" for field in asked)])
    return f"UPDATE {table} SET {columns} WHERE {where} RETURNING {key} AS number", fields, asked  # noqa: S608


def _columns(fields: Sequence[Field]) -> str:
    return ", ".join(_quoted(str(field.column)) for field in fields)


def _quoted(name: str) -> str:
    return connection.ops.quote_name(name)
