"""Sentences of the page of an event: what is played, how it stands, rounds, how it counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext, ngettext

from games.presenting.moments import time_element, write_moment
from ground.wording import and_list
from tournaments.event_rules.conditions import EntryConditions


def game_with_options(game: SafeString, options: Mapping[str, str], seats: int) -> SafeString:
    """The game of an event as a link, with its options in words, and how many sit at a table if more than two."""
    parts = [game, *(f"{name}: {value}" for name, value in options.items())]
    if seats > 2:
        parts.append(gettext("{seats} at a table").format(seats=seats))
    return format_html(", ".join(["{}"] * len(parts)), *parts)


def next_round(title: str, begins: datetime) -> SafeString:
    """Which round comes next, and when it begins at the latest."""
    return format_html(gettext("{round}, by {moment}"), round=title, moment=time_element(begins))


def rating_band(low: int | None, high: int | None) -> str:
    """Which ratings may enter; empty for all."""
    if low is None:
        return "" if high is None else gettext("up to {high}").format(high=high)
    if high is None:
        return gettext("from {low}").format(low=low)
    return gettext("from {low} to {high}").format(low=low, high=high)


def conditions(conditions: EntryConditions, *, has_code: bool) -> str:
    """What players need to enter, besides a rating; empty for nothing."""
    code = [gettext("an invitation code from the director")] if has_code else []
    return capfirst(and_list([*conditions.in_words(), *code]))


def players(count: int, *, of_teams: bool = False) -> str:
    """ "1 player", "9 players"; or as many teams."""
    if of_teams:
        return ngettext("{count} team", "{count} teams", count).format(count=count)
    return ngettext("{count} player", "{count} players", count).format(count=count)


def leaders(names: Sequence[str], *, is_ladder: bool, is_decided: bool, is_event_over: bool) -> str:
    """Who is first in a division; ``is_decided``: for good."""
    if is_ladder:
        text = gettext("At the top: {players}")
    elif is_decided:
        text = gettext("Won by: {players}")
    elif is_event_over:
        text = gettext("First when the event ended: {players}")
    else:
        text = gettext("First now: {players}")
    return text.format(players=and_list(names))


def shared_first_place(count: int) -> str:
    """That more players than can be named share the first place."""
    return ngettext("{count} shares the first place", "{count} share the first place", count).format(count=count)


def one_deadline(at: datetime, *, is_extended: bool) -> str:
    """Until when all rounds go on."""
    if is_extended:
        return gettext("All rounds end {moment} (extended once).").format(moment=write_moment(at))
    return gettext("All rounds end {moment}.").format(moment=write_moment(at))


def tie_break(code: str, name: str, meaning: str) -> SafeString:
    """One tie-break with what it means."""
    return format_html(
        gettext("<b>{name}</b> ({code}). {meaning}"), name=name[:1].upper() + name[1:], code=code, meaning=meaning
    )


def how_places_are_found(*, is_knockout: bool, is_ladder: bool) -> str:
    """What a place is where points do not decide it; empty where they do."""
    if is_knockout:
        return gettext("Your place is the round that you reach.")
    return gettext("Your place is the rung that you stand on.") if is_ladder else ""
