"""The first migration of an app: its models are computed once, and then all its tables are created.

Django computes the models anew after each table, and with each all those that are related to it. Of some seventy tables
around the players that is most of the time that a new database takes.
"""

from __future__ import annotations

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations import CreateModel, Migration
from django.db.migrations.state import ProjectState


class FirstMigration(Migration):
    """As Django's. If it does more than create tables, or its SQL is only asked for, it is applied step by step."""

    def apply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        if collect_sql or not all(isinstance(operation, CreateModel) for operation in self.operations):
            return super().apply(project_state, schema_editor, collect_sql)
        vars(project_state).pop("apps", None)  # the computed models; asked for again, they are computed with all tables
        for operation in self.operations:
            operation.state_forwards(self.app_label, project_state)
        for operation in self.operations:
            operation.database_forwards(self.app_label, schema_editor, project_state, project_state)
        return project_state
