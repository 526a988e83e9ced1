"""The rows of the page of records."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from tournaments.presenting.page_sentences.history import records as sentences
from tournaments.standings.records import AllTimeRecord


@dataclass(frozen=True, slots=True)
class RecordRow:
    """A record, the players who hold it, and where it was set: the address of a game or an event, or none."""

    title: str
    value: str
    holders: str
    address: str
    at: datetime | None


def record_rows(records: Iterable[AllTimeRecord]) -> list[RecordRow]:
    """The rows of these records."""
    return [
        RecordRow(sentences.title(one), sentences.value(one), sentences.holders(one), _address(one), one.at)
        for one in records
    ]


def _address(record: AllTimeRecord) -> str:
    if record.game:
        return reverse("games:game", args=[record.game])
    return reverse("tournaments:event", args=[record.event]) if record.event else ""
