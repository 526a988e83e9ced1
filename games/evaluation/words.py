"""Sentences of the page that looks back at a finished game."""

from __future__ import annotations

from django.utils.formats import number_format
from django.utils.translation import ngettext


def waiting(looked_at: int) -> str:
    """How far it has come."""
    return ngettext(
        "The game is being evaluated: {looked_at} decision so far. Load this page again in a minute.",
        "The game is being evaluated: {looked_at} decisions so far. Load this page again in a minute.",
        looked_at,
    ).format(looked_at=looked_at)


def lead(points: float) -> str:
    """A lead with its sign."""
    sign = "+" if points > 0 else "\N{MINUS SIGN}" if points < 0 else ""
    return sign + number_format(abs(points), 1)
