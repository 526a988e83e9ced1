"""All finished games as files to be downloaded: written once a day, so that a download costs no work.

Until the first run, the first reader has them written, as long as there are few games.
"""

from __future__ import annotations

import gzip
import hashlib
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import datetime
from itertools import groupby
from pathlib import Path
from typing import BinaryIO
from uuid import uuid4

from django.conf import settings
from django.db.models import QuerySet

from games.archive.stored_records import FORMS, Form, public_keys, records_of
from games.models import Erasure, Game, Player
from games.records.abstractplay import NoResult

PART = 500  # numbers of games that are written together
SWEEP_SECONDS = 40.0  # after which a run leaves the rest to the next
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


def write_archive(*, now: datetime, seconds: float = SWEEP_SECONDS) -> bool:
    """Bring the files up to date, and say whether they are: what takes longer than so many ``seconds`` is left to the
    next call. Games are written in parts, and only parts in which something has changed are written anew. Each file
    takes the place of the one before it when it is whole, so that nobody downloads half a file."""
    limit, kept = time.monotonic() + seconds, []
    finished = Game.objects.filter(status=Game.Status.FINISHED)
    for number, mark in _marks(finished):
        part = [archive_path(form).parent / "parts" / f"{number}-{mark}.{form.many}.gz" for form in FORMS]
        kept += part
        if all(path.exists() for path in part):
            continue
        if time.monotonic() > limit:
            return False
        _write_part(finished.filter(pk__gte=number * PART, pk__lt=(number + 1) * PART), part, now)
    for form in FORMS:
        with _replacing(archive_path(form)) as file:
            file.write(gzip.compress(b""))  # a file without games is one, too
            for path in kept[FORMS.index(form) :: len(FORMS)]:
                file.write(path.read_bytes())
    for path in {*archive_path(FORMS[0]).parent.glob("parts/*.gz")} - {*kept}:
        path.unlink()
    return True


def _marks(finished: QuerySet[Game]) -> Iterator[tuple[int, str]]:
    """Each part with games, and a hash of all by which its records may have changed: logs, words that were erased from
    them, names of accounts that were closed, and what every record says of this service."""
    about_all = [
        settings.SITE_HOST,
        public_keys()[0],
        Erasure.objects.count(),
        Player.objects.filter(is_active=False).count(),
    ]
    rows = finished.order_by("pk").values_list("pk", "seq", "rules", "title", "rated")
    for number, games in groupby(rows.iterator(), lambda row: row[0] // PART):
        yield number, hashlib.sha256(repr([*about_all, *games]).encode()).hexdigest()[:32]


def _write_part(games: QuerySet[Game], part: Sequence[Path], now: datetime) -> None:
    with ExitStack() as open_files:
        whole = [open_files.enter_context(_replacing(path)) for path in part]
        files = [open_files.enter_context(gzip.open(file, "wb")) for file in whole]
        for record in records_of(games):
            for form, file in zip(FORMS, files, strict=True):
                with suppress(NoResult):
                    file.write(form.write(record, now).encode())


@contextmanager
def _replacing(path: Path) -> Iterator[BinaryIO]:
    path.parent.mkdir(parents=True, exist_ok=True)
    unfinished = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        with unfinished.open("wb") as file:
            yield file
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
