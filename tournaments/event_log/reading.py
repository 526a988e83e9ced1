"""Reading the log of an event: rows of the database become typed entries."""

from __future__ import annotations

from typing import Any, TypeVar, overload

from django.db.models import QuerySet

from tournaments.event_log import kinds
from tournaments.event_log.kinds.base import Kind
from tournaments.event_log.kinds.codec import Codec, codec_of, hints_of
from tournaments.event_log.kinds.folding import LogEntry
from tournaments.models import EventLogEntry

K = TypeVar("K", bound=Kind)
L = TypeVar("L", bound=Kind)


@overload
def read(rows: QuerySet[EventLogEntry]) -> list[LogEntry[Kind]]: ...
@overload
def read(rows: QuerySet[EventLogEntry], kind: type[K], /) -> list[LogEntry[K]]: ...
@overload
def read(rows: QuerySet[EventLogEntry], kind: type[K], other: type[L], /, *more: type[Kind]) -> list[LogEntry[Any]]: ...
def read(rows: QuerySet[EventLogEntry], *sorts: type[Kind]) -> list[LogEntry[Any]]:
    """The entries of these rows, in the order of their numbers; only those of these sorts, if any are named.

    A sort is a kind, or what several kinds are, such as ``Departure``. Raises Malformed.
    """
    chosen = rows.filter(kind__in=kinds.slugs_of(*sorts)) if sorts else rows
    stored = chosen.order_by("seq").values_list("seq", "kind", "payload", "at", "division")
    return [LogEntry(seq, kinds.load(kind, payload), at, division) for seq, kind, payload, at, division in stored]


def of_kind(rows: QuerySet[EventLogEntry], kind: type[Kind], **values: Any) -> QuerySet[EventLogEntry]:
    """The rows of a kind whose payloads have these values; ``result__reason`` is the field of a field.

    Raises LookupError for a field that the kind does not have.
    """
    wanted = {f"payload__{path}": _codec_at(kind, path).dump(value) for path, value in values.items()}
    return rows.filter(kind=kind.slug, **wanted)


def _codec_at(kind: type[Kind], path: str) -> Codec:
    hint: Any = kind
    for name in path.split("__"):
        hint = hints_of(hint)[name]
    return codec_of(hint)
