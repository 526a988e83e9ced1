"""What players can report about events: an event, an announcement of its director, a club, and a circuit."""

from __future__ import annotations

from django.urls import reverse
from django.utils.translation import gettext

from games.models import Player
from games.moderation.subjects import LONGEST_QUOTE, Subject, number_in, register
from ground.features import address_of
from tournaments.event_log.kinds import Announced
from tournaments.models import Circuit, Club, EventLogEntry
from tournaments.queries import events_shown_to


def find_event(key: str, viewer: Player | None) -> Subject | None:
    """The event at that address; its director answers for it."""
    found = events_shown_to(viewer).filter(slug=key).select_related("director").first()
    if found is None:
        return None
    name, address = gettext("event {name}").format(name=found.name), reverse("tournaments:event", args=[found.slug])
    return Subject("event", found.slug, name, address, found.director, found.about[:LONGEST_QUOTE])


def find_announcement(key: str, viewer: Player | None) -> Subject | None:
    """An announcement, ``SLUG:NUMBER`` of its event and of its entry in the log; the director who wrote it answers."""
    slug, _, number = key.rpartition(":")
    event = events_shown_to(viewer).filter(slug=slug).first()
    entries = EventLogEntry.objects.filter(event=event, seq=number_in(number), kind=Announced.slug)
    found = entries.select_related("event__director").first() if event else None
    if found is None:
        return None
    said = found.entry.payload
    if not isinstance(said, Announced):
        return None
    name = gettext("an announcement of {event}").format(event=found.event.name)
    author = Player.objects.filter(pk=said.actor or 0).first() or found.event.director
    address = reverse("tournaments:log", args=[found.event.slug])
    return Subject("announcement", f"{slug}:{found.seq}", name, address, author, said.words[:LONGEST_QUOTE])


def find_club(key: str, viewer: Player | None) -> Subject | None:
    """The club at that address; its first organiser answers for it."""
    found = Club.objects.filter(slug=key).first()
    if found is None:
        return None
    first = found.members.filter(is_organiser=True).select_related("player").first()
    name, address = gettext("club {name}").format(name=found.name), address_of("clubs:club", found.slug)
    return Subject("club", found.slug, name, address, first.player if first else None, found.about[:LONGEST_QUOTE])


def find_circuit(key: str, viewer: Player | None) -> Subject | None:
    """The circuit at that address; its director answers for it."""
    found = Circuit.objects.filter(slug=key).select_related("director").first()
    if found is None:
        return None
    name, address = gettext("circuit {name}").format(name=found.name), address_of("circuits:circuit", found.slug)
    return Subject("circuit", found.slug, name, address, found.director, found.about[:LONGEST_QUOTE])


def register_subjects() -> None:
    """Let them be reported."""
    register("event", find_event)
    register("announcement", find_announcement)
    register("club", find_club)
    register("circuit", find_circuit)
