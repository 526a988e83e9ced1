"""The rows of lists of titles."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse

from tournaments.models import Event
from tournaments.presenting.history.titles import Title
from tournaments.presenting.page_sentences import headings
from tournaments.presenting.page_sentences.history import titles as sentences
from tournaments.web.links import Link


@dataclass(frozen=True, slots=True)
class TitleRow:
    """An event that is over, what it was, and the players who came first in it."""

    event: Event
    kind: str
    champions: str


def title_rows(titles: Iterable[Title]) -> list[TitleRow]:
    """The rows of these titles."""
    return [
        TitleRow(
            event=title.event,
            kind=headings.kind_of_event(title.event.game_title, title.event.get_form_display()),
            champions=sentences.champions(title.champions),
        )
        for title in titles
    ]


def player_titles(titles: Iterable[Title]) -> list[Link]:
    """The titles of a player, as links to the events."""
    return [
        Link(
            sentences.of_event(title.event.name, is_shared=len(title.champions) > 1),
            reverse("tournaments:event", args=[title.event.slug]),
        )
        for title in titles
    ]
