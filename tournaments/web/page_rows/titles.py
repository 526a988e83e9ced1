"""The rows of lists of titles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from tournaments.models import Circuit, Event
from tournaments.presenting.circuits.tables import CircuitTable
from tournaments.presenting.history.titles import Title
from tournaments.presenting.page_sentences import headings
from tournaments.presenting.page_sentences.history import titles as sentences
from tournaments.web.links import Link


@dataclass(frozen=True, slots=True)
class TitleRow:
    """An event or circuit that is over, what it was, and the players who came first in it."""

    name: str
    address: str
    kind: str
    at: datetime | None
    champions: str


def title_rows(titles: Iterable[Title | CircuitTable]) -> list[TitleRow]:
    """The rows of these titles."""
    return [
        TitleRow(
            name=_of(title).name,
            address=_address(title),
            kind=_kind(title),
            at=title.at,
            champions=sentences.champions(_teams(title) or title.champions),
        )
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
    return headings.kind_of_event(title.event.game_title, title.event.get_form_display())
