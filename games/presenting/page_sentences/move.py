"""Sentences at the box in which a move is written."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.presenting.lists import code_list


def read_as_step(number: int, step: str, rest: Sequence[str]) -> SafeString:
    """Which step of a move was refused, counted from 1, and what stood after it."""
    if rest:
        text = gettext(
            "We read it as step {number}: <code>{step}</code>; after it stood {rest}. No step of it was played, and"
            " your text is kept below."
        )
    else:
        text = gettext(
            "We read it as step {number}: <code>{step}</code>. No step of it was played, and your text is kept below."
        )
    return format_html(text, number=number, step=step, rest=code_list(rest))
