"""Triggers that the database runs by itself, whichever program writes: declared in families, and installed by one way.

They are installed after every ``migrate``, because Django makes a table of SQLite anew to change it and its triggers go
with the old one. The names of tables and columns come from the models and from nowhere else, so they can stand in the
statements.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from django.db import connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

FAMILIES: list[Triggers] = []


class Triggers:
    """Triggers with one purpose. ``mark`` stands in their names after that of the table; ``made`` yields the statements
    that make them, for the tables that there are."""

    def __init__(self, mark: str, made: Callable[[BaseDatabaseWrapper], Iterator[str]]) -> None:
        self.mark, self.made = mark, made
        FAMILIES.append(self)

    def install(self, using: str = "default") -> None:
        """Put the triggers in place of those that there were."""
        self.remove(using)
        with transaction.atomic(using), connections[using].cursor() as cursor:
            for statement in self.made(connections[using]):
                cursor.execute(statement)

    def remove(self, using: str = "default") -> None:
        """Remove the triggers, for what fills or empties whole tables."""
        on_table = connections[using].vendor == "postgresql"
        with transaction.atomic(using), connections[using].cursor() as cursor:
            for name, table in sorted(self.present(using)):
                cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if on_table else ""))

    def present(self, using: str = "default", *, only_active: bool = False) -> set[tuple[str, str]]:
        """The triggers that the database has, each with its table."""
        if connections[using].vendor == "postgresql":
            statement = (
                "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
                "WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)"
            )
            if only_active:
                statement += " AND tgenabled IN ('O', 'A')"
        else:
            statement = "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
        with connections[using].cursor() as cursor:
            cursor.execute(statement)
            return {(name, table) for name, table in cursor.fetchall() if name.startswith(f"{table}{self.mark}")}


def install(using: str = "default") -> None:
    """Put the triggers of all families in place."""
    for family in FAMILIES:
        family.install(using)


def remove(using: str = "default") -> None:
    """Remove the triggers of all families."""
    for family in FAMILIES:
        family.remove(using)


def remove_before_migrate(*, using: str, **_: object) -> None:
    """Receiver of ``pre_migrate``: SQLite renames no table while a trigger names one that is being made anew."""
    if connections[using].vendor == "sqlite":
        remove(using)


def install_after_migrate(*, using: str, **_: object) -> None:
    """Receiver of ``post_migrate``."""
    install(using)
