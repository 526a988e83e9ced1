"""Sentences of lists of games, wherever one is."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.presenting.moments import clock_element, write_near_moment, write_short_day


def game_number(number: int) -> str:
    """ "Game 17"."""
    return gettext("Game {number}").format(number=number)


def running(ply: int, deadline: datetime | None) -> str:
    """How far a running game is, and when the move is due."""
    if deadline is None:
        return gettext("move {ply}").format(ply=ply)
    return gettext("move {ply}, due {moment}").format(
        ply=ply, moment=date_format(localtime(deadline), gettext("j M H:i"))
    )


def finished(how: str, at: datetime | None) -> str:
    """How and when a game ended."""
    return gettext("{how}, {day}").format(how=how, day=write_short_day(at)) if at else how


def waiting_heading(count: int) -> str:
    """How many games wait for a move of the viewer."""
    if not count:
        return gettext("No game waits for you")
    return ngettext("{count} game waits for you", "{count} games wait for you", count).format(count=count)


def challenged(proposer: str, game: str) -> str:
    """That somebody challenges the viewer."""
    return gettext("{proposer} challenges you to {game}").format(proposer=proposer, game=game)


def rules_and_move(game: str, ply: int) -> str:
    """ "Twigs, move 17"."""
    return gettext("{game}, move {ply}").format(game=game, ply=ply)


def time_left(left: timedelta, *, runs: bool) -> SafeString:
    """ "2 days 4 hours left", of a clock that runs or stands."""
    return format_html(gettext("{clock} left"), clock=clock_element(left, runs=runs))


def until(deadline: datetime) -> str:
    """Until when a move is due."""
    return gettext("until {moment}").format(moment=write_near_moment(deadline))
