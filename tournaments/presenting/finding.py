"""Finding an event and its parts for a request: pages and REST refuse in the same words."""

from __future__ import annotations

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.archive.stored_records import MOST_IN_A_FILE
from games.exceptions import TooMuchWork
from games.models import Player
from games.web.requests import player_of
from tournaments import queries
from tournaments.formats import FORMATS
from tournaments.models import Division, Entrant, Event, Fixture, StandingSnapshot
from tournaments.presenting.match_tables import has_cross_table


def viewer_of(request: HttpRequest) -> Player | None:
    """Who looks; None for a visitor."""
    return player_of(request) if request.user.is_authenticated else None


def find_event(request: HttpRequest, slug: str) -> Event:
    """The event of an address, if the viewer may see it. Raises Http404."""
    return get_object_or_404(queries.events_shown_to(viewer_of(request)), slug=slug)


def find_division(event: Event, pk: int | None) -> Division:
    """The division of an address, else the first of the latest stage. Raises Http404."""
    divisions = queries.divisions_of(event)
    division = divisions.first() if pk is None else divisions.filter(pk=pk).first()
    if division is None:
        raise Http404(f"{event.name} has not started yet." if pk is None else f"{event.name} has no division {pk}.")
    division.event = event
    return division


def find_fixture(event: Event, pk: int) -> tuple[Fixture, Division]:
    """A fixture of an event, and its division. Raises Http404."""
    division = queries.divisions_of(event).filter(rounds__fixtures__pk=pk).first()
    if division is None:
        raise Http404(f"{event.name} has no fixture {pk}.")
    division.event = event
    return queries.fixtures_of(division).get(pk=pk), division


def find_entries(event: Event, username: str) -> list[Entrant]:
    """A player's entries in an event, the latest stage first. Raises Http404."""
    entries = queries.entries_of(event, username)
    if not entries:
        raise Http404(f"There is no {username} in {event.name}.")
    return entries


def check_format(division: Division, slug: str) -> None:
    """Raises Http404 for a division that is played in another format."""
    if division.stage.format != slug:
        raise Http404(f"{division.event.name} is no {FORMATS[slug].title}.")


def check_has_crosstable(division: Division) -> None:
    """Raises Http404 for a division in which not everybody meets everybody, two at a time."""
    if not has_cross_table(division):
        name = division.event.name
        raise Http404(f"Not everybody meets everybody in {name}, two at a time, so there is no crosstable.")


def check_fits_file(division: Division) -> None:
    """Raises TooMuchWork for a division with more fixtures than one file is made of at a time."""
    if (found := Fixture.objects.filter(round__division=division).count()) > MOST_IN_A_FILE:
        raise TooMuchWork(
            f"These are {found:,} fixtures, and a file has at most {MOST_IN_A_FILE:,}. Read them in portions by REST."
        )


def standings_version(division: Division) -> str:
    """What a copy of the standings depends on: their digest and format, and how far the result log is ahead of them."""
    stored = StandingSnapshot.objects.values_list("version", "digest", "format")
    version, digest, number = stored.get(division=division)
    return f"{version}-{division.event.log_seq}-{digest[:20]}-{number}"
