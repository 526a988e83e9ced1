"""Changes of what everybody can see that no log has, as entries of the feed: the database itself writes them.

A model is declared with ``watch``. Its triggers see every change, whichever program makes it, and write one entry of
the topic ``PUBLIC``, on PostgreSQL one in each transaction. Where readers follow what a row belongs to, as entrants do
to an event, ``watch_for`` adds an entry of that topic. Receivers of ``post_save`` would miss what ``update()`` changes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.apps import apps
from django.db.backends.base.base import BaseDatabaseWrapper

from games.feed import topics
from games.feed.entries import BASE, CHANNEL
from ground.triggers import Triggers

WATCHED: dict[str, tuple[str, ...]] = {}  # by label: the fields, or all


@dataclass(frozen=True, slots=True)
class Owned:
    """Rows whose changes are news of what they belong to."""

    owner: str  # the field that names it, as its topic does; it has a slug
    what: str
    fields: tuple[str, ...]


OWNED: dict[str, Owned] = {}  # by label


def watch(label: str, *fields: str) -> None:
    """Note every change of a model such as ``games.Player``, and that a row is removed. Where fields are named, only
    their changes are noted, and no row that is added."""
    WATCHED[label] = fields


def watch_for(owner: str, label: str, *fields: str, what: str) -> None:
    """Note for the topic of the owner that a row is added or removed, or that one of these fields changes: ``what``.
    On PostgreSQL several changes of one owner in one transaction are one entry, as long as no other comes between."""
    OWNED[label] = Owned(owner, what, fields)


# The statements -------------------------------------------------------------------------------------------------------

# The lock is that of ``games.feed.writing``; the setting ends with the transaction.
_POSTGRESQL_FUNCTION = """
CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE noted text := concat(pg_current_xact_id(), ' ', {row});
BEGIN
    IF current_setting('seeds.{name}', true) IS DISTINCT FROM noted THEN
        PERFORM set_config('seeds.{name}', noted, true);
        PERFORM pg_advisory_xact_lock_shared({base} + last_value - 1 + is_called::int) FROM games_feedentry_id_seq;
        INSERT INTO games_feedentry (topic, what, facts, at) {entry};
        PERFORM pg_notify('{channel}', '');
    END IF;
    RETURN NULL;
END $$
"""
_PUBLIC = f"SELECT '{topics.PUBLIC}', '{topics.CHANGED}', {{facts}}, {{now}}"
_OWNED = "SELECT '{owner}:' || id, '{what}', {{facts}}, {{now}} FROM {table} WHERE id = {{row}}"


def _made(connection: BaseDatabaseWrapper) -> Iterator[str]:
    tables = set(connection.introspection.table_names())
    add = _on_postgresql if connection.vendor == "postgresql" else _on_sqlite
    for label, fields in WATCHED.items():
        meta = apps.get_model(label)._meta
        if {meta.db_table, "games_feedentry"} <= tables:
            columns = [meta.get_field(name).column for name in fields] or [one.column for one in meta.concrete_fields]
            changes = ("update", "delete") if fields else ("update", "delete", "insert")
            yield from add(meta.db_table, "", changes, columns, _PUBLIC)
    for label, owned in OWNED.items():
        meta = apps.get_model(label)._meta
        if {meta.db_table, "games_feedentry"} <= tables:
            table = meta.get_field(owned.owner).related_model._meta.db_table
            entry = _OWNED.format(owner=owned.owner, what=owned.what, table=table)
            columns = [meta.get_field(name).column for name in owned.fields]
            yield from add(meta.db_table, owned.owner, ("update", "delete", "insert"), columns, entry)


def _on_postgresql(table: str, owner: str, changes: Sequence[str], columns: Sequence[str], entry: str) -> Iterator[str]:
    """The function of the public entry serves all tables, that of an owner one."""
    name = f"games_note_{table}" if owner else "games_note_change"
    row = f"coalesce(NEW.{owner}_id, OLD.{owner}_id)" if owner else "NULL"
    facts = f"jsonb_build_object('{owner}', slug)" if owner else "'{}'::jsonb"
    entry = entry.format(facts=facts, now="clock_timestamp()", row=row)
    yield _POSTGRESQL_FUNCTION.format(name=name, row=row, base=BASE, channel=CHANNEL, entry=entry)
    for change in changes:
        when = _differs(columns, "IS DISTINCT FROM") if change == "update" else ""
        yield f"{_head(table, owner, change)} {when} EXECUTE FUNCTION {name}()"


def _on_sqlite(table: str, owner: str, changes: Sequence[str], columns: Sequence[str], entry: str) -> Iterator[str]:
    facts = f"json_object('{owner}', slug)" if owner else "'{}'"
    for change in changes:
        row = f"{'OLD' if change == 'delete' else 'NEW'}.{owner}_id"
        one = entry.format(facts=facts, now="strftime('%Y-%m-%d %H:%M:%f', 'now')", row=row)
        when = _differs(columns, "IS NOT") if change == "update" else ""
        insert = f"INSERT INTO games_feedentry (topic, what, facts, at) {one};"
        yield f"{_head(table, owner, change)} {when} BEGIN {insert} END"


def _head(table: str, owner: str, change: str) -> str:
    return f"CREATE TRIGGER {table}{TRIGGERS.mark}{owner}{change} AFTER {change.upper()} ON {table} FOR EACH ROW"


def _differs(columns: Sequence[str], differs: str) -> str:
    changed = " OR ".join(f'OLD."{column}" {differs} NEW."{column}"' for column in columns)
    return f"WHEN ({changed})"


TRIGGERS = Triggers("_is_shown_", _made)
