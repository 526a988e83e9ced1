"""Sentences on how a game stands (player to move, clock, offers, result), and on times without the service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.presenting.moments import (
    write_moment_this_year,
    write_short_moment,
)
from games.presenting.titles import end_in_words
from ground.wording import and_list


def your_turn(*, is_asked: bool) -> SafeString:
    """That the viewer is to move, or to answer in the turn of another player."""
    if is_asked:
        return SafeString(gettext("<b>Your answer is needed</b> before the turn can go on."))
    return SafeString(gettext("<b>It is your turn.</b>"))


def others_turn(player: str, *, is_asked: bool, has_left: bool, is_bot: bool) -> SafeString:
    """Which player is to move; a house bot plays a seat that is its own or was left."""
    if is_asked:
        text = gettext("<b>{player}</b> has to answer before the turn can go on.")
    elif has_left:
        text = gettext("The seat of <b>{player}</b> is to move; the house bot plays it.")
    elif is_bot:
        text = gettext("<b>{player}</b> is to move; it is a house bot.")
    else:
        text = gettext("<b>{player}</b> is to move.")
    return format_html(text, player=player)


def clock_runs_again(at: datetime | None) -> str:
    """When a stopped clock runs again; None where that is not known."""
    if at is None:
        return gettext("It is not known yet when it will run again.")
    return gettext("It will run again {moment}.").format(moment=write_moment_this_year(at))


def result(winners: Sequence[str], seats: int) -> str:
    """The result of a finished game with so many ``seats``; no winners: it has none."""
    if not winners:
        return gettext("It has no result.")
    if len(winners) == 1:
        return gettext("{winner} has won.").format(winner=winners[0])
    if len(winners) == seats:
        return gettext("It is a draw.")
    return gettext("{winners} share the first place.").format(winners=and_list(winners))


def offer(what: str, players: Sequence[str]) -> str:
    """What is offered and by whom; ``what`` is ``draw``, ``undo`` or ``abandon``."""
    count, names = len(players), and_list(players)
    if what == "draw":
        text = ngettext("{players} offers a draw.", "{players} offer a draw.", count)
    elif what == "undo":
        text = ngettext(
            "{players} wants to take back the last move of {first} and what came after it.",
            "{players} want to take back the last move of {first} and what came after it.",
            count,
        )
    else:
        text = ngettext(
            "{players} offers to abandon the game without a result.",
            "{players} offer to abandon the game without a result.",
            count,
        )
    return text.format(players=names, first=players[0])


def how_it_ended(reason: str, loser: str) -> str:
    """How a finished game ended; ``loser`` is the second of two players, empty in other games."""
    if loser and reason == "resignation":
        return gettext("{player} resigned").format(player=loser)
    if loser and reason == "time":
        return gettext("{player} lost on time").format(player=loser)
    return end_in_words(reason)


def clock_jump(at: datetime, seconds: float, believed_at: datetime | None) -> str:
    """When the system clock was moved and how far; ``believed_at``: since when it has been taken to be right."""
    if believed_at is None:
        text = gettext("{moment}: by {seconds:.1f} seconds")
    else:
        text = gettext("{moment}: by {seconds:.1f} seconds; taken to be right since {believed}")
    believed = write_short_moment(believed_at) if believed_at else ""
    return text.format(moment=write_short_moment(at), seconds=seconds, believed=believed)
