"""The queues for mini cups as somebody sees them, and what has come of them. Writes nothing."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.db.models import DateTimeField, Q
from django.utils.translation import gettext, ngettext

from games.models import Block, Player
from games.presenting.moments import write_short_day
from ground.prepared.queries import Asked, Prepared
from tournaments.formats.mini_cups import MINI_CUPS, MiniCup
from tournaments.models import CupPlace, CupQueue


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


_PLACES = Prepared(
    lambda: CupPlace.objects.filter(until__gt=Asked("at", DateTimeField), player__is_active=True).select_related(
        "queue"
    )
)
_QUEUES = Prepared(lambda: CupQueue.objects.all())


def queue_rows(viewer: Player | None, *, at: datetime, cups: Iterable[MiniCup] = MINI_CUPS.values()) -> list[QueueRow]:
    """The queues of these mini cups. Players with whom the viewer would not be put together are not counted, and never
    as many as begin one: so nobody learns of a block from it."""
    places: dict[str, list[CupPlace]] = {}
    for place in _PLACES.ask(at=at):
        places.setdefault(place.queue.cup, []).append(place)
    sealed = {queue.cup: queue.commitment for queue in _QUEUES.ask()}
    apart = _kept_apart(viewer) if places else set()
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
    blocks = Block.objects.filter(Q(player=viewer) | Q(blocked=viewer)).values_list("player", "blocked")
    return {one for pair in blocks for one in pair if one != viewer.pk}


def waiting(count: int, players: int) -> str:
    """How many wait for a cup of so many."""
    if not count:
        return gettext("nobody waits yet")
    return ngettext("{count} of {players} waits", "{count} of {players} wait", count).format(
        count=count, players=players
    )


def you_wait(until: datetime) -> str:
    return gettext("You wait until {day}").format(day=write_short_day(until))
