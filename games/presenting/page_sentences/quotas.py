"""Sentences that refuse what a player has or sends too much of: the limit, and when there is room again."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from django.utils.translation import gettext, ngettext

from games.presenting.moments import write_full_moment


def no_room(quota: str, most: int, account: str) -> str:
    """That a player has all they can have, and what makes room. ``account`` is ``new``, ``guest``, ``bot`` or
    ``member``."""
    return " ".join(filter(None, (_HELD[quota](most).format(most=most), _smaller_limit(account))))


def spent(quota: str, most: int, frees_at: datetime | None, account: str) -> str:
    """That a player has done all they can do within a day, and when they can do more."""
    again = ""
    if frees_at is not None:
        again = gettext("You can go on from {moment}.").format(moment=write_full_moment(frees_at))
    return " ".join(filter(None, (_SPENT[quota](most).format(most=most), again, _smaller_limit(account))))


def _smaller_limit(account: str) -> str:
    match account:
        case "new":
            return gettext("In the first week of an account the limit is half of the usual one.")
        case "bot":
            return gettext("The limit of bots is half of the usual one.")
        case "guest":
            return gettext("Without an account the limit is a quarter of the usual one.")
    return ""


_HELD: dict[str, Callable[[int], str]] = {
    "open proposals": lambda most: ngettext(
        "You can have {most} open proposal. Withdraw it, or wait until it has started.",
        "You can have {most} open proposals. Withdraw one, or wait until one has started.",
        most,
    ),
    "house games": lambda most: ngettext(
        "You can have {most} running game with house bots. Finish it first.",
        "You can have {most} running games with house bots. Finish one of them first.",
        most,
    ),
    "bots": lambda most: ngettext(
        "You can have {most} bot. Close it first.", "You can have {most} bots. Close one of them first.", most
    ),
    "drafts": lambda most: ngettext(
        "You can have {most} draft of an event. Open it for entries first.",
        "You can have {most} drafts of events. Open or delete one of them first.",
        most,
    ),
    "open events": lambda most: ngettext(
        "You can have {most} event open for entries. There is room when it has started or is called off.",
        "You can have {most} events open for entries. There is room when one of them has started or is called off.",
        most,
    ),
    "clubs": lambda most: ngettext(
        "You can organise {most} club. Leave it, or let another member organise it, first.",
        "You can organise {most} clubs. Leave one of them, or let another member organise it, first.",
        most,
    ),
    "circuits": lambda most: ngettext(
        "You can have {most} running circuit. End it first, or delete it if it has no events.",
        "You can have {most} running circuits. End one of them first, or delete one that has no events.",
        most,
    ),
    "mini cups": lambda most: ngettext(
        "You can wait for or play in {most} mini cup. Leave its queue, or finish it first.",
        "You can wait for or play in {most} mini cups at a time. Leave a queue, or finish one of them first.",
        most,
    ),
    "watched": lambda most: ngettext(
        "You can watch {most} running game. Unwatch it first.",
        "You can watch {most} running games. Unwatch one of them first.",
        most,
    ),
    "blocks": lambda most: ngettext(
        "You can block {most} player. Unblock them first.",
        "You can block {most} players. Unblock one of them first.",
        most,
    ),
}

_SPENT: dict[str, Callable[[int], str]] = {
    "declared bots": lambda most: ngettext(
        "You can declare {most} bot within 24 hours.", "You can declare {most} bots within 24 hours.", most
    ),
    "challenges": lambda most: ngettext(
        "You can send {most} challenge or invitation within 24 hours.",
        "You can send {most} challenges and invitations within 24 hours.",
        most,
    ),
    "own challenges": lambda most: ngettext(
        "You and your bots can send each other {most} challenge within 24 hours.",
        "You and your bots can send each other {most} challenges within 24 hours.",
        most,
    ),
    "challenges to bots": lambda most: ngettext(
        "You can send {most} challenge to bots of others within 24 hours.",
        "You can send {most} challenges to bots of others within 24 hours.",
        most,
    ),
    "challenges to one": lambda most: ngettext(
        "You can send one player {most} challenge or invitation within 24 hours.",
        "You can send one player {most} challenges and invitations within 24 hours.",
        most,
    ),
    "announcements": lambda most: ngettext(
        "You can make {most} announcement within 24 hours.", "You can make {most} announcements within 24 hours.", most
    ),
    "remarks": lambda most: ngettext(
        "You can make {most} remark in a game within 24 hours.",
        "You can make {most} remarks in a game within 24 hours.",
        most,
    ),
    "notes": lambda most: ngettext(
        "You can change notes, muting and watching {most} time within 24 hours.",
        "You can change notes, muting and watching {most} times within 24 hours.",
        most,
    ),
    "leave": lambda most: ngettext(
        "You can book or cancel leave {most} time within 24 hours.",
        "You can book or cancel leave {most} times within 24 hours.",
        most,
    ),
    "evaluations": lambda most: ngettext(
        "You can ask for {most} evaluation within 24 hours.",
        "You can ask for {most} evaluations within 24 hours.",
        most,
    ),
    "reports": lambda most: ngettext(
        "You can send {most} report within 24 hours.", "You can send {most} reports within 24 hours.", most
    ),
    "requests": lambda most: ngettext(
        "You can send directors {most} request within 24 hours.",
        "You can send directors {most} requests within 24 hours.",
        most,
    ),
}
