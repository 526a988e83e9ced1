"""Changes of what everybody can see that no log has, as entries of the feed: the database itself writes them.

A model is declared with ``watch``. Its triggers see every change, whichever program makes it, and write one entry of
the topic ``PUBLIC``, on PostgreSQL one in each transaction. They are installed after every ``migrate``, as those of
``games.append_only`` are. The names of tables and columns come from the models and from nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.db import connections, transaction

from games.feed import topics
from games.feed.numbers import BASE, CHANNEL

_FUNCTION = "games_note_change"
_NAME = "_is_shown_"
WATCHED: dict[str, tuple[str, ...]] = {}  # by label: the fields, or all


def watch(label: str, *fields: str) -> None:
    """Note every change of a model such as ``games.Player``, and that a row is removed. Where fields are named, only
    their changes are noted, and no row that is added."""
    WATCHED[label] = fields


def install(using: str = "default") -> None:
    """Put the triggers in place of those that there were."""
    connection = connections[using]
    remove(using)
    with transaction.atomic(using), connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_POSTGRESQL_FUNCTION)
        for statement in _triggers(connection):
            cursor.execute(statement)


def remove(using: str = "default") -> None:
    """Remove the triggers, for what fills or empties whole tables."""
    connection = connections[using]
    is_postgresql = connection.vendor == "postgresql"
    with transaction.atomic(using), connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, relname FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid "
            "WHERE NOT tgisinternal AND pg_table_is_visible(tgrelid)"
            if is_postgresql
            else "SELECT name, tbl_name FROM sqlite_master WHERE type = 'trigger'"
        )
        for name, table in cursor.fetchall():
            if name.startswith(f"{table}{_NAME}"):
                cursor.execute(f"DROP TRIGGER {name}" + (f" ON {table}" if is_postgresql else ""))


def remove_before_migrate(*, using: str, **_: Any) -> None:
    """Receiver of ``pre_migrate``: SQLite renames no table while a trigger names one that is being made anew."""
    if connections[using].vendor == "sqlite":
        remove(using)


def install_after_migrate(*, using: str, **_: Any) -> None:
    """Receiver of ``post_migrate``."""
    install(using)


# The statements -------------------------------------------------------------------------------------------------------

# The lock is that of ``games.feed.writing``; the setting ends with the transaction.
_POSTGRESQL_FUNCTION = f"""
CREATE OR REPLACE FUNCTION {_FUNCTION}() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF current_setting('seeds.noted', true) IS DISTINCT FROM pg_current_xact_id()::text THEN
        PERFORM set_config('seeds.noted', pg_current_xact_id()::text, true);
        PERFORM pg_advisory_xact_lock_shared({BASE} + last_value - 1 + is_called::int) FROM games_feedentry_id_seq;
        INSERT INTO games_feedentry (topic, what, facts, at)
        VALUES ('{topics.PUBLIC}', '{topics.CHANGED}', '{{}}', clock_timestamp());
        PERFORM pg_notify('{CHANNEL}', '');
    END IF;
    RETURN NULL;
END $$
"""  # noqa: S608 - no value from outside

_SQLITE_ENTRY = f"""
INSERT INTO games_feedentry (topic, what, facts, at)
VALUES ('{topics.PUBLIC}', '{topics.CHANGED}', '{{}}', strftime('%Y-%m-%d %H:%M:%f', 'now'));
"""  # noqa: S608 - no value from outside


def _triggers(connection: Any) -> Iterator[str]:
    tables = set(connection.introspection.table_names())
    is_postgresql = connection.vendor == "postgresql"
    differs, done = ("IS DISTINCT FROM", f"EXECUTE FUNCTION {_FUNCTION}()") if is_postgresql else ("IS NOT", "")
    for label, fields in WATCHED.items():
        meta = apps.get_model(label)._meta
        if {meta.db_table, "games_feedentry"} - tables:
            continue
        columns = [meta.get_field(name).column for name in fields] or [one.column for one in meta.concrete_fields]
        yield from _of_table(meta.db_table, columns, differs, done, rows=not fields)


def _of_table(table: str, columns: Sequence[str], differs: str, done: str, *, rows: bool) -> Iterator[str]:
    what = done or f"BEGIN {_SQLITE_ENTRY} END"
    changes = ("DELETE", "INSERT") if rows else ("DELETE",)
    changed = " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in columns)
    yield f"CREATE TRIGGER {table}{_NAME}update AFTER UPDATE ON {table} FOR EACH ROW WHEN ({changed}) {what}"
    for change in changes:
        yield f"CREATE TRIGGER {table}{_NAME}{change.lower()} AFTER {change} ON {table} FOR EACH ROW {what}"
