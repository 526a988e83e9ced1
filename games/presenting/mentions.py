"""Moves that are mentioned in what players say. Pure."""

from __future__ import annotations

import re

from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

_MENTION = re.compile(r"(?:\b(?:move|ply) ?|(?<!\w)#)(\d{1,5})\b", re.IGNORECASE)


def link_moves(text: str, board: str, last: int) -> SafeString:
    """The text as HTML in which "move 12", "ply 12" and "#12" lead to the board after that move.

    ``board`` is the address of the game's page; numbers above ``last``, the number of moves so far, stay plain.
    """
    pieces, end = [], 0
    for found in _MENTION.finditer(text):
        ply = int(found[1])
        if 1 <= ply <= last:
            pieces.append(conditional_escape(text[end : found.start()]))
            pieces.append(format_html('<a href="{}?ply={}">{}</a>', board, ply, found[0]))
            end = found.end()
    return mark_safe("".join([*pieces, conditional_escape(text[end:])]))  # noqa: S308 - each piece is escaped
