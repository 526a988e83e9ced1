"""Sentences on what an action would change in a table."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext


def changed_place(before: int, after: int) -> str | SafeString:
    """A place (or rung) before and after, with the direction; the same number where it stays."""
    if before == after:
        return gettext("{place} as before").format(place=before)
    arrow, direction = ("↑", gettext("up")) if after < before else ("↓", gettext("down"))
    return format_html(
        gettext('{before} → <b>{after}</b> <span aria-label="{direction}">{arrow}</span>'),
        before=before, after=after, direction=direction, arrow=arrow,
    )  # fmt: skip


def changed_points(before: str, after: str) -> str | SafeString:
    """Points before and after."""
    if before == after:
        return gettext("{points} as before").format(points=before)
    return format_html("{before} → <b>{after}</b>", before=before, after=after)
