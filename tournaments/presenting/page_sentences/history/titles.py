"""Sentences of titles: the hall of fame, and those of a player."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext, ngettext

from games.wording import and_list


def page_title() -> str:
    return gettext("Hall of fame")


def about() -> str:
    return gettext("The champions of all leagues and tournaments.")


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
