"""``manage.py makemigrations``: Django's, but the first migration of an app creates each table with all that it has.

Django creates tables in the order of the alphabet and adds keys, constraints and indexes one by one where a table names
another. At each such step ``migrate`` computes the models anew, so a new database took three times as long. Where
nothing but tables is created, ``FirstMigration`` computes them once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from django.core.management.commands.makemigrations import Command as MakeMigrations
from django.db.migrations import AddConstraint, AddField, AddIndex, CreateModel, Migration
from django.db.migrations.operations.base import Operation
from django.db.migrations.writer import MigrationWriter


def folded(operations: Sequence[Operation]) -> list[Operation]:
    """The same operations with every field, constraint and index in the one that creates its table.

    Of a table that closes a circle, the fields that close it, the constraints and the indexes are added at the end.
    """
    waiting = {table.name_lower: table for table in operations if isinstance(table, CreateModel)}
    fields = [added for added in operations if isinstance(added, AddField) and added.model_name_lower in waiting]
    rest = [one for one in operations if one not in waiting.values() and one not in fields]
    made: dict[str, CreateModel] = {}
    late: list[AddField] = []
    while waiting:
        named = {name: _tables_named(waiting[name], fields) & waiting.keys() - {name} for name in waiting}
        wanted = Counter(other for names in named.values() for other in names)
        name = min(waiting, key=lambda name: (len(named[name]), -wanted[name]))
        made[name] = table = waiting.pop(name)
        for added in (added for added in fields if added.model_name_lower == name):
            if _tables_of(added.field) & named[name]:
                late.append(added)
            else:
                table.fields.append((added.name, added.field))
    open_tables = {added.model_name_lower for added in late}
    at_end: list[Operation] = []
    for one in rest:
        if isinstance(one, AddConstraint | AddIndex) and one.model_name_lower in made.keys() - open_tables:
            part = one.constraint if isinstance(one, AddConstraint) else one.index
            made[one.model_name_lower].options.setdefault(one.option_name, []).append(part)
        else:
            at_end.append(one)
    return [*made.values(), *late, *at_end]


def _tables_named(table: CreateModel, added: Sequence[AddField]) -> set[str]:
    own = [one.field for one in added if one.model_name_lower == table.name_lower]
    return set().union(*map(_tables_of, [*(field for _, field in table.fields), *own]))


def _tables_of(field: Any) -> set[str]:
    """The names in lower case of the tables that a field needs."""
    relation = getattr(field, "remote_field", None)
    models = [getattr(relation, "model", None), getattr(relation, "through", None)]
    labels = [model if isinstance(model, str) else model._meta.label for model in models if model]
    return {label.lower().rpartition(".")[2] for label in labels}


def with_models_computed_once(text: str) -> str:
    """The text of a first migration, as Django writes it, with the class of ours."""
    head, name, rest = text.partition("\n\n\nclass Migration(migrations.Migration):")
    return (
        f"{head}\n\nfrom games.first_migration import FirstMigration\n\n\nclass Migration(FirstMigration):{rest}"
        if name
        else text
    )


class Command(MakeMigrations):
    def write_migration_files(self, changes: dict[str, list[Migration]], *arguments: Any, **options: Any) -> None:
        for migration in (migration for migrations in changes.values() for migration in migrations):
            if migration.initial:
                vars(migration)["operations"] = folded(migration.operations)
        super().write_migration_files(changes, *arguments, **options)
        for migration in (migration for migrations in changes.values() for migration in migrations):
            path = Path(MigrationWriter(migration).path)
            if migration.initial and path.exists():  # not so in a dry run
                path.write_text(with_models_computed_once(path.read_text("utf-8")), "utf-8")
