"""Sentences of the page of records."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.wording import and_list
from tournaments.standings.records import TITLES, AllTimeRecord, RecordKind


def page_title(game: str) -> str:
    return gettext("Records in {game}").format(game=game)


def about(game: str) -> str:
    return gettext("The biggest wins, longest streaks and most titles in {game}.").format(game=game)


def counted(most: int) -> str:
    """Which games the page is about."""
    return gettext(
        "From the games of all events that are over, the last {count} at most. Biggest and fastest wins and closest "
        "matches are of games that were played to their end. If several are equal, the first is shown."
    ).format(count=f"{most:,}")


def title(record: AllTimeRecord) -> str:
    """What the record is about."""
    return gettext(TITLES[record.kind])


def value(record: AllTimeRecord) -> str:
    """The record itself: "by 12 (15:3)", "5 wins in a row"."""
    count = record.value
    if record.kind in (RecordKind.BIGGEST_WIN, RecordKind.CLOSEST_MATCH):
        return gettext("by {count} ({scores})").format(count=count, scores=":".join(map(str, record.scores)))
    words = {
        RecordKind.FASTEST_WIN: ngettext("in {count} step", "in {count} steps", count),
        RecordKind.LONGEST_STREAK: ngettext("{count} win in a row", "{count} wins in a row", count),
        RecordKind.MOST_GAMES: ngettext("{count} game", "{count} games", count),
        RecordKind.MOST_TITLES: ngettext("{count} title", "{count} titles", count),
    }[record.kind]
    return words.format(count=count)


def holders(record: AllTimeRecord) -> str:
    """The player or players: "anna against bert", "anna and bert"."""
    if record.scores:
        return gettext("{player} against {others}").format(
            player=record.players[0], others=and_list(list(record.players[1:]))
        )
    return and_list(list(_few(record.players)))


def _few(players: Sequence[str], most: int = 6) -> Sequence[str]:
    return players if len(players) <= most else [*players[:most], gettext("others")]
