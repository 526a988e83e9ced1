"""Finding an event and its parts for a request: pages and REST refuse in the same words."""

from __future__ import annotations

from django.db.models import CharField
from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from games.accounts.sessions import player_of
from games.archive.stored_records import MOST_IN_A_FILE
from games.exceptions import TooMuchWork
from games.models import Player
from ground.prepared.queries import Asked, Prepared
from tournaments import queries
from tournaments.formats import FORMATS
from tournaments.formats.knockout import Knockout
from tournaments.models import Division, Entrant, Event, Fixture, StandingSnapshot
from tournaments.presenting.match_tables import has_cross_table


def viewer_of(request: HttpRequest) -> Player | None:
    """Who looks; None for a visitor."""
    return player_of(request) if request.user.is_authenticated else None


_SHOWN_TO_VISITORS = Prepared(lambda: queries.events_shown_to(None).filter(slug=Asked("slug", CharField)))
_SHOWN_TO_PLAYER = Prepared(lambda: queries.events_shown_to(Asked("viewer")).filter(slug=Asked("slug", CharField)))


def find_event(request: HttpRequest, slug: str) -> Event:
    """The event of an address, if the viewer may see it. Raises Http404."""
    viewer = viewer_of(request)
    found = _SHOWN_TO_PLAYER.ask(viewer=viewer.pk, slug=slug) if viewer else _SHOWN_TO_VISITORS.ask(slug=slug)
    return found[0] if found else get_object_or_404(queries.events_shown_to(viewer), slug=slug)


_DIVISION = Prepared(lambda: queries.divisions_of(Asked("event")).filter(pk=Asked("pk")))
_FIRST_DIVISION = Prepared(lambda: queries.divisions_of(Asked("event"))[:1])


def find_division(event: Event, pk: int | None) -> Division:
    """The division of an address, else the first of the latest stage. Raises Http404."""
    found = _FIRST_DIVISION.ask(event=event.pk) if pk is None else _DIVISION.ask(event=event.pk, pk=pk)
    if not found:
        raise Http404(
            gettext("{event} has not started yet.").format(event=event.name)
            if pk is None
            else gettext("{event} has no division {pk}.").format(event=event.name, pk=pk)
        )
    found[0].event = event
    return found[0]


def find_fixture(event: Event, pk: int) -> tuple[Fixture, Division]:
    """A fixture of an event, and its division. Raises Http404."""
    division = queries.divisions_of(event).filter(rounds__fixtures__pk=pk).first()
    if division is None:
        raise Http404(gettext("{event} has no fixture {pk}.").format(event=event.name, pk=pk))
    division.event = event
    return queries.fixtures_of(division).get(pk=pk), division


def find_entries(event: Event, username: str) -> list[Entrant]:
    """A player's entries in an event, the latest stage first. Raises Http404."""
    entries = queries.entries_of(event, username)
    if not entries:
        raise Http404(gettext("There is no {username} in {event}.").format(username=username, event=event.name))
    return entries


def check_format(division: Division, slug: str) -> None:
    """Raises Http404 for a division that is played in another format."""
    if division.stage.format != slug:
        raise Http404(gettext("{event} is not a {title}.").format(event=division.event.name, title=FORMATS[slug].title))


def check_has_bracket(division: Division) -> None:
    """Raises Http404 for a division that is played in a format without a bracket."""
    if not division.stage.stage_format.has_bracket:
        check_format(division, Knockout.slug)


def check_has_crosstable(division: Division) -> None:
    """Raises Http404 for a division in which not everybody meets everybody, two at a time."""
    if not has_cross_table(division):
        name = division.event.name
        raise Http404(
            gettext("Not everybody meets everybody in {name}, two at a time, so there is no crosstable.").format(
                name=name
            )
        )


def check_fits_file(division: Division) -> None:
    """Raises TooMuchWork for a division with more fixtures than one file is made of at a time."""
    if (found := Fixture.objects.filter(round__division=division).count()) > MOST_IN_A_FILE:
        raise TooMuchWork(
            gettext(
                "These are {found} fixtures, and a file has at most {most_in_a_file}. Read them in portions by REST."
            ).format(found=f"{found:,}", most_in_a_file=f"{MOST_IN_A_FILE:,}")
        )


def standings_version(division: Division) -> str:
    """What a copy of the standings depends on: their digest and format, and how far the result log is ahead of them."""
    stored = StandingSnapshot.objects.values_list("version", "digest", "format")
    version, digest, number = stored.get(division=division)
    return f"{division.pk}-{version}-{division.event.log_seq}-{digest[:20]}-{number}"
