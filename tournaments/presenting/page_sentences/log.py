"""Sentences of the log of an event."""

from __future__ import annotations

from django.utils.translation import gettext


def about(event: str) -> str:
    return gettext("Every result and every action in {event}, with the reasons.").format(event=event)


def reason(why: str, actor: str, *, is_by_staff: bool = False) -> str:
    """Why something was done, and by whom; what is not known is left out."""
    if actor and is_by_staff:
        actor = gettext("{player}, staff of the service").format(player=actor)
    if why and actor:
        return gettext("Reason: {reason} ({actor})").format(reason=why, actor=actor)
    return gettext("Reason: {reason}").format(reason=why) if why else actor


def not_rated_yet() -> str:
    """The tag of a decision about a game of a director that nobody has confirmed."""
    return gettext("not rated until another director or staff confirms it")


def receipt(number: int, digest: str) -> str:
    """The number of an entry and the beginning of its digest."""
    return f"{number} · {digest[:16]}…"
