"""Rows that belong together, stored by one statement on PostgreSQL: each statement of its own costs a move more time in
Python, and on the line, than in the database.

Within ``together`` the writes of ``games.prepared_writes`` and ``games.feed.writing`` wait for the end of the block, or
until anything else asks the database. Then they are parts of one statement: ``WITH`` the first ``AS (INSERT ...)``, and
so on. A number that a row gets by this is an ``Unnumbered`` until then. On SQLite, whose INSERT cannot be a part, each
write is a statement of its own, at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from django.db import connection, transaction

Numbers = Sequence[int]
Reference = tuple[int, int, int]  # the place among the values, the part that is meant, the row of it


@dataclass(frozen=True, slots=True)
class Unnumbered:
    """The number that a row will have: of a part of the block, and of a row of it."""

    part: int
    row: int


@dataclass
class Together:
    """The parts that wait, with what is to be done with the numbers of their rows; ``known`` are those of parts that
    have been stored."""

    statements: list[tuple[str, tuple[Reference, ...]]] = field(default_factory=list)
    values: list[Any] = field(default_factory=list)
    stored: list[Callable[[Numbers], None]] = field(default_factory=list)
    holders: list[tuple[Any, str, Unnumbered]] = field(default_factory=list)
    changed: set[tuple[type, Any]] = field(default_factory=set)
    known: list[list[int]] = field(default_factory=list)

    def add(self, statement: str, values: Sequence[Any], stored: Callable[[Numbers], None]) -> int:
        """Let a statement wait that returns the numbers of its rows; ``stored`` gets them. Returns its part."""
        references = []
        for place, value in enumerate(values):
            if not isinstance(value, Unnumbered):
                self.values.append(value)
            elif value.part < len(self.known):
                self.values.append(self.known[value.part][value.row])
            else:
                references.append((place, value.part - len(self.known), value.row))
        self.statements.append((statement, tuple(references)))
        self.stored.append(stored)
        return len(self.known) + len(self.statements) - 1

    def flush(self) -> None:
        """Store everything that waits, in one statement."""
        if not self.statements:
            return
        statements, values, done, holders = self.statements, self.values, self.stored, self.holders
        self.statements, self.values, self.stored, self.holders, self.changed = [], [], [], [], set()
        numbers: list[list[int]] = [[] for _ in statements]
        for part, number in execute(whole_statement(tuple(statements)), values):
            numbers[part].append(number)
        self.known += numbers
        for stored, found in zip(done, numbers, strict=True):
            stored(found)
        for row, name, unnumbered in holders:
            setattr(row, name, self.known[unnumbered.part][unnumbered.row])

    def flush_first(self, execute: Callable[..., Any], *args: Any) -> Any:
        """Wraps every statement of the block: what it reads must be there."""
        self.flush()
        return execute(*args)


_open: ContextVar[Together | None] = ContextVar("together", default=None)


def waiting() -> Together | None:
    """The block that is open, in which writes wait; None where they are made at once."""
    return _open.get()


@contextmanager
def together() -> Iterator[None]:
    """A block of a transaction whose writes are made by one statement at its end. In an open block it does nothing."""
    if connection.vendor != "postgresql" or waiting() is not None:
        yield
        return
    block = Together()
    token = _open.set(block)
    try:
        with connection.execute_wrapper(block.flush_first):
            yield
            block.flush()
    finally:
        _open.reset(token)


@lru_cache(maxsize=500)
def whole_statement(parts: tuple[tuple[str, tuple[Reference, ...]], ...]) -> str:
    """One statement of all parts, which returns each number that they return, with that of the part."""
    written = ", ".join(f"part{number} AS ({_with_references(*part)})" for number, part in enumerate(parts))
    found = " UNION ALL ".join(f"SELECT {number}, number FROM part{number}" for number in range(len(parts)))  # noqa: S608
    return f"WITH {written} {found}"


def _with_references(statement: str, references: tuple[Reference, ...]) -> str:
    pieces = statement.split("%s")
    given = ["%s"] * (len(pieces) - 1)
    for place, part, row in references:
        given[place] = f"(SELECT number FROM part{part} ORDER BY number OFFSET {row} LIMIT 1)"  # noqa: S608
    return pieces[0] + "".join(value + piece for value, piece in zip(given, pieces[1:], strict=True))


def execute(statement: str, values: Sequence[Any]) -> list[Any]:
    """The rows that a statement returns. PostgreSQL reads it once for each connection (``bound_cursor``)."""
    with (
        transaction.mark_for_rollback_on_error(connection.alias),
        getattr(connection, "bound_cursor", connection.cursor)() as cursor,
    ):
        cursor.execute(statement, values)
        return list(cursor.fetchall())
