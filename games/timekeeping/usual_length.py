"""How long games of a kind take: from those that are over, since what the clocks allow says little about it."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache

from django.db.models import QuerySet

from games.clock.controls import TimeControl
from games.clock.longest_end import UsualLength, length_of
from games.models import Game, Seat
from ground.prepared.queries import Prepared

LATEST = 200  # of the games that are looked at
_WITHOUT_RESULT = ("abandoned", "annulled", "called off")


def usual_length(rules: str, seats: int, control: TimeControl) -> UsualLength | None:
    """How long the last games of so many people with this clock took, whatever hard end they had; None if fewer than
    ``FEWEST`` are over."""
    spans = _spans(rules, seats, control).ask()
    return length_of([finished - started for started, finished in spans if finished is not None])


@lru_cache(maxsize=64)
def _spans(rules: str, seats: int, control: TimeControl) -> Prepared[tuple[datetime, datetime | None]]:
    return Prepared(lambda: _over(rules, seats, control).values_list("started_at", "finished_at")[:LATEST])


def _over(rules: str, seats: int, control: TimeControl) -> QuerySet[Game]:
    terms = {
        f"control__{name}": value for name, value in control.dump().items() if name in ("base", "increment", "cap")
    }
    over = Game.objects.filter(status=Game.Status.FINISHED, rules=rules, **terms).exclude(
        end_reason__in=_WITHOUT_RESULT
    )
    tables = Seat.objects.filter(number=seats - 1).exclude(game__in=Seat.objects.filter(number=seats).values("game"))
    played = over.filter(pk__in=tables.values("game")).exclude(seats__player__is_bot=True)
    return played.order_by("-finished_at")
