"""Answers to one player are kept by no browser and no proxy; what is hidden has no name at any address."""

from __future__ import annotations

import pytest
from django.test import Client

from games.accounts import api_keys
from games.models import Player
from tests.tournaments.conftest import NOON, THREE_DAYS, friend
from tests.tournaments.web.test_pages import signed_in
from tournaments.models import Event
from tournaments.running.services import create_event, open_entries

pytestmark = pytest.mark.django_db


@pytest.fixture
def draft() -> Event:
    return create_event(name="Secret Cup", director=friend("cleo"), rules="btt", control=THREE_DAYS, at=NOON)


ABOUT_EVENTS = ["/settings/mail/events/{}/", "/api/v1/players/me/mail/events/{}/", "/events/{}/", "/api/v1/events/{}/"]


@pytest.mark.parametrize("address", ABOUT_EVENTS)
def test_draft_is_known_to_its_director_alone(draft: Event, address: str) -> None:
    path = address.format(draft.slug)
    assert signed_in("cleo").get(path).status_code == 200
    answer = signed_in("anna").get(path)
    assert answer.status_code == 404
    assert "Secret Cup" not in answer.text


def test_event_of_the_same_name_is_made_and_reveals_no_draft(draft: Event) -> None:
    body = {"name": "Secret Cup", "rules": "btt", "form": "round-robin"}
    made = signed_in("anna").post("/api/v1/events/", body, content_type="application/json")
    assert made.status_code == 201
    assert "already" not in made.text
    assert {event.slug for event in Event.objects.all()} == {"secret-cup", "secret-cup-2"}
    again = signed_in("anna").post("/api/v1/events/", body, content_type="application/json")
    assert "There is an event 'Secret Cup' already" not in again.text, "cleo's is the one that has the name"
    opened = open_entries(event_id=draft.pk, player=friend("cleo"))
    refused = signed_in("anna").post("/api/v1/events/", body, content_type="application/json")
    assert (refused.status_code, opened.name in refused.text) == (400, True)


@pytest.mark.parametrize("path", ["/settings/mail/events/secret-cup/", "/api/v1/players/me/mail/events/secret-cup/"])
def test_preferences_about_a_draft_of_another_director_are_not_taken(draft: Event, path: str) -> None:
    send = signed_in("anna")
    assert send.post(path, {}).status_code in (404, 405)
    assert send.put(path, {"paces": {}}, content_type="application/json").status_code in (404, 405)


@pytest.mark.parametrize(
    "path", ["/", "/settings/", "/settings/mail/", "/games/", "/events/", "/submissions/", "/api/v1/players/me/"]
)
def test_answer_to_somebody_who_has_signed_in_is_not_stored(path: str) -> None:
    assert signed_in("anna").get(path)["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    "path", ["/accounts/login/", "/accounts/password/reset/", "/mail/off/x/", "/feeds/x/moves.atom"]
)
def test_pages_of_accounts_and_of_secret_links_are_not_stored(client: Client, path: str) -> None:
    assert client.get(path)["Cache-Control"] == "private, no-store"


def test_public_pages_can_be_stored_for_visitors(client: Client) -> None:
    assert "no-store" not in client.get("/rules/").get("Cache-Control", "")


def test_answers_of_rest_depend_on_key_and_session(client: Client) -> None:
    secret = api_keys.create_token(Player.objects.create(username="anna"), name="bot")[1]
    for headers in ({}, {"Authorization": f"Bearer {secret}"}):
        answer = client.get("/api/v1/games/", headers=headers)
        assert {"Authorization", "Cookie"} <= {name.strip() for name in answer["Vary"].split(",")}
    assert answer["Cache-Control"] == "private, no-store"
