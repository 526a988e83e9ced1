"""The boxes for what is said in a game, for notes, and for watching it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django import template

from games import talk, watching
from games.archive import name_of

if TYPE_CHECKING:
    from games.pages.game import GamePage

register = template.Library()

FOLDED_FROM = 30  # remarks shown at once; the earlier ones can be opened


@register.inclusion_tag("games/_talk.html", takes_context=True)
def talk_of(context: dict[str, Any], page: GamePage) -> dict[str, Any]:
    """What was said in a game, and what its viewer may do about it."""
    game, viewer = page.game, page.viewer
    colours = game.game_rules.colours
    said = [
        {"who": name_of(remark.player), "is_mine": remark.player == viewer, "colour": colours[remark.seat],
         "text": remark.text, "at": remark.at}
        for remark in talk.remarks_for(game, viewer)
    ]  # fmt: skip
    return {
        "page": page,
        "may_talk": bool(page.my_seat) or (game.is_over and any(seat.player == viewer for seat in page.seats)),
        "game": game,
        "earlier": said[:-FOLDED_FROM],
        "said": said[-FOLDED_FROM:],
        "is_muted": viewer is not None and talk.is_muted(game, viewer),
        "longest": talk.LONGEST_REMARK,
        "longest_note": talk.LONGEST_NOTE,
        "note": page.kept.get("note") or (talk.note_on(game, viewer) if viewer else ""),
        "words": page.kept.get("words", ""),
        "watch": watching.watch_of(game, viewer) if viewer else None,
        "csrf_token": context.get("csrf_token"),
    }
