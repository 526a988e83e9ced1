"""Lines of plain mails."""

from __future__ import annotations

from textwrap import fill

from django import template

register = template.Library()


@register.filter
def indented(line: str) -> str:
    """A line below what it explains, four spaces in."""
    return fill(line, 72, initial_indent="    ", subsequent_indent="    ")
