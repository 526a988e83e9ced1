"""Sentences of the hall of fame, of the records, and of the page with all seasons of a league."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from ground.wording import and_list
from tournaments.standings.records import AllTimeRecord, RecordKind


def counted(titles: int, most: int) -> str:
    """How many events the page is about, where they are not all of them."""
    if titles < most:
        return ngettext("{count} event is over.", "{count} events are over.", titles).format(count=f"{titles:,}")
    return gettext("The last {count} events are counted.").format(count=f"{most:,}")


def champions(players: Sequence[str]) -> str:
    """The players who have come first: "anna", or "anna and bert, shared"."""
    if len(players) == 1:
        return players[0]
    return gettext("{players}, shared").format(players=and_list(players))


def of_event(name: str, *, is_shared: bool, teams: Sequence[str] = ()) -> str:
    """A title of a player, in a list of them; ``teams`` have come first in the event."""
    if teams:
        return gettext("{event}, with the team {team}").format(event=name, team=champions(teams))
    return gettext("{event}, shared").format(event=name) if is_shared else name


def kind_of_circuit(events: int) -> str:
    return ngettext("circuit of {count} event", "circuit of {count} events", events).format(count=events)


def season(number: int) -> str:
    return gettext("Season {number}").format(number=number)


def up(moved: Sequence[tuple[str, int]]) -> str:
    """The players who have come up, each with the tier they play in now; empty for nobody."""
    return gettext("Up: {players}").format(players=_with_tiers(moved)) if moved else ""


def down(moved: Sequence[tuple[str, int]]) -> str:
    """The same for those who have gone down."""
    return gettext("Down: {players}").format(players=_with_tiers(moved)) if moved else ""


def _with_tiers(moved: Sequence[tuple[str, int]]) -> str:
    return and_list([gettext("{player} to tier {tier}").format(player=player, tier=tier) for player, tier in moved])


def best(tier: int, rank: int) -> str:
    """The highest place reached: "tier 1, place 2"."""
    return gettext("tier {tier}, place {rank}").format(tier=tier, rank=rank)


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
    players = record.players if len(record.players) <= 6 else [*record.players[:6], gettext("others")]
    return and_list(list(players))
