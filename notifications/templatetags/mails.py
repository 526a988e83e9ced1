"""Lines of plain mails, so short that no mail program breaks them and makes a command of the words it sets apart."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from textwrap import fill

from django import template
from django.utils.translation import gettext

from games.rules.base import Preference
from notifications.mail_format.command_list import RESERVED

register = template.Library()

WIDTH = 58  # characters, as of what others wrote with its bar; mail programs break lines at 60 or more
STUCK = "\N{NO-BREAK SPACE}"


@register.filter
def on_lines(text: str) -> str:
    """A text on such lines."""
    return "\n".join(_broken(part) for part in str(text).splitlines())


@register.filter
def as_paragraph(text: str) -> str:
    """A paragraph with a blank line after it; what begins with a dash is an item of a list, without one."""
    return _broken(text, below="  ") if text.startswith("- ") else f"{_broken(text)}\n"


@register.filter
def indented(line: str) -> str:
    """A line below what it explains, four spaces in."""
    return _broken(line, first="    ", below="    ")


@register.filter
def hanging(line: str) -> str:
    """A line two spaces in; what does not fit goes on below it, further in."""
    return _broken(line, first="  ", below="      ")


@register.filter
def barred(line: str) -> str:
    """A line behind a bar; what does not fit goes on below it, further in."""
    return fill(line, WIDTH, initial_indent="| ", subsequent_indent="|   ", break_on_hyphens=False)


@register.filter
def preference_line(choice: Preference) -> str:
    return hanging(f"[{choice.text}] {choice.meaning}")


@register.filter
def and_rating(title: str, is_rated: bool) -> str:
    """What is played, and whether it counts for ratings."""
    return gettext("{game}, rated").format(game=title) if is_rated else gettext("{game}, not rated").format(game=title)


@lru_cache(maxsize=500)  # most of them stand in every mail
def _broken(text: str, first: str = "", below: str = "") -> str:
    """The text on lines, ``first`` in front of the first one and ``below`` in front of the others."""
    broken = fill(
        _stuck_together(text.split()),
        WIDTH,
        initial_indent=first,
        subsequent_indent=below,
        break_long_words=False,
        break_on_hyphens=False,
    )
    return broken.replace(STUCK, " ")


def _stuck_together(words: list[str]) -> str:
    """The words, none of which may stand alone that could be a command by itself: a verb stays with the words beside
    it, and the last word, which may be a move, with the one before it."""
    is_verb = [word.lower().strip(".,:;!?()[]") in RESERVED for word in words]
    gaps = [STUCK if any(pair) else " " for pair in pairwise(is_verb)]
    if gaps and len(words[-2]) + len(words[-1]) < WIDTH:
        gaps[-1] = STUCK
    return "".join(word + gap for word, gap in zip(words, [*gaps, ""], strict=True))
