"""Connections to PostgreSQL that are waited for so long and no longer, and that are back as soon as the server is.

``OPTIONS["patience"]`` is how many seconds a statement may take; 0 for as long as it wants. The server ends what takes
longer, and where it does not answer at all, the connection is given up.
"""

from __future__ import annotations

import select
import time
from collections.abc import Callable
from functools import lru_cache
from types import TracebackType
from typing import Any, ClassVar

import psycopg
from django.db.backends.base.base import NO_DB_ALIAS
from django.db.backends.postgresql import base, operations
from django.db.utils import DatabaseErrorWrapper, OperationalError
from django.utils.functional import cached_property
from psycopg.abc import RV, PQGen
from psycopg_pool import ConnectionPool, PoolTimeout

CONNECT_SECONDS = 2  # libpq has no shorter ones
SECONDS_TO_NOTICE = 2.0  # by which our wait is longer than the server's, which ends the statement and keeps the rest
SLICE = 0.5  # seconds after which whoever waits for a connection looks whether the server is there at all


class BoundedConnection(psycopg.Connection[Any]):
    """A connection whose every wait has an end: OperationalError comes after it."""

    patience: float = 0
    refused: ClassVar[bool] = False  # whether the newest attempt to connect failed

    @classmethod
    def connect(cls, conninfo: str = "", **kwargs: Any) -> BoundedConnection:
        patience = kwargs.pop("patience", 0)
        try:
            made = super().connect(conninfo, **kwargs)
            if patience:
                made.patience = patience + SECONDS_TO_NOTICE
                made.execute(f"SET statement_timeout = {int(patience * 1000)}".encode())
            made.prepare_threshold = 0  # which matters to cursors of the class Bound only
        except psycopg.Error:
            cls.refused = True
            raise
        cls.refused = False
        return made

    def wait(self, gen: PQGen[RV], *args: Any, **kwargs: Any) -> RV:
        """Raises OperationalError when the server has not answered in time; the connection is then closed."""
        if self.patience:
            kwargs.setdefault("timeout", self.patience)
        try:
            return super().wait(gen, *args, **kwargs)
        except psycopg.errors._WaitTimeout:
            self.pgconn.finish()
            raise psycopg.OperationalError("The database has not answered in time.") from None


class Bound(psycopg.RawCursor[Any]):
    """A cursor that sends statements and values apart, for statements that come again and again: the server reads and
    plans them once for each connection."""

    def execute(self, query: Any, params: Any = None, **more: Any) -> Any:
        return super().execute(numbered(query), params, **more)


@lru_cache(maxsize=1000)
def numbered(statement: str) -> str:
    """A statement whose values have numbers, as the server knows them, instead of ``%s``."""
    first, *rest = statement.replace("%%", "%").split("%s")
    return first + "".join(f"${number}{piece}" for number, piece in enumerate(rest, start=1))


class Pool(ConnectionPool[BoundedConnection]):
    """The connections of one process. While the server is away, nobody waits for one; when it is back, nobody fails."""

    def getconn(self, timeout: float | None = None) -> BoundedConnection:
        """Raises OperationalError at once while the server lets nobody in, and PoolTimeout while all are taken."""
        limit = time.monotonic() + (self.timeout if timeout is None else timeout)
        while True:
            if BoundedConnection.refused:
                self._connect().close()  # is it still away?
            try:
                found = super().getconn(min(SLICE, limit - time.monotonic()))
            except PoolTimeout:
                if time.monotonic() >= limit:
                    raise
                continue
            if is_open(found):
                return found
            self.putconn(found)  # which drops it, and opens another


def is_open(connection: BoundedConnection) -> bool:
    """Whether the server has left an idle connection open; if not, it is closed here, too. Asks only the socket: what
    comes unasked is nearly always the end."""
    waiter = select.poll()
    waiter.register(connection.fileno(), select.POLLIN)
    if not waiter.poll(0):
        return True
    connection.close()
    return False


class DatabaseOperations(operations.DatabaseOperations):
    """Django's, which knows what was executed also where the server had prepared it."""

    def last_executed_query(self, cursor: Any, sql: str, params: Any) -> str:
        return super().last_executed_query(cursor, sql, params) or sql


class ErrorsOfDatabase(DatabaseErrorWrapper):
    """Django's; a server that only lets itself be read, such as one on its way to another, counts as one that is away.

    SQLite reports the same as an OperationalError by itself.
    """

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        if isinstance(error, psycopg.errors.ReadOnlySqlTransaction):
            raise OperationalError(*error.args) from error
        super().__exit__(kind, error, at)


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's, with the pool and the connections of this module."""

    @cached_property
    def wrap_database_errors(self) -> DatabaseErrorWrapper:
        return ErrorsOfDatabase(self)

    ops_class = DatabaseOperations
    _connection_pools: ClassVar[dict[str, Pool]] = {}  # as Django calls it
    _configure_connection: Callable[[psycopg.Connection[Any]], None]

    def get_connection_params(self) -> dict[str, Any]:
        params: dict[str, Any] = super().get_connection_params()
        return {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": 10_000} | params

    def bound_cursor(self) -> Any:
        """As ``cursor``, of the class Bound."""
        self.ensure_connection()
        return self._prepare_cursor(Bound(self.connection))  # type: ignore[attr-defined]

    @property
    def pool(self) -> Pool | None:
        options = self.settings_dict["OPTIONS"].get("pool")
        if self.alias == NO_DB_ALIAS or not options:
            return None
        if self.alias not in self._connection_pools:
            made = Pool(
                connection_class=BoundedConnection,
                kwargs=self.get_connection_params() | {"autocommit": True},  # Django sets it as it wants it later on
                open=False,
                configure=self._configure_connection,
                reconnect_timeout=0,  # whoever asks next has it tried again
                **options,
            )
            self._connection_pools.setdefault(self.alias, made)  # several threads may have made one
        return self._connection_pools[self.alias]

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        if self.pool is None:
            conn_params.pop("patience", None)  # one connection of its own has no end to its waits
        return super().get_new_connection(conn_params)
