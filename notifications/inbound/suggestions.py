"""What we asked with "Perhaps you meant": one move, which the player takes by answering ``yes``.

It stands in the mail that asked, the newest of its kind about that moment of the game: no row of its own, and over as
soon as the game moves on or another answer is sent.
"""

from __future__ import annotations

from dataclasses import dataclass

from games.models import Seat
from notifications.models import OutboundMail
from notifications.outbound.envelopes import message_id


@dataclass(frozen=True)
class Suggestion:
    """A move that waits for its player's yes, and the ply at which it would be played."""

    text: str
    ply: int
    message_id: str  # of the mail that asked


def suggested_to(seat: Seat) -> Suggestion | None:
    """What the player of a seat was last asked about their present turn; None if there is nothing to say yes to."""
    game = seat.game
    if game.to_act != seat.number:
        return None
    asked = OutboundMail.objects.filter(reader=seat.player_id, game=game, kind=OutboundMail.Kind.PROBLEM)
    last = asked.order_by("-pk").first()
    if last is None or last.ply != game.ply or not last.context.get("offer"):
        return None
    return Suggestion(last.context["offer"], game.ply, message_id(last))
