"""One moment for one answer: all that is read for it comes from one snapshot of the database.

Two reads of one answer could otherwise straddle a write, and the answer would show what never was. The snapshot begins
with the first statement, so that what asks nothing costs nothing. It has a number, that of the feed: everything that
entries up to it report is in the snapshot, so whoever has the answer reads the feed on from there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.http import HttpRequest

from games.feed.entries import GIVEN, HELD, NEWEST, settled

ENDS = "seeds.ends"  # in the environment of a request: what is ended with it, an ``ExitStack``

_present: ContextVar[_Moment | None] = ContextVar("moment", default=None)


@contextmanager
def one_moment(using: str = DEFAULT_DB_ALIAS) -> Iterator[Callable[[], tuple[int, int]]]:
    """Whatever is read inside, outside of a transaction, is of one moment, and nothing can be written.

    Yields what says the numbers of the feed at that moment, as ``numbers`` does. Inside of another one it is that one.
    """
    if (outer := _present.get()) is not None:
        yield outer.numbers
        return
    connection = connections[using]
    with ExitStack() as ends:
        moment = _Moment(connection, ends)
        token = _present.set(moment)
        try:
            with connection.execute_wrapper(moment):
                yield moment.numbers
        finally:
            _present.reset(token)


def begin_page(request: HttpRequest) -> None:
    """From now on a request is answered from one moment: for a page that answers what was sent, once it has written.

    All that a template reads is of one; what a view has read before it must be read after this.
    """
    if (ends := request.META.get(ENDS)) is not None:
        ends.enter_context(one_moment())


def numbers(using: str = DEFAULT_DB_ALIAS) -> tuple[int, int]:
    """The number up to which every entry of the feed can be seen, and the last one that was given: in the moment that
    is being read, or now."""
    moment = _present.get()
    return _ask(connections[using]) if moment is None else moment.numbers()


def number_shown() -> int | None:
    """The number of the moment from which something has been read; None where nothing has."""
    moment = _present.get()
    return moment.numbers()[0] if moment is not None and moment.has_read else None


class _Moment:
    """A snapshot that begins with the first statement; the statements of a transaction that writes are not its own."""

    def __init__(self, connection: Any, ends: ExitStack) -> None:
        self._connection, self._ends = connection, ends
        self._numbers: tuple[int, int] | None = None
        self._is_beginning = self.has_read = False

    def numbers(self) -> tuple[int, int]:
        return self._numbers or self._begin()

    def __call__(self, execute: Callable[..., Any], sql: str, *given: Any) -> Any:
        self.has_read = True
        if not (self._numbers or self._is_beginning or self._connection.in_atomic_block or sql.startswith("BEGIN")):
            self._begin()
        return execute(sql, *given)

    def _begin(self) -> tuple[int, int]:
        """On PostgreSQL the numbers are asked first: see ``games.feed.entries.settled``."""
        self._is_beginning = True
        try:
            found = _ask(self._connection) if self._connection.vendor == "postgresql" else None
            if not self._connection.in_atomic_block:
                self._open()
            self._numbers = found or _ask(self._connection)
        finally:
            self._is_beginning = False
        return self._numbers

    def _open(self) -> None:
        connection = self._connection
        if connection.vendor == "postgresql":
            self._ends.enter_context(transaction.atomic(connection.alias))
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            return
        connection.ensure_connection()
        usual, connection.transaction_mode = connection.transaction_mode, "DEFERRED"  # writers need not wait for it
        try:
            self._ends.enter_context(transaction.atomic(connection.alias))
        finally:
            connection.transaction_mode = usual


def _ask(connection: Any) -> tuple[int, int]:
    with connection.cursor() as cursor:
        if connection.vendor != "postgresql":
            (last,) = cursor.execute(NEWEST).fetchone()
            return last, last
        cursor.execute(f"{GIVEN}; {HELD}")  # both on one way there and back, in this order
        (given,) = cursor.fetchone()
        cursor.nextset()
        (held,) = cursor.fetchone()
    return settled(given, held), given
