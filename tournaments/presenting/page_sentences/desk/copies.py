"""Sentences of the page on which an event is copied."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def copied(name: str, invited: int) -> str:
    """What has been made, and how many players are invited to it."""
    made = gettext("{event} is a draft now. Change what is different this time, then open it for entries.").format(
        event=name
    )
    if not invited:
        return made
    more = ngettext(
        "{count} player is invited and notified once it is open.",
        "{count} players are invited and notified once it is open.",
        invited,
    ).format(count=invited)
    return f"{made} {more}"


def invited(count: int) -> str:
    """How many players could be invited to a copy."""
    return ngettext(
        "That is {count} player, who is notified once you open the new event.",
        "These are {count} players, who are notified once you open the new event.",
        count,
    ).format(count=count)


def template_saved(name: str) -> str:
    """That there is a template."""
    return gettext("The template {name} is saved. New events can begin with it.").format(name=name)


def begin_with(name: str) -> str:
    """The button of a template, for those who hear the page."""
    return gettext("Begin with {name}").format(name=name)
