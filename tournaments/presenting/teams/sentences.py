"""Sentences of the page of a team, and of what is done there."""

from __future__ import annotations

from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_moment


def title(team: str, event: str) -> str:
    return gettext("{team} in {event}").format(team=team, event=event)


def about(team: str, event: str) -> str:
    """For search engines and link previews."""
    return gettext("The players of {team} in {event}, its captain and its reserves.").format(team=team, event=event)


def role(board: int, *, is_captain: bool, has_accepted: bool) -> str:
    """What a player of the list is: "board 2, captain"."""
    if not has_accepted:
        return gettext("invited")
    place = gettext("board {number}").format(number=board) if board else gettext("reserve")
    return gettext("{place}, captain").format(place=place) if is_captain else place


def players_missing(players: int, boards: int) -> str:
    """That a team cannot start yet; empty if it can."""
    missing = boards - players
    if missing <= 0:
        return ""
    return ngettext(
        "{count} player is missing: without them the team does not start.",
        "{count} players are missing: without them the team does not start.",
        missing,
    ).format(count=missing)


def line_up_heading(number: int) -> str:
    return gettext("Line-up for round {number}").format(number=number)


def line_up_state(due: datetime | None, *, is_named: bool) -> str:
    """Whether the captain has named the line-up, and until when it can be changed."""
    named = (
        gettext("The captain has named this line-up.")
        if is_named
        else gettext("The captain has not named a line-up: these are the first players of the list.")
    )
    until = (
        gettext("It can be changed until the round begins on {moment}.").format(moment=write_moment(due))
        if due
        else gettext("It can be changed until the round begins.")
    )
    return f"{named} {until}"


def board(number: int) -> str:
    return gettext("Board {number}").format(number=number)


def invited(player: str) -> str:
    return gettext("{player} is invited, and plays as soon as they accept.").format(player=player)


def accepted(team: str) -> str:
    return gettext("You play for {team}.").format(team=team)


def left(player: str, team: str) -> str:
    return gettext("{player} does not play for {team} any more.").format(player=player, team=team)


def changed() -> str:
    return gettext("The team is changed.")


def line_up_named(number: int) -> str:
    return gettext("The line-up for round {number} is named. Nobody outside the team sees it before the round.").format(
        number=number
    )


def leave_label(*, is_invited: bool) -> str:
    return gettext("Decline") if is_invited else gettext("Leave the team")


def what_leaving_means(*, is_running: bool) -> str:
    """What becomes of a player who leaves a team."""
    if not is_running:
        return gettext("You can be invited again until the start.")
    return gettext("A reserve takes over your open games; without one they are lost. You cannot come back.")
