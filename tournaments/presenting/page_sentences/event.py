"""Sentences of the page of an event: what is played, how it stands, rounds, players, how it counts; of lists of events;
and headings that all pages of an event share."""

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


def players_heading(count: int, most: int | None = None, *, of_teams: bool = False) -> str:
    """ "Players (5)", or as many teams; ``most`` is how many there is room for, as long as players enter."""
    if of_teams and most is None:
        return gettext("Teams ({count})").format(count=count)
    if of_teams:
        return gettext("Teams ({count} of {most})").format(count=count, most=most)
    if most is None:
        return gettext("Players ({count})").format(count=count)
    return gettext("Players ({count} of {most})").format(count=count, most=most)


def part_of_all(shown: int, count: int, *, standings: str) -> SafeString:
    """That a list shows only the first of the players; ``standings`` is where all are, empty before the start."""
    if not standings:
        text = gettext("These are the first {shown} of {count} players; all are listed when the event starts.")
    else:
        text = gettext(
            'These are the first {shown} of {count} players; the <a href="{standings}">standings</a> have all of them.'
        )
    return format_html(text, shown=shown, count=count, standings=standings)


def by_pairing_number(*, is_drawn: bool) -> str:
    """In which order the players are listed; ``is_drawn``: the lot gave them their numbers."""
    if is_drawn:
        return gettext("By pairing number (random):")
    return gettext("By pairing number:")


def not_yet_playing(status: str) -> str:
    """What comes before the names of those who do not play (yet), by the status of their entry."""
    return {
        "asked": gettext("Asked whether they stay for this season:"),
        "standby": gettext("Standing by as substitutes:"),
        "waiting": gettext("On the waiting list:"),
    }[status]


def place_in_league(tier: int, division: int, number: int) -> str:
    return gettext("division {tier}.{division}, number {number}").format(tier=tier, division=division, number=number)


def open_games(count: int) -> str:
    """ "1 open game", "5 open games"."""
    return ngettext("{count} open game", "{count} open games", count).format(count=count)


def asked_to_stay(count: int) -> str:
    """How many of the previous season have not answered yet whether they stay; empty for none."""
    if not count:
        return ""
    return ngettext(
        "{count} player of the previous season has been asked to stay",
        "{count} players of the previous season have been asked to stay",
        count,
    ).format(count=count)


def entered(count: int, most: int | None = None, *, of_teams: bool = False) -> str:
    """How many players there are, or teams; ``most`` is how many there is room for, as long as players enter."""
    if most is None:
        return players(count, of_teams=of_teams)
    if of_teams:
        return ngettext("{count} of {most} team", "{count} of {most} teams", most).format(count=count, most=most)
    return ngettext("{count} of {most} player", "{count} of {most} players", most).format(count=count, most=most)


def nothing_planned(*, is_one_game: bool) -> str:
    """Why the calendar is empty."""
    if is_one_game:
        return gettext("Nothing is planned in this game: events without a date start when their directors start them.")
    return gettext("Nothing is planned: events without a date start when their directors start them.")


def what_it_means(director: str, *, is_ladder: bool, leave_address: str) -> SafeString:
    """Whether there is a way back, and what else one can do."""
    back = (
        gettext("You can enter again later, and then begin on the last rung.")
        if is_ladder
        else gettext("You cannot undo this.")
    )
    text = gettext(
        '{back} If you only need time, book <a href="{address}">leave</a>, or ask {director}, who directs the event.'
    )
    return format_html(text, back=back, address=leave_address, director=director)


def page_title(event: str, page: str, division: str = "") -> str:
    """The title of a page of an event: "Spring: standings, Division 1.1"."""
    if division:
        return gettext("{event}: {page}, {division}").format(event=event, page=page, division=division)
    return gettext("{event}: {page}").format(event=event, page=page)


def heading(words: str, division: str = "") -> str:
    """A heading, with the division where the event has several: "Division 1.1: Standings"."""
    return gettext("{division}: {heading}").format(division=division, heading=words) if division else words


def kind_of_event(game: str, form: str, season: int | None = None) -> str:
    """What is played, and how: "Treeblox, round robin"; ``season`` where there are several."""
    if season is None:
        return gettext("{game}, {form}").format(game=game, form=form)
    return gettext("{game}, {form}, season {season}").format(game=game, form=form, season=season)


def paused(since: datetime | None = None) -> str:
    """That the event is paused; ``since`` where it matters when that began."""
    return gettext("paused since {moment}").format(moment=write_moment(since)) if since else gettext("paused")


def entrant_column(*, of_teams: bool) -> str:
    """What the lines of a table are about."""
    return gettext("Team") if of_teams else gettext("Player")
