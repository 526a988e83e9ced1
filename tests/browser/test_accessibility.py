"""A page of each pattern that links lead to, as whoever sees most of it: nothing serious for axe in either scheme."""

from __future__ import annotations

from http import HTTPStatus

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone
from playwright.sync_api import expect

from benchmarks.screens import crawl
from games.lobby.proposals import propose_game
from games.models import Player
from tests.browser.conftest import Visit
from tests.permissions.world import THREE_DAYS
from tournaments.event_rules.layouts import Layout
from tournaments.running import services

pytestmark = [pytest.mark.browser, pytest.mark.slow]

READERS = ("", "anna", "dora")


def prepare_service() -> None:
    """An event that runs, one that is open, and a seek; dora directs, anna plays."""
    now = timezone.now()
    people = {name: Player.objects.get_or_create(username=name)[0] for name in ("dora", "anna", "bert", "emil", "fred")}
    for name, starts in (("Running", True), ("Open", False)):
        event = services.create_event(
            name=name, director=people["dora"], rules="btt", control=THREE_DAYS, at=now, layout=Layout(),
        )  # fmt: skip
        services.open_entries(event_id=event.pk, player=people["dora"])
        for player in people.values():
            if player.username != "dora":
                services.enter_event(event_id=event.pk, player=player, at=now)
        if starts:
            services.start_event(event_id=event.pk, player=people["dora"], at=now)
    propose_game(proposer=people["bert"], rules="btt", seats=2, control=THREE_DAYS, at=now)


def crawled(name: str) -> dict[str, tuple[int, str]]:
    """A page of each pattern of addresses that a player or a visitor comes to by links: its length and its path."""
    client, lengths = Client(), dict[str, int]()
    if name:
        client.force_login(Player.objects.get(username=name))

    def read(path: str) -> str | None:
        cache.clear()
        answer = client.get(path)
        if answer.status_code != HTTPStatus.OK or not answer.headers["Content-Type"].startswith("text/html"):
            answer.close()
            return None
        lengths[path] = len(answer.content)
        return answer.text

    return {route: (lengths[path], path) for route, path in crawl(read).items()}


def pages_to_look_at() -> dict[str, list[str]]:
    """A page of each pattern, under the name of the player to whom it shows most, and everybody's own first page."""
    best: dict[str, tuple[int, str, str]] = {}
    for name in READERS:
        for route, (length, path) in crawled(name).items():
            kind = route or name
            best[kind] = max(best.get(kind, (0, "", "")), (length, name, path))
    pages: dict[str, list[str]] = {name: [] for name in READERS}
    for _, name, path in best.values():
        pages[name].append(path)
    return pages


def test_no_page_has_serious_barriers(visit: Visit) -> None:
    prepare_service()
    pages, problems = pages_to_look_at(), list[str]()
    assert sum(map(len, pages.values())) > 50
    for name, paths in pages.items():
        reader = visit(player=name)
        for path in paths:
            cache.clear()
            reader.page.goto(reader.address + path)
            if path == "/api/docs/":
                reader.page.wait_for_selector(".opblock")  # the library's script fills the page
            problems += reader.barriers()
        reader.complaints.clear()  # no subject here
    reader.open("/settings/calendar/")
    reader.page.get_by_role("button", name="Save").click()
    expect(reader.page.get_by_role("status").get_by_text("Saved.")).to_be_visible()
    assert problems + reader.barriers() == []
