"""Sentences of the pages of lessons."""

from __future__ import annotations

from django.utils.translation import gettext, ngettext


def progress(solved: int, count: int) -> str:
    """How many exercises of a lesson are solved."""
    if not solved:
        return ngettext("{count} exercise", "{count} exercises", count).format(count=count)
    if solved == count:
        return ngettext("{count} exercise, solved", "{count} exercises, all solved", count).format(count=count)
    return ngettext("{count} exercise, {solved} solved", "{count} exercises, {solved} solved", count).format(
        count=count, solved=solved
    )


def begin(solved: int, count: int) -> str:
    """What the link to the next exercise says."""
    if not solved:
        return gettext("Begin")
    return gettext("Begin again") if solved == count else gettext("Continue")


def counter(number: int, count: int) -> str:
    """ "Exercise 3 of 10"."""
    return gettext("Exercise {number} of {count}").format(number=number, count=count)


def your_colour(colour: str) -> str:
    """Which seat the reader plays."""
    return gettext("You are {colour}.").format(colour=gettext(colour))


def not_allowed() -> str:
    """How an answer begins to a step that the rules refuse."""
    return gettext("Not allowed.")


def legal_but_wrong() -> str:
    """How an answer begins to a legal step that does not solve the exercise."""
    return gettext("Legal, but not the solution.")
