"""What the log of an event comes to in the end. Pure.

Entries are only ever appended. A later result of a game counts instead of an earlier one, and an entry that reverts
another one makes it as if that had never been written; such an entry can be reverted, too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Generic, NamedTuple, TypeVar

from tournaments.event_log.kinds.base import Fold, Kind
from tournaments.standings.matches import EmptyBoard, GameResult
from tournaments.standings.tables import Bye

K = TypeVar("K", bound=Kind, covariant=True)


class LogEntry(NamedTuple, Generic[K]):
    """An entry of the log of one division, or of the whole event (``division`` None), where it concerns all."""

    seq: int
    payload: K
    at: datetime
    division: int | None = None


@dataclass(frozen=True, slots=True)
class Account:
    """The outcome of a log, as ``Fold`` says of its parts. ``results`` in the order in which games ended; ``entries``
    are those that were not reverted.
    """

    results: tuple[GameResult, ...] = ()
    byes: tuple[Bye, ...] = ()
    void: frozenset[int] = frozenset()
    provisional: frozenset[int] = frozenset()
    asked: Mapping[int, frozenset[int]] = field(default_factory=dict)
    gone: Mapping[int, int] = field(default_factory=dict)
    added: Mapping[int, int] = field(default_factory=dict)
    status: Mapping[int, str] = field(default_factory=dict)
    left_by: Mapping[int, int] = field(default_factory=dict)
    apart: frozenset[frozenset[int]] = frozenset()
    chosen: Mapping[int, tuple[tuple[int, ...], ...]] = field(default_factory=dict)
    seeds: tuple[int, ...] = ()
    placed: Mapping[int, tuple[int, int]] = field(default_factory=dict)
    squads: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    line_ups: Mapping[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    empty: Mapping[int, tuple[EmptyBoard, ...]] = field(default_factory=dict)
    entries: tuple[LogEntry[Kind], ...] = ()


def account(entries: Iterable[LogEntry[Kind]]) -> Account:
    """Fold a log, in the order of ``seq``."""
    standing = standing_entries(entries)
    fold = Fold()
    for entry in standing:
        entry.payload.apply(fold, entry.seq)
    return Account(
        results=tuple(fold.results.values()),
        byes=tuple(fold.byes.values()),
        void=frozenset(fold.void),
        provisional=frozenset(fold.provisional),
        asked=fold.asked,
        gone=fold.gone,
        added=fold.added,
        status=fold.status,
        left_by=fold.left_by,
        apart=frozenset(fold.apart),
        chosen=fold.chosen,
        seeds=fold.seeds,
        placed=fold.placed,
        squads=fold.squads,
        line_ups=fold.line_ups,
        empty=fold.empty,
        entries=tuple(standing),
    )


def standing_entries(entries: Iterable[LogEntry[K]]) -> list[LogEntry[K]]:
    """The entries that have not been reverted, without those that revert."""
    kept: list[LogEntry[K]] = []
    reverted: set[int] = set()
    for entry in reversed(list(entries)):
        if entry.seq in reverted:
            continue
        if entry.payload.reverts is not None:
            reverted.add(entry.payload.reverts)
        else:
            kept.append(entry)
    return kept[::-1]
