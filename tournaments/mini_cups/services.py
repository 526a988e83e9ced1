"""The queues for mini cups: a cup begins by itself as soon as enough players wait who have not blocked each other.

Locks are taken queue first, then players, then the new event, so two who sign up at once never both miss the start.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext

from games.models import Block, Player, new_secret
from games.moderation.sanctions import suspended_players
from tournaments.exceptions import EventError
from tournaments.formats.mini_cups import CLOCK, MINI_CUPS, MiniCup
from tournaments.models import CupPlace, CupQueue, Event
from tournaments.running.agreed_matches import begin_at_once
from tournaments.running.services import block_of
from tournaments.setup.planning import plan_event

WAITS_FOR = timedelta(days=14)  # then a place lapses, so that nobody begins games they have forgotten about
MOST_CONSIDERED = 50  # of those who wait, the first


class NoSuchCup(EventError):
    """There is no mini cup of that name."""

    code = "no_such_cup"


def cup_named(slug: str) -> MiniCup:
    """The mini cup of that name. Raises NoSuchCup."""
    if slug not in MINI_CUPS:
        raise NoSuchCup(
            gettext("There is no mini cup {cup}. The mini cups: {cups}.").format(
                cup=f"{slug!r}", cups=", ".join(MINI_CUPS)
            ),
            "cup",
        )
    return MINI_CUPS[slug]


@transaction.atomic
def go_on(queue_id: int, *, at: datetime) -> Event | None:
    """Begin the cup of a queue if it can: where a block was lifted, a place came free for others. Lapsed places go."""
    queue = CupQueue.objects.select_for_update().get(pk=queue_id)
    queue.places.filter(until__lte=at).delete()
    return begin(queue, MINI_CUPS[queue.cup], at) if queue.cup in MINI_CUPS else None


def queues_to_look_at(*, at: datetime) -> list[int]:
    """The queues in which a place has lapsed, or enough players wait."""
    places: dict[int, list[CupPlace]] = {}
    for place in CupPlace.objects.select_related("queue").order_by("queue", "since", "pk"):
        places.setdefault(place.queue_id, []).append(place)
    return [
        queue
        for queue, waiting in places.items()
        if any(place.until <= at for place in waiting)
        or (cup := MINI_CUPS.get(waiting[0].queue.cup)) is None
        or len(waiting) >= cup.players
    ]


def begin(queue: CupQueue, cup: MiniCup, at: datetime) -> Event | None:
    """Begin the cup with the first who can play it together; None if too few wait. The queue is locked."""
    waiting = who_maybegin(queue, at)
    together = first_together(waiting, cup.players)
    if not together:
        return None
    queue.begun += 1
    planned = plan_event(
        name=f"{cup.event_name}, {queue.begun}",
        director=together[0],
        rules=cup.rules,
        control=CLOCK,
        at=at,
        layout=cup.layout,
        most_entrants=cup.players,
        entry=Event.Entry.INVITED,
    )
    planned.cup = cup.slug
    event = begin_at_once(planned, nonce=queue.nonce, players=together, at=at)
    queue.places.filter(player__in=together).delete()
    queue.nonce = new_secret()
    queue.save(update_fields=["begun", "nonce"])
    return event


def who_maybegin(queue: CupQueue, at: datetime) -> list[Player]:
    """Those who wait and could begin games now, the first to sign up first."""
    places = queue.places.filter(until__gt=at, player__is_active=True).exclude(player__in=suspended_players(at))
    players = [place.player for place in places.select_related("player").order_by("since", "pk")[:MOST_CONSIDERED]]
    return [player for player in players if block_of(player, at) is None]


def first_together(waiting: Sequence[Player], count: int) -> list[Player]:
    """So many of those who wait of whom none has blocked another: the earliest there are, or nobody."""
    keys = [player.pk for player in waiting]
    apart = {
        frozenset(pair)
        for pair in Block.objects.filter(player__in=keys, blocked__in=keys).values_list("player_id", "blocked_id")
    }

    def found(chosen: list[Player], start: int) -> list[Player]:
        if len(chosen) == count:
            return chosen
        for index in range(start, len(waiting)):
            one = waiting[index]
            if all(frozenset((one.pk, other.pk)) not in apart for other in chosen):
                complete = found([*chosen, one], index + 1)
                if complete:
                    return complete
        return []

    return found([], 0)
