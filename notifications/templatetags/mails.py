"""Lines of plain mails."""

from __future__ import annotations

from textwrap import fill, wrap

from django import template

from notifications.inbound.commands import RESERVED

register = template.Library()

WIDTH = 70


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


@register.filter
def on_lines(text: str) -> str:
    """A text on lines of 70 characters, none of which ends with a verb: a program that broke it there would set that
    apart, and so make a command of a word of ours."""
    lines = [
        line
        for part in str(text).splitlines()
        for line in wrap(part, WIDTH, break_long_words=False, break_on_hyphens=False)
    ]
    for index, line in enumerate(lines[:-1]):
        *before, last = line.split(" ")
        if before and last.lower().strip(".,:;!?()[]") in RESERVED:
            lines[index], lines[index + 1] = " ".join(before), f"{last} {lines[index + 1]}"
    return "\n".join(lines)
