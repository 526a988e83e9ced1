"""What the events of a director wait for, of all of them together. Writes nothing."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime

from django.db.models import F, Q

from games.models import Game, Player
from tournaments.event_log.describing import AWAIT_CONFIRMATION, waiting_in
from tournaments.models import Event, EventLogEntry, Round
from tournaments.queries import SILENT, divisions_that_may_go_on, without_lobby
from tournaments.running.requests import Request, requests_in

State = Event.State

MOST_EVENTS = 200  # the latest; a director has fewer that go on


@dataclass(frozen=True, slots=True)
class OnDesk:
    """What one event waits for: open ``requests``; ``silent`` games, in which nobody has moved for ten days; rounds
    with open games past the deadline; when the round begins that can be released; decisions to be confirmed, by their
    number in the log; and whether it should have started. ``directs``: not just as an arbiter."""

    event: Event
    directs: bool
    requests: list[Request]
    silent: list[int]
    late_rounds: int
    release_at: datetime | None
    unconfirmed: list[int]
    is_overdue: bool

    @property
    def needs_me(self) -> bool:
        """Whether there is something to be done."""
        waits = (self.requests, self.silent, self.late_rounds, self.release_at, self.unconfirmed, self.is_overdue)
        return any(waits)


def desk_of(player: Player, *, at: datetime) -> list[OnDesk]:
    """The events that a player directs, assists in or arbitrates and that are not over, those first that need somebody,
    then the latest. The number of statements does not depend on how many there are, but for those with appeals."""
    assists = Event.assistants.through.objects.filter(player=player).values("event")
    arbitrates = Event.arbiters.through.objects.filter(player=player).values("event")
    own = Q(director=player) | Q(pk__in=assists)
    known = without_lobby(Event.objects.filter(own | Q(pk__in=arbitrates)))
    known = known.filter(state__in=(State.DRAFT, State.OPEN, State.RUNNING, State.FINISHED)).order_by("-pk")
    events = list(known[:MOST_EVENTS])
    directed = set(known.filter(own).values_list("pk", flat=True))
    here = [event.pk for event in events]
    requests: dict[str, list[Request]] = defaultdict(list)
    for one in requests_in(here):
        requests[one.event].append(one)
    silent = _silent(here, at)
    late = list(_late(here, at))
    release = {
        division.event_id: division.release_at
        for division in divisions_that_may_go_on().filter(event__in=here, release_at__isnull=False)
    }
    unconfirmed = waiting_in(EventLogEntry.objects.filter(AWAIT_CONFIRMATION, event__in=here).order_by("seq"))
    desk = []
    for event in events:
        directs = event.pk in directed
        desk.append(
            OnDesk(
                event=event,
                directs=directs,
                requests=[one for one in requests[event.slug] if directs or one.asked.game is not None],
                silent=silent[event.pk],
                late_rounds=late.count(event.pk),
                release_at=release.get(event.pk) if directs else None,
                unconfirmed=sorted(unconfirmed.get(event.pk, ())),
                is_overdue=directs and not event.started_at and event.starts_at is not None and event.starts_at <= at,
            )
        )
    return sorted(desk, key=lambda one: not one.needs_me)


def _silent(events: list[int], at: datetime) -> dict[int, list[int]]:
    """The silent games of each event, those first that wait longest."""
    event = F("fixture_game__fixture__round__division__event")
    games = Game.objects.filter(status=Game.Status.RUNNING, turn__started_at__lte=at - SILENT)
    found: dict[int, list[int]] = defaultdict(list)
    for number, game in (
        games.filter(fixture_game__fixture__round__division__event__in=events)
        .order_by("turn__started_at", "pk")
        .values_list(event, "pk")
    ):
        found[number].append(game)
    return found


def _late(events: list[int], at: datetime) -> list[int]:
    """The event of each round that should be over."""
    open_ones = Round.objects.filter(
        division__event__in=events, deadline__lte=at, fixtures__games__game__status=Game.Status.RUNNING
    )
    return [event for event, _round in open_ones.values_list("division__event", "pk").distinct()]
