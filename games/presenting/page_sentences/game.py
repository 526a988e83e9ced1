"""Sentences of the page of a game and of lists of games: its title and facts, the moment on the board, the seats, its
history, and the box in which a move is written."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.timezone import localtime
from django.utils.translation import gettext, ngettext

from games.presenting.moments import time_element, write_short_day
from ground.lists import code_list


def game_with_options(game: SafeString, options: Mapping[str, str]) -> SafeString:
    """The rules of a game as a link, with its options in words."""
    parts = [game, *(f"{name}: {value}" for name, value in options.items())]
    return format_html(", ".join(["{}"] * len(parts)), *parts)


def rated_or_casual(*, is_rated: bool, has_bots: bool = False) -> str:
    """Whether the result counts for ratings, and for which."""
    if is_rated and has_bots:
        return gettext("rated in the list of bots")
    return gettext("rated") if is_rated else gettext("unrated")


def counts_for_nothing(event: str, *, is_running: bool) -> str:
    """That a player has left an event, so that this game does not count there."""
    if is_running:
        text = gettext("This game goes on, but no longer counts in {event}: a player has left.")
    else:
        text = gettext("This game does not count in {event}: a player has left.")
    return text.format(event=event)


def imported(site: str, number: str) -> str:
    """Where a record that was imported is from, as far as the record says."""
    if site and number:
        text = gettext("Imported from a record of {site}, game {number}. It was not played here, so it does not count.")
    elif site:
        text = gettext("Imported from a record of {site}. It was not played here, so it does not count.")
    elif number:
        text = gettext("Imported from a record, game {number}. It was not played here, so it does not count.")
    else:
        text = gettext("Imported from a record. It was not played here, so it does not count.")
    return text.format(site=site, number=number)


def look_ahead(steps: Sequence[str]) -> SafeString:
    """That the board shows a move that has not been played."""
    text = gettext("<b>Preview, nothing is played yet:</b> the board after {steps}. Play the move below, or change it.")
    return format_html(text, steps=code_list(steps))


def past_board_after(ply: int, last: int, *, step: str, at: datetime, player: str, colour: str) -> SafeString:
    """Which moment the board shows, with the step that led to it; ``player`` is empty for a throw of dice."""
    if player:
        text = gettext("The board after move {ply} of {last}: {player} ({colour}) <code>{step}</code>, {moment}.")
    else:
        text = gettext("The board after move {ply} of {last}: <code>{step}</code>, {moment}.")
    moment = time_element(at, date_format(localtime(at), gettext("D j M Y, H:i")))
    return format_html(text, ply=ply, last=last, step=step, moment=moment, player=player, colour=gettext(colour))


def left_seat(reason: str, *, is_running: bool) -> str:
    """That the player of a seat has left, and how."""
    if is_running:
        return gettext("left ({reason}); the house bot plays on").format(reason=reason)
    return gettext("left ({reason})").format(reason=reason)


def place(number: int) -> str:
    """ "place 2"."""
    return gettext("place {number}").format(number=number)


def points(count: int) -> str:
    """ "1 point", "5 points"."""
    return ngettext("{count} point", "{count} points", count).format(count=count)


def files(text: SafeString, json: SafeString, abstract_play: SafeString | None) -> SafeString:
    """The forms in which the record can be downloaded; the last one only of a game with a result."""
    if abstract_play is None:
        return format_html(gettext("The record as {text} or {json}"), text=text, json=json)
    words = gettext("The record as {text}, {json} or {abstract_play}")
    return format_html(words, text=text, json=json, abstract_play=abstract_play)


def read_as_step(number: int, step: str, rest: Sequence[str]) -> SafeString:
    """Which step of a move was refused, counted from 1, and what stood after it."""
    if rest:
        text = gettext(
            "We read it as step {number}: <code>{step}</code>; after it stood {rest}. No step of it was played, and"
            " your text is kept below."
        )
    else:
        text = gettext(
            "We read it as step {number}: <code>{step}</code>. No step of it was played, and your text is kept below."
        )
    return format_html(text, number=number, step=step, rest=code_list(rest))


def running(ply: int) -> str:
    """How far a running game is."""
    return gettext("move {ply}").format(ply=ply)


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
