"""Sentences of the log of an event."""

from __future__ import annotations

from django.utils.translation import gettext


def reason(why: str, actor: str, *, is_by_staff: bool = False) -> str:
    """Why something was done, and by whom; what is not known is left out."""
    if actor and is_by_staff:
        actor = gettext("{player}, staff of the service").format(player=actor)
    if why and actor:
        return gettext("Reason: {reason} ({actor})").format(reason=why, actor=actor)
    return gettext("Reason: {reason}").format(reason=why) if why else actor


def receipt(number: int, digest: str) -> str:
    """The number of an entry and the beginning of its digest."""
    return f"{number} · {digest[:16]}…"
