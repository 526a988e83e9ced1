"""Reading the feed on from a number, without ever missing an entry that is committed late."""

from __future__ import annotations

import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connection
from django.db.models import Max, Min

from games.feed.moment import numbers
from games.models import FeedEntry

MOST = 200  # entries in one answer
LOOKS_EVERY = 0.4  # seconds
KEPT = timedelta(days=30)
WAITS_OF_ONE = 3  # at a time, of one caller at one process


@dataclass(frozen=True, slots=True)
class Portion:
    """Entries in order; ``last`` is the number to go on from. There is ``more`` to read at once. ``is_cut``: what came
    after the number that was asked for may be missing. It is not kept any more, or the number was never given, as after
    the service has gone back to a backup."""

    entries: Sequence[FeedEntry]
    last: int
    more: bool = False
    is_cut: bool = False


def settled_number() -> int:
    """The number up to which every entry can be seen."""
    return numbers()[0]


def read(topics: Sequence[str], *, after: int) -> Portion:
    """What the topics have after a number, oldest first, ``MOST`` at a time."""
    upto, given = numbers()
    if after > given:
        return Portion(entries=(), last=upto, is_cut=True)
    found = list(FeedEntry.objects.filter(topic__in=topics, pk__gt=after, pk__lte=upto).order_by("pk")[: MOST + 1])
    entries, more = found[:MOST], len(found) > MOST
    first = FeedEntry.objects.aggregate(first=Min("pk"))["first"] if after else None
    return Portion(
        entries=entries,
        last=entries[-1].pk if more else max(after, upto),
        more=more,
        is_cut=first is not None and after < first - 1,
    )


def wait(topics: Sequence[str], *, after: int, seconds: int, caller: str) -> Portion:
    """The same, but where there is nothing yet it waits for so long; with no place to wait in, or in a process that is
    asked to end, it answers at once."""
    until = time.monotonic() + seconds
    portion = read(topics, after=after)
    if portion.entries or portion.is_cut or seconds <= 0:
        return portion
    with _waiting(caller) as may_wait:
        while may_wait and not portion.entries and time.monotonic() < until and not _process_ends.is_set():
            connection.close_if_unusable_or_obsolete()  # others may have it meanwhile
            _process_ends.wait(min(LOOKS_EVERY, max(0.0, until - time.monotonic())))
            portion = read(topics, after=after)
    return portion


def end_waits() -> None:
    """From now on nobody waits in this process, which is about to end."""
    _process_ends.set()


def forget_old(*, now: datetime) -> int:
    """Delete the entries that are older than ``KEPT``, but never the last one; say how many."""
    young = FeedEntry.objects.filter(at__gte=now - KEPT).order_by("pk").values_list("pk", flat=True).first()
    keep_from = young or FeedEntry.objects.aggregate(last=Max("pk"))["last"]
    return 0 if keep_from is None else FeedEntry.objects.filter(pk__lt=keep_from).delete()[0]


_process_ends = threading.Event()
_callers: Counter[str] = Counter()
_lock = threading.Lock()


@contextmanager
def _waiting(caller: str) -> Iterator[bool]:
    """A place to wait in; yields whether there is one: threads that wait are threads that do not answer."""
    with _lock:
        is_free = _callers.total() < settings.FEED_WAITS and _callers[caller] < WAITS_OF_ONE
        _callers[caller] += is_free
    try:
        yield is_free
    finally:
        with _lock:
            _callers[caller] -= is_free
            if not _callers[caller]:
                del _callers[caller]
