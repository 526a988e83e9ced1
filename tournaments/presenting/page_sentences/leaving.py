"""Sentences of the page on which a player leaves an event."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


def title(event: str) -> str:
    return gettext("Leave {event}").format(event=event)


def question(event: str) -> str:
    return gettext("Leave {event}?").format(event=event)


def what_it_means(director: str, *, is_ladder: bool, leave_address: str) -> SafeString:
    """Whether there is a way back, and what else one can do."""
    back = (
        gettext("You can enter again later, and then begin on the last rung.")
        if is_ladder
        else gettext("You cannot undo this.")
    )
    text = gettext(
        '{back} If you only need time, book <a href="{address}">leave</a>, or ask {director}, who directs the event.'
    )
    return format_html(text, back=back, address=leave_address, director=director)
