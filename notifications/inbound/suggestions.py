"""What we asked with "Perhaps you meant": one move, which the player takes by answering ``yes``.

It stands in the mail that asked, the newest of its kind about that moment of the game: no row of its own, and over as
soon as the game moves on or another answer is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.dispatch import receiver

from games.clock.pauses import Pause, Reason
from games.models import Game, Seat
from games.signals import time_is_over
from games.timekeeping import turn_clock
from notifications.models import InboundMail, OutboundMail
from notifications.outbound.envelopes import message_id

ANSWERED_WITHIN = timedelta(days=1)  # in which a turn that we asked about is not lost, and counts from its arrival
LEAST_LEFT = timedelta(hours=1)  # for another turn, where no yes has come


@dataclass(frozen=True)
class Suggestion:
    """A move that waits for its player's yes, the ply at which it would be played, and when it arrived.

    ``arrived_at`` is None where the question is too old for the move to count from then.
    """

    text: str
    ply: int
    message_id: str  # of the mail that asked
    arrived_at: datetime | None


def suggested_to(seat: Seat, now: datetime) -> Suggestion | None:
    """What the player of a seat was last asked about their present turn; None if there is nothing to say yes to."""
    asked = _asked(seat.game) if seat.game.to_act == seat.number else []
    if not asked or not (offer := asked[-1].context.get("offer")):
        return None
    lately = [mail for mail in asked if mail.created_at + ANSWERED_WITHIN >= now]
    same = next((mail for mail in lately if mail.context.get("offer") == offer), None)
    return Suggestion(offer, seat.game.ply, message_id(asked[-1]), _arrival(same) if same else None)


def _asked(game: Game) -> list[OutboundMail]:
    """The mails about what was wrong with a mail of this turn, the oldest first."""
    mails = OutboundMail.objects.filter(reader=game.turn.player_id, game=game, kind=OutboundMail.Kind.PROBLEM)
    return list(mails.filter(ply=game.ply).order_by("pk"))


def _arrival(asked: OutboundMail) -> datetime | None:
    arrivals = InboundMail.objects.filter(pk=asked.context.get("inbound"))
    return arrivals.values_list("received_at", flat=True).first()


@receiver(time_is_over)
def wait_for_the_answer(game: Game, now: datetime, **_: Any) -> None:
    """Hold the clock, once a turn, where the mail that we asked about had arrived in time: until the answer, a day at
    most. Some time is left then for another turn.
    """
    if game.is_over or game.deadline is None or turn_clock.has_notice(game, Reason.QUESTION):
        return
    asked = _asked(game)
    in_time = [mail for mail in asked if mail.context.get("offer") and (_arrival(mail) or now) <= game.deadline]
    if not in_time:
        return
    is_open = bool(asked[-1].context.get("offer"))
    end = max(game.deadline, in_time[-1].created_at + ANSWERED_WITHIN) if is_open else game.deadline
    turn_clock.hold(game, Pause(game.deadline, end, Reason.QUESTION, LEAST_LEFT))
    turn_clock.save_clock(game)
