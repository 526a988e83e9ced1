"""Statements that come with every move, compiled once; README.md says why they stay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.db import connection, transaction


def execute(statement: str, values: Sequence[Any]) -> list[Any]:
    """The rows that a statement returns. PostgreSQL reads it once for each connection (``bound_cursor``)."""
    with (
        transaction.mark_for_rollback_on_error(connection.alias),
        getattr(connection, "bound_cursor", connection.cursor)() as cursor,
    ):
        cursor.execute(statement, values)
        return list(cursor.fetchall())
