"""Statements that come with every move, compiled once; README.md says why they stay."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeVar

from django.db import connection, transaction

MANY_ROWS = 500  # that are written by one statement
T = TypeVar("T")


def in_portions(rows: Sequence[T]) -> Iterator[Sequence[T]]:
    """The rows, so many at a time as one statement writes."""
    return (rows[start : start + MANY_ROWS] for start in range(0, len(rows), MANY_ROWS))


def execute(statement: str, values: Sequence[Any]) -> list[Any]:
    """The rows that a statement returns. PostgreSQL reads it once for each connection (``bound_cursor``)."""
    with (
        transaction.mark_for_rollback_on_error(connection.alias),
        getattr(connection, "bound_cursor", connection.cursor)() as cursor,
    ):
        cursor.execute(statement, values)
        return list(cursor.fetchall())
