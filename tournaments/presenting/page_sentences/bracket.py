"""Sentences of the bracket of a knockout."""

from __future__ import annotations

from django.utils.translation import gettext


def about(event: str) -> str:
    return gettext("The bracket of {event}: all matches, and the players who go on.").format(event=event)


def section(number: int, best: str) -> str:
    """A section of a large bracket, called by its best seed."""
    return gettext("{number}: {player}").format(number=number, player=best)


def sections(count: int) -> str:
    return gettext(
        "The first rounds are shown in {count} sections, each named after its best seed; the winners of the sections "
        "meet at the end."
    ).format(count=count)


def not_in_bracket(name: str) -> str:
    return gettext("There is no {name} in this bracket.").format(name=name)
