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


def ends(days: int) -> str:
    """When a cup that began now would be over at the latest."""
    return gettext("Over after {weeks} weeks at most.").format(weeks=-(-days // 7))


def has_begun(event: str) -> str:
    return gettext("{event} has begun. Your games run now.").format(event=event)


def signed_up(until: datetime) -> str:
    return gettext(
        "You wait until {day}. The cup begins by itself as soon as enough players have signed up, and you are mailed."
    ).format(day=write_short_day(until))


def left(*, has_waited: bool) -> str:
    if not has_waited:
        return gettext("You do not wait for this mini cup.")
    return gettext("You have left the queue.")
