"""The rows of lists of titles, all-time tables and records."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from django.urls import reverse
from django.utils.translation import gettext

from ground.lists import Row
from tournaments.circuits.tables import CircuitTable
from tournaments.history import words as sentences
from tournaments.history.all_time import AllTime
from tournaments.history.titles import Title
from tournaments.models import Circuit, Event
from tournaments.presenting.page_sentences.event import kind_of_event
from tournaments.standings.records import TITLES, AllTimeRecord
from tournaments.web.links import Link
from tournaments.wording.decisions import write_points


def title_rows(titles: Iterable[Title | CircuitTable]) -> list[Row]:
    return [
        {
            "name": _of(title).name,
            "address": _address(title),
            "kind": _kind(title),
            "at": title.at,
            "champions": sentences.champions(_teams(title) or title.champions),
        }
        for title in titles
    ]


def player_titles(titles: Iterable[Title | CircuitTable]) -> list[Link]:
    """The titles of a player, as links to the events and circuits."""
    return [
        Link(sentences.of_event(_of(title).name, is_shared=title.is_shared, teams=_teams(title)), _address(title))
        for title in titles
    ]


def _teams(title: Title | CircuitTable) -> tuple[str, ...]:
    return title.teams if isinstance(title, Title) else ()


def _of(title: Title | CircuitTable) -> Event | Circuit:
    return title.circuit if isinstance(title, CircuitTable) else title.event


def _address(title: Title | CircuitTable) -> str:
    page = "circuits:circuit" if isinstance(title, CircuitTable) else "tournaments:event"
    return reverse(page, args=[_of(title).slug])


def _kind(title: Title | CircuitTable) -> str:
    if isinstance(title, CircuitTable):
        return sentences.kind_of_circuit(len(title.events))
    return kind_of_event(title.event.game_title, title.event.get_form_display())


MOST_LINES = 100


def all_time_rows(lines: Iterable[AllTime], best: Callable[[int, int], str]) -> list[Row]:
    """The first rows; ``best`` puts a tier and a place into words."""
    return [
        {"line": line, "points": write_points(line.points), "best": best(line.best_tier, line.best_place)}
        for line in islice(lines, MOST_LINES)
    ]


def record_rows(records: Iterable[AllTimeRecord]) -> list[Row]:
    return [
        {
            "title": gettext(TITLES[one.kind]),
            "value": sentences.value(one),
            "holders": sentences.holders(one),
            "address": _address_of(one),
            "at": one.at,
        }
        for one in records
    ]


def _address_of(record: AllTimeRecord) -> str:
    if record.game:
        return reverse("games:game", args=[record.game])
    return reverse("tournaments:event", args=[record.event]) if record.event else ""
