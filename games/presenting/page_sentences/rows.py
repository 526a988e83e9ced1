"""Sentences of lists of games, wherever one is."""

from __future__ import annotations

from datetime import datetime

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_short_day


def running(ply: int, deadline: datetime | None) -> str:
    """How far a running game is, and when the move is due."""
    if deadline is None:
        return gettext("move {ply}").format(ply=ply)
    return gettext("move {ply}, due {moment}").format(ply=ply, moment=date_format(localtime(deadline), gettext("j M")))


def finished(how: str, at: datetime | None) -> str:
    """How and when a game ended."""
    day = write_short_day(at) if at else ""
    return gettext("{how}, {day}").format(how=how, day=day) if how and day else how or day


def waiting_heading(count: int) -> str:
    """How many games wait for a move of the viewer."""
    if not count:
        return gettext("No game waits for you")
    return ngettext("{count} game waits for you", "{count} games wait for you", count).format(count=count)


def rules_and_move(game: str, ply: int) -> str:
    """ "Twigs, move 17"."""
    return gettext("{game}, move {ply}").format(game=game, ply=ply)
