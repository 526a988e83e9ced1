"""What must answer where nothing of ``settings.FEATURES`` is installed: ``tests/house/test_features.py`` runs this."""

from __future__ import annotations

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.tournaments.conftest import NOON
from tests.tournaments.playing import play_all, started
from tournaments.event_rules.layouts import Form, Layout
from tournaments.models import Event

pytestmark = pytest.mark.django_db

PAGES = (
    "/", "/games/", "/lobby/", "/rules/", "/rules/btt/", "/rules/twigs/", "/bots/", "/help/", "/players/anna/",
    "/settings/", "/events/", "/events/calendar/", "/ratings/", "/ratings/of/anna/",
    "/api/v1/games/", "/api/v1/proposals/", "/api/v1/rules/", "/api/v1/players/anna/", "/api/v1/events/",
    "/api/v1/players/anna/record/", "/api/schema/",
)  # fmt: skip
GONE = ("/learn/", "/puzzle/", "/puzzles/", "/clubs/", "/circuits/", "/moderation/fair-play/", "/api/v1/clubs/")


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
    assert not apps.is_installed("tournaments.clubs")
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


@pytest.mark.parametrize("address", GONE)
def test_what_is_not_installed_is_not_found(reader: Client, address: str) -> None:
    assert reader.get(address).status_code == 404
