"""Queries that are asked with every move, compiled to SQL once: Django compiles a query anew each time it is asked, and
that takes longer than the database does.

A prepared query is written as any other, with ``Asked`` for the values that differ. Its rows become objects by Django's
own code, so that it finds the same as the query that it was made from.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from types import SimpleNamespace
from typing import Any, Generic, TypeVar

from django.db import connection, models
from django.db.models.sql.compiler import SQLCompiler

from ground.prepared import execute

Found = TypeVar("Found")


class Asked(models.Expression):
    """A value of a prepared query that is given when it is asked."""

    def __init__(self, name: str, field: type[models.Field[Any, Any]] = models.BigIntegerField) -> None:
        super().__init__(output_field=field())
        self.name = name

    def as_sql(self, compiler: SQLCompiler, connection: object) -> tuple[str, Any]:  # Any: what is given later
        return "%s", [self]

    def adapted(self, value: object) -> object:
        """The value as the database takes it."""
        return self.output_field.get_db_prep_value(value, connection)

    def fits(self, value: object) -> bool:
        """False for a whole number that no column of the database can hold, so that no row can have it."""
        if not isinstance(value, int):
            return True
        least, most = connection.ops.integer_field_range(self.output_field.get_internal_type())
        return bool(least <= value <= most)


def attach(owner: models.Model, name: str, rows: Sequence[models.Model]) -> None:
    """Keep the rows of a relation as if they had been prefetched: asking for all of them asks no database."""
    related = getattr(owner, name)
    for row in rows if hasattr(related, "field") else ():
        setattr(row, related.field.name, owner)
    known = related.all()
    known._result_cache, known._prefetch_done = rows, True
    vars(owner).setdefault("_prefetched_objects_cache", {})[name] = known


class Prepared(Generic[Found]):
    """A query for objects, or for some of their values. ``make`` is called once for each kind of database."""

    def __init__(self, make: Callable[[], models.QuerySet[Any, Found]]) -> None:
        self.make = make
        self._compiled: dict[str, Any] = {}  # Any: parts of Django without types

    def ask(self, **values: object) -> list[Found]:
        """What the query finds with these values of its ``Asked``."""
        if connection.vendor not in self._compiled:
            made: Any = self.make()
            fresh = made.query.get_compiler(connection=connection)
            sql, params = fresh.as_sql()
            converters = fresh.get_converters([column for column, _, _ in fresh.select])
            self._compiled[connection.vendor] = made, fresh, sql, params, converters
        made, compiled, sql, params, converters = self._compiled[connection.vendor]
        if not all(param.fits(values[param.name]) for param in params if isinstance(param, Asked)):
            return []
        given = tuple(param.adapted(values[param.name]) if isinstance(param, Asked) else param for param in params)
        compiler = copy(compiled)
        compiler.connection = connection  # that of this thread
        found = execute(sql, given)
        vars(compiler)["execute_sql"] = lambda *_, **__: [found]
        vars(compiler)["get_converters"] = lambda _: converters
        query = copy(made.query)
        vars(query)["get_compiler"] = lambda *_, **__: compiler
        asked = SimpleNamespace(db=connection.alias, query=query, _known_related_objects={})
        return list(made._iterable_class(asked))
