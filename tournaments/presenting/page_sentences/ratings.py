"""Sentences of the pages of ratings. Ratings come written, such as "1620?"."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_day


def results(count: int) -> str:
    """ "1 result", "12 results"."""
    return ngettext("{count} result", "{count} results", count).format(count=count)


def opponents(count: int) -> str:
    return ngettext("{count} opponent", "All {count} opponents", count).format(count=count)


def whole_list(count: int) -> str:
    """The link from the best players of a list to all of it."""
    return gettext("The list") if count == 1 else gettext("All {count} players").format(count=count)


def state_of_list(through: date | None, *, is_recounted: bool) -> list[str]:
    """Up to when a list is counted, and whether days are being counted again."""
    words = []
    if through is not None:
        words.append(gettext("calculated through {day}").format(day=write_day(through)))
    if is_recounted:
        words.append(gettext("an older result has changed: the days since then are being calculated again"))
    return words


def title_of_list(game: str) -> str:
    return gettext("Ratings: {game}").format(game=game)


def title_of_history(player: str, pool: str) -> str:
    return gettext("{player}: rating in {pool}").format(player=player, pool=pool)


def title_of_day(player: str, day: date) -> str:
    return gettext("{player} on {day}").format(player=player, day=write_day(day))


def present(rating: str, sure_within: str, count: int, place: int | None) -> SafeString:
    """A rating as it is today, from how many results, and which place that is."""
    text = gettext("<b>{rating}</b> {sure_within}, after {results}")
    words = format_html(text, rating=rating, sure_within=sure_within, results=results(count))
    return format_html(gettext("{rating}, place {place}"), rating=words, place=place) if place else words


def change_of_day(before: str, sure_before: str, after: str, sure_after: str, change: str) -> SafeString:
    """What one day has made of a rating."""
    return format_html(
        gettext("In the morning {before} {sure_before}, at night <b>{after}</b> {sure_after}, a change of {change}."),
        before=before, sure_before=sure_before, after=after, sure_after=sure_after, change=change,
    )  # fmt: skip


def games_of_result(games: Sequence[SafeString], aggregate: str) -> SafeString:
    """The games of one result, as links: a match has several, and an aggregate once it has been counted."""
    links = format_html_join(", ", "{}", ((game,) for game in games))
    if len(games) == 1:
        return links
    if not aggregate:
        return format_html(gettext("match: {games}"), games=links)
    return format_html(gettext("match, {aggregate}: {games}"), aggregate=aggregate, games=links)


def game(number: int) -> str:
    return gettext("game {number}").format(number=number)


def between_two(first: str, won: int, drawn: int, lost: int) -> SafeString:
    """What the first of two players has made of their games."""
    count = won + drawn + lost
    text = ngettext(
        "{first} has won <b>{won}</b>, drawn <b>{drawn}</b> and lost <b>{lost}</b> of {count} finished game.",
        "{first} has won <b>{won}</b>, drawn <b>{drawn}</b> and lost <b>{lost}</b> of {count} finished games.",
        count,
    )
    return format_html(text, first=first, won=won, drawn=drawn, lost=lost, count=count)


def compared(than: str, points: str, low: str, high: str, *, is_better: bool | None) -> SafeString:
    """How much better a version of a bot is than another one, and whether that is sure."""
    text = {
        True: gettext("<b>better</b> than {than}: {points} ({low} to {high})"),
        False: gettext("<b>worse</b> than {than}: {points} ({low} to {high})"),
        None: gettext("not decided against {than}: {points} ({low} to {high})"),
    }[is_better]
    return format_html(text, than=than, points=points, low=low, high=high)


def streaks(most_won: int, most_unbeaten: int, won: int) -> list[str]:
    """The longest rows of games, and the present one if it is at least two wins."""
    words = [
        ngettext("{count} win in a row at most", "{count} wins in a row at most", most_won).format(count=most_won),
        ngettext(
            "{count} game in a row without a loss at most",
            "{count} games in a row without a loss at most",
            most_unbeaten,
        ).format(count=most_unbeaten),
    ]
    if won > 1:
        words.append(ngettext("now {count} win in a row", "now {count} wins in a row", won).format(count=won))
    return words
