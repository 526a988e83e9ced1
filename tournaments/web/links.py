"""Links and tags for templates, and the addresses of a director's actions."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import urlencode

from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ground.features import address_of
from tournaments.models import Event


@dataclass(frozen=True, slots=True)
class Link:
    """A page that one can go to from here; ``here`` is the present one."""

    title: str
    address: str
    here: bool = False


@dataclass(frozen=True, slots=True)
class Tag:
    """Words in a box; ``kind`` is how they look: "urgent", "bad", or empty."""

    words: str
    kind: str = ""


def action_address(event: Event, action: str, **values: object) -> str:
    """Where a director is asked about an action; ``values`` fill its form in beforehand."""
    address = reverse("tournaments:action", args=[event.slug, action])
    return f"{address}?{urlencode(values)}" if values else address


def player_link(username: str) -> SafeString:
    """A name that leads to the player's own page."""
    return _link(reverse("games:player", args=[username]), username)


def record_link(event: Event, username: str) -> SafeString:
    """A name that leads to how the player has done in the event."""
    return _link(reverse("tournaments:record", args=[event.slug, username]), username)


def team_link(event: Event, entrant: int, name: str) -> SafeString:
    """A name that leads to the page of a team."""
    return _link(reverse("tournaments:team", args=[event.slug, entrant]), name)


def club_link(slug: str, name: str) -> SafeString:
    """A name that leads to the page of a club."""
    return _link(address_of("clubs:club", slug), name)


def circuit_link(slug: str, name: str) -> SafeString:
    """A name that leads to the page of a circuit."""
    return _link(address_of("circuits:circuit", slug), name)


def match_link(event: Event, fixture: int, words: str) -> SafeString:
    """Words that lead to the page of a match."""
    return _link(reverse("tournaments:match", args=[event.slug, fixture]), words)


def comma_separated(links: Iterable[SafeString]) -> SafeString:
    """Links in a row: "anna, ben"."""
    return format_html_join(", ", "{}", ((link,) for link in links))


def _link(address: str, words: str) -> SafeString:
    return format_html('<a href="{address}">{words}</a>' if address else "{words}", address=address, words=words)
