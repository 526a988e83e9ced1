"""Drafts of moves, kept for their player alone. One is for one moment of the game, and gone when that has passed."""

from __future__ import annotations

from django.db.models import F
from django.utils.translation import gettext

from games.exceptions import NotSeated, StalePly
from games.models import Game, Seat
from games.play.submissions import LONGEST_TEXT, storable


def keep_draft(*, game_id: int, player_id: int, text: str, ply: int) -> None:
    """Keep what the player has written for this ply, whether it can be played or not; a blank text is no draft.

    Raises NotSeated, and StalePly unless the player is to act at this ply.
    """
    mine = Seat.objects.filter(game__pk=game_id, player_id=player_id, left_ply=None)
    now = mine.filter(game__status=Game.Status.RUNNING, game__ply=ply, game__to_act=F("number"))
    kept = storable(text).strip()[:LONGEST_TEXT]
    if now.update(draft=kept, draft_ply=ply if kept else None):
        return
    if not mine.exists():
        raise NotSeated(gettext("You do not play in game {game_id}.").format(game_id=game_id))
    current = mine.values_list("game__ply", flat=True).first()
    message = gettext(
        "It is not your turn at move {ply} of game {game_id}, so there is nothing to keep a draft for."
    ).format(ply=ply, game_id=game_id)
    raise StalePly(message, current)


def draft_of(seat: Seat) -> str:
    """The draft of a seat for the present moment of its game; blank if there is none."""
    return seat.draft if seat.draft_ply == seat.game.ply else ""
