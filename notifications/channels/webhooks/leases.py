"""Who calls whom at this moment: one call at a time for each player and each host, whichever worker makes it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta

from django.db.models import Q

from notifications.models import CallLease


def take(key: str, *, now: datetime, span: timedelta) -> bool:
    """Hold ``key`` for ``span``, unless somebody does; say whether it is held now."""
    CallLease.objects.get_or_create(key=key, defaults={"until": now})
    is_free = Q(until__lte=now) | Q(until__gt=now + span)  # the latter was taken before the clock was set back
    return bool(CallLease.objects.filter(is_free, key=key).update(until=now + span))


def give_back(key: str, *, now: datetime, span: timedelta) -> None:
    """Hold ``key`` no longer, if it is still held from ``now`` on."""
    CallLease.objects.filter(key=key, until=now + span).update(until=now)


@contextmanager
def held(*keys: str, now: datetime, span: timedelta) -> Iterator[bool]:
    """Hold all ``keys`` while the block runs, at most for ``span``; yields whether they could be had."""
    taken: list[str] = []
    try:
        for key in keys:
            if not take(key, now=now, span=span):
                break
            taken.append(key)
        yield len(taken) == len(keys)
    finally:
        for key in taken:
            give_back(key, now=now, span=span)
