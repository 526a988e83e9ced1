"""Django's ``loaddata``, which brings the entries of the feed itself: nothing notes its rows as changes."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.management.commands import loaddata
from django.db import DEFAULT_DB_ALIAS
from django.utils import timezone

from games.feed import changes, topics
from games.feed.writing import NewEntry, write


class Command(loaddata.Command):
    """Load a fixture without the triggers of ``games.feed.changes``, whose entries would take the numbers of its own.

    One entry then says that something has changed. All is one transaction: a fixture that fails leaves the triggers.
    """

    def loaddata(self, fixture_labels: Sequence[str]) -> None:
        changes.TRIGGERS.remove(self.using)
        super().loaddata(fixture_labels)
        changes.TRIGGERS.install(self.using)
        if self.using == DEFAULT_DB_ALIAS and self.loaded_object_count:
            write([NewEntry(topics.PUBLIC, topics.CHANGED)], at=timezone.now())
