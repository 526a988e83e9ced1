"""All finished games as files to be downloaded: written once a day, so that a download costs no work.

Until the first run, the first reader has them written, as long as there are few games.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from uuid import uuid4

from django.conf import settings

from games.archive.stored_records import FORMS, Form, records_of
from games.models import Game
from games.records.abstractplay import NoResult

MOST_AT_ONCE = 200  # games written while a reader waits: a second or two


def archive_path(form: Form) -> Path:
    """Where the file of a form lies, once it was written."""
    return Path(settings.VAR, "archive", f"games.{form.many}.gz")


def write_first_archive(*, now: datetime) -> bool:
    """Write the files if there are none yet, and say whether there are any now: more than MOST_AT_ONCE finished games
    are left to that run."""
    if not all(archive_path(form).exists() for form in FORMS):
        if Game.objects.filter(status=Game.Status.FINISHED).count() > MOST_AT_ONCE:
            return False
        write_archive(now=now)
    return True


def write_archive(*, now: datetime) -> int:
    """Write the files of all forms anew, and say how many games they have. Each takes the place of the one before it
    when it is whole, so that nobody downloads half a file."""
    written = 0
    with ExitStack() as open_files:
        files = [(form, open_files.enter_context(_replacing(archive_path(form)))) for form in FORMS]
        for record in records_of(Game.objects.filter(status=Game.Status.FINISHED)):
            written += 1
            for form, file in files:
                with suppress(NoResult):
                    file.write(form.write(record, now).encode())
    return written


@contextmanager
def _replacing(path: Path) -> Iterator[gzip.GzipFile]:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        with gzip.open(unfinished, "wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
