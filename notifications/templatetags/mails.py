"""Lines of plain mails."""

from __future__ import annotations

from textwrap import fill

from django import template

register = template.Library()


@register.filter
def as_paragraph(text: str) -> str:
    """A paragraph with a blank line after it; what begins with a dash is an item of a list, without one."""
    if text.startswith("- "):
        return fill(text, 70, subsequent_indent="  ")
    return f"{fill(text, 70)}\n"


@register.filter
def indented(line: str) -> str:
    """A line below what it explains, four spaces in."""
    return fill(line, 72, initial_indent="    ", subsequent_indent="    ")
