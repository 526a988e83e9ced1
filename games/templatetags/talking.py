"""The boxes for what is said in a game, for notes, and for watching it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from django import template
from django.urls import reverse
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from games.archive.stored_records import name_of
from games.conversation import remarks, watching
from games.moderation.subjects import report_address

if TYPE_CHECKING:
    from games.web.game_page import GamePage

register = template.Library()

FOLDED_FROM = 6  # remarks shown at once; the earlier ones can be opened


@register.inclusion_tag("games/_talk.html", takes_context=True)
def talk_of(context: dict[str, object], page: GamePage) -> dict[str, object]:
    """What was said in a game, and what its viewer may do about it."""
    game, viewer = page.game, page.viewer
    colours, board = game.game_rules.colours, reverse("games:game", args=[game.pk])
    said = [
        {"who": name_of(remark.player), "is_mine": remark.player == viewer, "colour": colours[remark.seat],
         "text": link_moves(remark.text, board, game.ply), "at": remark.at,
         "report_address": "" if remark.player == viewer else report_address("remark", remark.pk)}
        for remark in remarks.remarks_for(game, viewer)
    ]  # fmt: skip
    return {
        "page": page,
        "may_talk": not page.is_guest
        and (bool(page.my_seat) or (game.is_over and any(seat.player == viewer for seat in page.seats))),
        "game": game,
        "earlier": said[:-FOLDED_FROM],
        "said": said[-FOLDED_FROM:],
        "is_muted": viewer is not None and remarks.is_muted(game, viewer),
        "longest": remarks.LONGEST_REMARK,
        "words": page.kept.get("words", ""),
        "watch": watching.watch_of(game, viewer) if viewer else None,
        "csrf_token": context.get("csrf_token"),
    }


@register.inclusion_tag("games/_note.html", takes_context=True)
def note_on_game(context: dict[str, object], page: GamePage) -> dict[str, object]:
    """The viewer's own notes on a game."""
    return {
        "page": page,
        "game": page.game,
        "longest_note": remarks.LONGEST_NOTE,
        "note": page.kept.get("note") or (remarks.note_on(page.game, page.viewer) if page.viewer else ""),
        "csrf_token": context.get("csrf_token"),
    }


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
