"""What must answer where ``settings.FEATURES`` lacks some or all: ``tests/house/test_features.py`` runs this."""

from __future__ import annotations

import re

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.tournaments.conftest import NOON
from tests.tournaments.playing import play_all, started
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Event

pytestmark = pytest.mark.django_db
LINK = re.compile(r'href="(/(?!api/|static/|admin/|accounts/|report/)[^".#?]*)["#?]')

PAGES = (
    "/", "/games/", "/lobby/", "/rules/", "/rules/btt/", "/rules/twigs/", "/bots/", "/help/", "/players/anna/",
    "/settings/", "/events/", "/events/calendar/", "/ratings/", "/ratings/of/anna/",
    "/api/v1/games/", "/api/v1/proposals/", "/api/v1/rules/", "/api/v1/players/anna/", "/api/v1/events/",
    "/api/v1/players/anna/record/", "/api/schema/",
)  # fmt: skip
OF_FEATURES = {  # what is there with them, and nowhere without
    "games.lessons": ["/learn/"],
    "games.puzzles": ["/puzzle/", "/puzzles/", "/puzzles/triangle/"],
    "games.evaluation": [],
    "tournaments.clubs": ["/clubs/", "/api/v1/clubs/"],
    "tournaments.circuits": ["/circuits/", "/api/v1/circuits/"],
    "tournaments.mini_cups": ["/events/cups/", "/api/v1/cups/"],
    "tournaments.history": ["/events/history/", "/events/records/", "/api/v1/events/history/"],
    "tournaments.what_if": [],
    "tournaments.fair_play": ["/moderation/fair-play/"],
}


@pytest.fixture
def event() -> Event:
    begun = started(Layout(form=Form.ROUND_ROBIN), 3)
    play_all(begun, NOON)
    return Event.objects.get(pk=begun.pk)


@pytest.fixture
def reader(event: Event, client: Client) -> Client:
    client.force_login(event.director)
    return client


def test_nothing_is_wrong_and_no_migration_is_missing() -> None:
    assert not any(map(apps.is_installed, settings.LEFT_OUT))
    call_command("check")
    call_command("makemigrations", "--check", "--dry-run")


@pytest.mark.parametrize("address", PAGES)
def test_core_answers(reader: Client, address: str) -> None:
    assert reader.get(address, follow=True).status_code == 200


@pytest.mark.parametrize("page", ["event", "standings", "fixtures", "crosstable", "log"])
def test_pages_of_an_event_answer(reader: Client, event: Event, page: str) -> None:
    assert reader.get(reverse(f"tournaments:{page}", args=[event.slug])).status_code == 200


def test_page_of_a_game_answers(reader: Client, event: Event) -> None:
    game = event.stages.get().divisions.get().rounds.first().fixtures.first().games.get().game
    assert reader.get(reverse("games:game", args=[game.pk])).status_code == 200


@pytest.mark.parametrize(("feature", "address"), [(name, page) for name in OF_FEATURES for page in OF_FEATURES[name]])
def test_only_what_is_installed_is_found(reader: Client, feature: str, address: str) -> None:
    assert (reader.get(address, follow=True).status_code == 404) == (feature in settings.LEFT_OUT)


def test_no_link_leads_nowhere(reader: Client, event: Event) -> None:
    """All pages that a director reaches from the first one by links."""
    seen, ahead, dead = {"/"}, ["/"], dict[str, int]()
    while ahead:
        answer = reader.get(page := ahead.pop(), follow=True)
        if answer.status_code not in (200, 405):  # a form that only takes a POST
            dead[page] = answer.status_code
        elif answer.status_code == 200 and answer["Content-Type"].startswith("text/html"):
            links = set(LINK.findall(answer.content.decode()))
            ahead += sorted(links - seen)
            seen |= links
    assert (dead, len(seen) > 60) == ({}, True)
