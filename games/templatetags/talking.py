"""The boxes for what is said in a game, for notes, and for watching it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template
from django.urls import reverse

from games.archive.stored_records import name_of
from games.conversation import remarks, watching
from games.moderation.subjects import report_address
from games.presenting.mentions import link_moves

if TYPE_CHECKING:
    from games.web.game_page import GamePage

register = template.Library()

FOLDED_FROM = 6  # remarks shown at once; the earlier ones can be opened


@register.inclusion_tag("games/_talk.html", takes_context=True)
def talk_of(context: dict[str, Any], page: GamePage) -> dict[str, Any]:
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
        "longest_note": remarks.LONGEST_NOTE,
        "note": page.kept.get("note") or (remarks.note_on(game, viewer) if viewer else ""),
        "words": page.kept.get("words", ""),
        "watch": watching.watch_of(game, viewer) if viewer else None,
        "csrf_token": context.get("csrf_token"),
    }
