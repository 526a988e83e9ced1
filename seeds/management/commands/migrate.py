"""Django's command, which believes what a database says to have had. This one looks at its tables first."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from seeds import schema


class Command(migrate.Command):
    """As Django's, and refuses tables that no migration leads on from, before it changes any."""

    def handle(self, *args: Any, **options: Any) -> None:
        if reason := schema.reason_against(connections[options["database"]]):
            raise CommandError(reason)
        super().handle(*args, **options)
