"""Sentences about the queues for mini cups."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_short_day


def waiting(count: int, players: int) -> str:
    """How many wait for a cup of so many."""
    if not count:
        return gettext("nobody waits yet")
    return ngettext("{count} of {players} waits", "{count} of {players} wait", count).format(
        count=count, players=players
    )


def you_wait(until: datetime) -> str:
    return gettext("You wait until {day}").format(day=write_short_day(until))


def left(*, has_waited: bool) -> str:
    if not has_waited:
        return gettext("You do not wait for this mini cup.")
    return gettext("You have left the queue.")
