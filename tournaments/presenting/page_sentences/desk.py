"""Sentences of pages for directors: of a copy of an event, and of a round that is being played."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext as _

from games.presenting.moments import write_short_moment
from ground.wording import and_list


def copied(name: str, invited: int) -> str:
    """What has been made, and how many players are invited to it."""
    made = gettext("{event} is a draft now. Change what is different this time, then open it for entries.").format(
        event=name
    )
    if not invited:
        return made
    more = ngettext(
        "{count} player is invited and notified once it is open.",
        "{count} players are invited and notified once it is open.",
        invited,
    ).format(count=invited)
    return f"{made} {more}"


def invited(count: int) -> str:
    """How many players could be invited to a copy."""
    return ngettext(
        "That is {count} player, who is notified once you open the new event.",
        "These are {count} players, who are notified once you open the new event.",
        count,
    ).format(count=count)


MOST_NAMED = 12


class InPlay(Protocol):
    """What is known about when the round ends."""

    @property
    def deadline(self) -> datetime | None: ...
    @property
    def is_extended(self) -> bool: ...
    @property
    def latest_end(self) -> datetime: ...
    @property
    def is_decided(self) -> bool: ...
    @property
    def open(self) -> int: ...


def heading(title: str, division: str) -> str:
    """ "Round 2", "Division 1.1, round 2"."""
    return _("%(division)s, %(round)s") % {"division": division, "round": title} if division else capfirst(title)


def summary(still_open: int, games: int) -> str:
    """How many games hold the round up."""
    if not still_open:
        return _("No game of this round is open.")
    described = ngettext(
        "%(open)d of %(count)d game is open.", "%(open)d of %(count)d games are open.", games
    )  # the noun goes with all of them
    return described % {"open": still_open, "count": games}


def ends(played: InPlay, *, now: datetime) -> str:
    """Until when the round goes on; empty once it is over."""
    if not played.open:
        return ""
    latest = write_short_moment(played.latest_end)
    if not played.is_decided or played.deadline is None:
        unbounded = _(
            "The round has no deadline; by their clocks its games can last until %(latest)s. You can set one."
        )
        return unbounded % {"latest": latest}
    deadline = write_short_moment(played.deadline)
    if played.is_extended:
        last = _("Its deadline has moved by a week: what is open on %(latest)s is decided by the scores on the board.")
        return last % {"latest": latest}
    if played.deadline <= now:
        return _(
            "Its deadline is over, and moves by a week now. What is open then is decided by the scores on the board."
        )
    bounded = _(
        "Its deadline is %(deadline)s. Games that are open then get a week, once; what is open on %(latest)s is "
        "decided by the scores on the board."
    )
    return bounded % {"deadline": deadline, "latest": latest}


def holding_up(waits_for: Sequence[tuple[str, int]]) -> str:
    """Who is to act, in how many games; empty for nobody."""
    if not waits_for:
        return ""
    one = _("%(player)s (%(count)d)")
    named = [one % {"player": player, "count": count} for player, count in waits_for[:MOST_NAMED]]
    if others := len(waits_for) - len(named):
        named.append(ngettext("%(count)d other", "%(count)d others", others) % {"count": others})
    return _("To move, with the number of games: %(players)s.") % {"players": and_list(named)}


def link(title: str, division: str, still_open: int) -> str:
    """A round on the console: "Round 2, 3 open games"."""
    games = ngettext("%(count)d open game", "%(count)d open games", still_open) % {"count": still_open}
    return _("%(round)s: %(games)s") % {"round": heading(title, division), "games": games}
