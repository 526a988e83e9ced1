"""Django's ``flush``, which empties all tables, also those of logs from which nothing can be removed."""

from __future__ import annotations

from typing import Any

from django.core.management.commands import flush

from ground import triggers


class Command(flush.Command):
    """The triggers are taken away for it and come back, also after an answer of "no"."""

    def handle(self, **options: Any) -> None:
        using = options["database"]
        triggers.remove(using)
        try:
            super().handle(**options)
        finally:
            triggers.install(using)
