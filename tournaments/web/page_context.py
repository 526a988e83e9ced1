"""Finding an event and its parts, for pages and REST; and what pages share: tabs, and answers without a body."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from django.utils.translation import get_language, gettext

from games.feed import topics
from games.feed.shown import keep_while_same
from ground.prepared.queries import Asked, Prepared
from tournaments import queries
from tournaments.event_rules.layouts import Form
from tournaments.formats import BRACKETS
from tournaments.models import Division, Event
from tournaments.presenting.match_tables import has_cross_table
from tournaments.presenting.page_sentences.event import entrant_column, kind_of_event, page_title
from tournaments.presenting.page_sentences.event import heading as heading_of
from tournaments.presenting.round_tables import has_round_table
from tournaments.presenting.tables import division_title
from tournaments.web.links import Link, Tag
from tournaments.web.page_rows.event import state_tags


@dataclass(frozen=True)
class Frame:
    """An event, the division that is shown, and the way to its other pages and divisions."""

    event: Event
    division: Division | None
    tabs: tuple[Link, ...]
    others: tuple[Link, ...]
    title: str  # of the division; empty where it is the only one
    kind: str  # what is played, and how
    tags: tuple[Tag, ...]  # the event's state

    @property
    def is_live(self) -> bool:
        """Whether what is shown may change while somebody looks at it."""
        return self.event.state == Event.State.RUNNING


_DIVISIONS = Prepared(lambda: queries.divisions_of(Asked("event")))


def frame_of(
    event: Event, here: str, division: Division | None = None, *, divisions: Sequence[Division] | None = None
) -> Frame:
    """The frame of a page; ``here`` is the name of its address. ``divisions``: all of the event in the order of their
    pages, for a caller who has them."""
    if divisions is None:
        divisions = _DIVISIONS.ask(event=event.pk) if event.started_at else []
    shown = division or (divisions[0] if divisions else None)
    return Frame(
        event=event,
        division=shown,
        tabs=_tabs(event, shown, here, single=len(divisions) == 1),
        others=_others(divisions, shown, here) if division is not None else (),
        title=division_title(shown) if shown is not None else "",
        kind=_kind(event),
        tags=state_tags(event),
    )


def context_of(event: Event, here: str, division: Division, *, title: str, heading: str, about: str) -> dict[str, Any]:
    """What the templates of a division's pages share.

    ``here`` is the name of the page's address, ``title`` its part of the title of the browser's window, ``heading`` the
    one above its table, and ``about`` the sentence that is shown where the page is shared.
    """
    frame = frame_of(event, here, division)
    return {
        "frame": frame,
        "page_title": page_title(event.name, title, frame.title),
        "heading": heading_of(heading, frame.title),
        "about": about,
        "entrant_column": entrant_column(of_teams=event.form == Form.TEAMS),
        "event": event,
        "division": division,
    }


def _kind(event: Event) -> str:
    has_seasons = event.season > 1 or event.previous_id is not None
    return kind_of_event(event.game_title, event.get_form_display(), event.season if has_seasons else None)


def _address_of(page: str, event: Event, division: Division, *, single: bool) -> str:
    """The address of a page of a division, without its number where the event has no other."""
    return reverse(f"tournaments:{page}", args=[event.slug] if single else [event.slug, division.pk])


def _tabs(event: Event, division: Division | None, here: str, *, single: bool) -> tuple[Link, ...]:
    about = Link(gettext("About"), reverse("tournaments:event", args=[event.slug]), here == "event")
    if division is None:
        return () if here == "event" else (about,)
    pages = [(name, title) for name, title, is_there in _pages(division) if is_there]
    return (
        about,
        *(Link(title, _address_of(name, event, division, single=single), here == name) for name, title in pages),
        *_to_seasons(event, here),
        Link(gettext("Log"), reverse("tournaments:log", args=[event.slug]), here == "log"),
    )


def _to_seasons(event: Event, here: str) -> list[Link]:
    """The way to all seasons of a league, once one of them is over."""
    if not apps.is_installed("tournaments.history") or event.form != Form.LEAGUE:
        return []
    if event.season == 1 and event.finished_at is None:
        return []
    return [Link(gettext("Seasons"), reverse("tournaments:seasons", args=[event.slug]), here == "seasons")]


def _pages(division: Division) -> list[tuple[str, str, bool]]:
    """The pages of a division: name, title, and whether it has them."""
    form = division.stage.format
    is_running = division.event.state == Event.State.RUNNING
    several = division.stage.stage_ruleset.games_per_fixture > 1
    return [
        ("bracket", gettext("Bracket"), form in BRACKETS),
        ("standings", gettext("Ladder") if form == "ladder" else gettext("Standings"), True),
        ("fixtures", gettext("Matches") if several else gettext("Games"), True),
        ("crosstable", gettext("Crosstable"), has_cross_table(division)),
        ("crosstable", gettext("Rounds"), has_round_table(division)),
        (
            "what_if",
            gettext("What if"),
            apps.is_installed("tournaments.what_if") and is_running and division.finished_at is None,
        ),
    ]


def _others(divisions: Sequence[Division], shown: Division | None, here: str) -> tuple[Link, ...]:
    """The same page of every division, or the nearest that it has."""
    if len(divisions) < 2:
        return ()
    tabs = []
    for division in divisions:
        there = {name for name, _, is_there in _pages(division) if is_there}
        page = here if here in there else "standings"
        address = _address_of(page, division.event, division, single=False)
        tabs.append(Link(division_title(division), address, division == shown))
    return tuple(tabs)


def version_of(event: Event) -> str:
    """What pages depend on that follow from the event and its log."""
    return f"{event.pk}-{event.log_seq}-{event.state}"


def answer(
    request: HttpRequest,
    template: str,
    version: str,
    context: Callable[[], dict[str, Any]],
    *,
    event: Event,
    games: Iterable[int] = (),
) -> HttpResponse:
    """A page of an event with an ETag. A visitor who has it already gets no body, and what was made for one is kept
    for all of them (``games.feed.shown``).

    ``version`` names what the page shows, ``games`` the games whose moves it shows. Pages for players also show what
    concerns them alone, so that theirs are compared when they are made.
    """
    keep_while_same(request, topics.of_event(event.pk), *map(topics.of_game, games))
    etag = None
    if not request.user.is_authenticated:
        etag = _etag(
            version, get_language(), request.get_full_path(), len(messages.get_messages(request)), _digest_of_release()
        )
        unchanged = get_conditional_response(request, etag=etag)
        if unchanged is not None:
            return unchanged
    page = render(request, template, context())
    page.headers["ETag"] = etag or _etag(page.content)
    is_public = not request.COOKIES and not request.user.is_authenticated
    patch_cache_control(page, no_cache=True, **{"public" if is_public else "private": True})
    patch_vary_headers(page, ["Cookie"])
    if etag is not None:
        return page
    return get_conditional_response(request, etag=page.headers["ETag"], response=page) or page


def _etag(*parts: object) -> str:
    return f'"{hashlib.sha256(repr(parts).encode()).hexdigest()[:32]}"'


@cache
def _digest_of_release() -> str:
    """Changes with the templates and the code, so that a page of a new release is not taken for one of the old."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in sources_of_pages())).hexdigest()


def sources_of_pages() -> list[Path]:
    """The files that decide how a page is made: templates, and the code that makes their sentences."""
    root = Path(settings.ROOT)
    code = [path for package in ("games", "tournaments") for path in root.joinpath(package).rglob("*.py")]
    return sorted([*root.joinpath("templates").rglob("*.html"), *code])
