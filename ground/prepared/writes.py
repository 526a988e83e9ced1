"""Rows that every move writes, by statements that are compiled once.

Values pass through the fields of the model, as Django has it, so that what is stored is the same. No signals are sent,
and values are no expressions.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from django.db import DatabaseError, connection, connections, models

from ground.prepared import execute, in_portions

if TYPE_CHECKING:
    Field = models.Field[Any, Any]

PLAIN = {str, int, bool, type(None)}
OF_PLAIN = (models.CharField, models.TextField, models.IntegerField, models.BooleanField, models.ForeignKey)


def insert(rows: Sequence[models.Model]) -> None:
    """Store new rows of one model, ``MANY_ROWS`` with one statement, as ``bulk_create`` does; those of a table that
    numbers its rows get their numbers, unless all have them already."""
    for portion in in_portions(rows):
        is_numbered = portion[0].pk is not None
        statement, fields = _insertion(connection.vendor, type(portion[0]), len(portion), is_numbered)
        values = _stored(fields, portion, is_new=True)
        for row, (number,) in zip(portion, execute(statement, values), strict=True):
            row.pk = number
            row._state.adding, row._state.db = False, connection.alias


def numbers_for(model: type[models.Model], count: int) -> list[int]:
    """Numbers for so many new rows, to be inserted in this transaction before the next are asked for."""
    table, key = model._meta.db_table, str(model._meta.pk.column)
    if connection.vendor == "postgresql":
        statement = "SELECT nextval(pg_get_serial_sequence(%s, %s)) FROM generate_series(1, %s)"
        return [number for (number,) in execute(statement, [table, key, count])]
    last = next(iter(execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])), (0,))[0]
    return list(range(last + 1, last + 1 + count))


def update(row: models.Model, names: Sequence[str] = ()) -> None:
    """Store the fields of these names, or all, of a row that is there, as ``save(update_fields=...)`` does. Raises
    DatabaseError for one that is not."""
    if not update_if(row, names):
        raise DatabaseError("Save with update_fields did not affect any rows.")


def update_if(row: models.Model, names: Sequence[str], **still: object) -> bool:
    """Store the fields of these names at once, but only where the fields that are named further on still have these
    values; say whether they had."""
    statement, fields, asked = _change(connection.vendor, type(row), tuple(names), tuple(still))
    values = _stored(fields, [row], is_new=False)
    values += [row.pk, *(field.get_db_prep_save(still[field.name], connection) for field in asked)]
    return bool(execute(statement, values))


def _stored(fields: Sequence[Field], rows: Sequence[models.Model], *, is_new: bool) -> list[Any]:
    """The values of these fields, row by row; plain ones as the field would have them after a dozen calls."""
    database, columns = connections[connection.alias], []
    for field in fields:
        name, plain = field.attname, PLAIN if isinstance(field, OF_PLAIN) else ()
        columns.append([
            value if type(value := getattr(row, name)) in plain
            else field.get_db_prep_save(field.pre_save(row, is_new), database)
            for row in rows
        ])  # fmt: skip
    return list(chain.from_iterable(zip(*columns, strict=True)))


@lru_cache(maxsize=200)
def _insertion(vendor: str, model: type[models.Model], count: int, is_numbered: bool) -> tuple[str, tuple[Field, ...]]:
    meta = model._meta
    numbered = (one for one in meta.local_concrete_fields if is_numbered or not isinstance(one, models.AutoField))
    fields = tuple(numbered)
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
