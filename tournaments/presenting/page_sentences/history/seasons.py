"""Sentences of a league over its seasons."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.wording import and_list


def about(event: str) -> str:
    return gettext("All seasons of {event}: champions, promotions, and the all-time table.").format(event=event)


def season(number: int) -> str:
    return gettext("Season {number}").format(number=number)


def players(count: int) -> str:
    return ngettext("{count} player", "{count} players", count).format(count=count)


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


def most_points(player: str, points: str, played: int, season: int) -> str:
    """The record of points in a season."""
    return ngettext(
        "Most points in a season: {player}, {points} from {count} match in season {season}",
        "Most points in a season: {player}, {points} from {count} matches in season {season}",
        played,
    ).format(player=player, points=points, count=played, season=season)


def longest_run(player: str, count: int, first: int, last: int) -> str:
    """The record of titles in a row."""
    return gettext("Most titles in a row: {player}, {count}, from season {first} to season {last}").format(
        player=player, count=count, first=first, last=last
    )
