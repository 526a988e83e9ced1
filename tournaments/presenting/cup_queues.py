"""The queues for mini cups as somebody sees them, and what has come of them. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from games.models import Block, Player
from tournaments.models import CupPlace, CupQueue
from tournaments.setup.mini_cups import MINI_CUPS, MiniCup


@dataclass(frozen=True, slots=True)
class QueueRow:
    """A queue for a mini cup: how many ``waiting`` a player would begin it with, ``until`` when the viewer waits in it
    if they do, and what the lots of the next one are sealed with, once anybody has signed up."""

    cup: MiniCup
    waiting: int
    until: datetime | None
    commitment: str

    @property
    def slug(self) -> str:
        return self.cup.slug


def queue_rows(viewer: Player | None, *, at: datetime, cups: Iterable[MiniCup] = MINI_CUPS.values()) -> list[QueueRow]:
    """The queues of these mini cups. Players with whom the viewer would not be put together are not counted, and never
    as many as begin one: so nobody learns of a block from it."""
    places: dict[str, list[CupPlace]] = {}
    for place in CupPlace.objects.filter(until__gt=at, player__is_active=True).select_related("queue"):
        places.setdefault(place.queue.cup, []).append(place)
    sealed = {queue.cup: queue.commitment for queue in CupQueue.objects.all()}
    apart = _kept_apart(viewer)
    rows = []
    for cup in cups:
        here = [place for place in places.get(cup.slug, ()) if place.player_id not in apart]
        mine = next((place for place in here if viewer is not None and place.player_id == viewer.pk), None)
        waiting = min(len(here), cup.players - 1)
        rows.append(QueueRow(cup, waiting, mine.until if mine else None, sealed.get(cup.slug, "")))
    return rows


def _kept_apart(viewer: Player | None) -> set[int]:
    if viewer is None:
        return set()
    mine = Block.objects.filter(player=viewer).values_list("blocked", flat=True)
    return {*mine, *Block.objects.filter(blocked=viewer).values_list("player", flat=True)}
