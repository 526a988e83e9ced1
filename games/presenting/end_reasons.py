"""How a game ended, in words. Pure."""

from __future__ import annotations

from django.utils.translation import gettext, gettext_noop

_KNOWN = frozenset(
    (
        gettext_noop("score"),
        gettext_noop("no active leaves"),
        gettext_noop("resignation"),
        gettext_noop("time"),
        gettext_noop("forfeit"),
        gettext_noop("draw agreed"),
        gettext_noop("abandoned"),
        gettext_noop("adjudicated"),
        gettext_noop("annulled"),
        gettext_noop("withdrawn"),
    )
)


def end_in_words(reason: str) -> str:
    """The reason that a log has for the end of a game, in the language of the reader; another one as it is."""
    return gettext(reason) if reason in _KNOWN else reason
