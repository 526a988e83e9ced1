"""What the first pages show of events: to visitors the head of a table, to players their places and what is next."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from django import template
from django.db.models import DateTimeField, F, OuterRef, QuerySet, Subquery
from django.utils import timezone

from games.models import Player
from games.presenting.page_sentences.game import place
from ground.prepared.queries import Asked, Prepared
from tournaments.models import Division, Entrant, Event, Round
from tournaments.presenting.tables import first_lines

register = template.Library()
MOST = 6  # events of a player
FIRST = 3  # places for visitors


@dataclass(frozen=True, slots=True)
class EventOfPlayer:
    """An event as one of its players sees it: the ``place`` in words, and ``at`` the next date, while there are any."""

    slug: str
    name: str
    place: str
    at: datetime | None


@Prepared
def _entered() -> QuerySet[Entrant]:
    """What a player has entered that is not over, with the stored table and the next deadline of the division."""
    state, deadlines = Event.State, Round.objects.filter(division=OuterRef("division")).order_by("deadline")
    entered = Entrant.objects.filter(
        player=Asked("player"), status=Entrant.Status.ACTIVE, event__state__in=[state.OPEN, state.RUNNING]
    )
    return entered.select_related("event").annotate(
        until=Subquery(deadlines.filter(deadline__gt=Asked("now", DateTimeField)).values("deadline")[:1]),
        table=F("division__snapshot__table__rows"),
    )


@register.inclusion_tag("tournaments/_events_of.html")
def events_of(player: Player) -> dict[str, list[EventOfPlayer]]:
    """The events that a player has entered and that are not over, those with the nearest date first."""
    now = timezone.now()
    latest = {entrant.event_id: entrant for entrant in _entered.ask(player=player.pk, now=now)}
    rows = []
    for one in latest.values():
        places = [place(row["rank"]) for row in vars(one)["table"] or () if row["entrant"] == one.pk]
        until = vars(one)["until"] or one.event.starts_at
        rows.append(EventOfPlayer(one.event.slug, one.event.name, "".join(places), until))
    return {"rows": sorted(rows, key=lambda row: (row.at is None, row.at or now))[:MOST]}


@register.inclusion_tag("tournaments/_league_now.html")
def league_now() -> dict[str, object]:
    """The first places of the youngest event that is being played and has a table; no match from the lobby."""
    found = Division.objects.filter(event__state=Event.State.RUNNING, event__agreed=None, snapshot__isnull=False)
    youngest = found.order_by("-event__started_at", "tier", "number")
    division = youngest.select_related("event", "stage", "snapshot").first()
    if division is None:
        return {"lines": ()}
    return {"event": division.event, "lines": first_lines(division, division.snapshot, FIRST)}
