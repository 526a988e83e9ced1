"""Programs that are called, managed by other programs."""

from __future__ import annotations

import hashlib
import hmac
import json
from typing import Any

import pytest
from django.test import Client

from games.accounts.api_keys import create_token
from games.models import Player
from notifications.models import Webhook, WebhookCall
from tests.contract_changes import present_schema
from tests.notifications.channels.conftest import Program, program  # noqa: F401 - a fixture
from tests.notifications.channels.test_webhooks import call

pytestmark = pytest.mark.django_db

PATH = "/api/v1/players/me/webhooks/"


def key_of(name: str, *scopes: str) -> dict[str, Any]:
    player = Player.objects.get_or_create(username=name)[0]
    return {"headers": {"Authorization": f"Bearer {create_token(player, name='bot', scopes=scopes)[1]}"}}


def test_program_is_added_confirmed_tried_out_and_removed(program: Program, client: Client) -> None:  # noqa: F811
    key = key_of("anna", "read", "play")
    address = program.url.replace("127.0.0.1", "localhost")
    made = client.post(PATH, {"url": address}, content_type="application/json", **key).json()
    one = f"{PATH}{made['id']}/"
    challenge = WebhookCall.objects.get()
    program.text = hmac.new(
        made["secret"].encode(), challenge.payload["challenge"].encode(), hashlib.sha256
    ).hexdigest()
    assert call(challenge.pk, challenge.due_at)
    assert client.get(one, **key).json()["confirmed_at"]
    tried = client.post(f"{one}test/", **key)
    assert (tried.status_code, [each["what"] for each in tried.json()["calls"]]) == (202, ["test", "challenge"])
    assert client.post(f"{one}test/", **key).json()["code"] == "webhook"
    assert call(WebhookCall.objects.latest("pk").pk, WebhookCall.objects.latest("pk").due_at)
    sent = json.loads(program.calls[-1][1])
    assert (sent["number"], sent["what"], sent["player"]) == (0, "test", "anna")
    assert client.delete(one, **key).status_code == 204
    assert client.delete(one, **key).json()["code"] == "not_found"


def test_secret_is_in_the_answers_that_make_it_alone_and_is_never_stored(client: Client) -> None:
    key = key_of("anna", "read", "play")
    body = {"url": "https://bot.example/seeds"}
    made = client.post(PATH, body, content_type="application/json", **key).json()
    assert "secret" not in client.get(PATH, **key).json()[0]
    named = key["headers"] | {"Idempotency-Key": "mine"}
    assert client.post(PATH, body, content_type="application/json", headers=named).json()["code"] == "invalid"
    WebhookCall.objects.all().delete()
    Webhook.objects.update(off_at=made["created_at"])
    refused = client.post(f"{PATH}{made['id']}/secret/", **key)
    assert (refused.status_code, refused.json()["code"]) == (409, "webhook")  # one challenge a minute


@pytest.mark.parametrize("method", ["get", "delete"])
def test_programs_of_others_are_not_found(client: Client, method: str) -> None:
    key = key_of("anna", "read", "play")
    made = client.post(PATH, {"url": "https://bot.example/"}, content_type="application/json", **key).json()
    answer = getattr(client, method)(f"{PATH}{made['id']}/", **key_of("bert", "read", "play"))
    assert answer.status_code == 404
    assert Webhook.objects.exists()


@pytest.mark.parametrize(
    "url", ["", "bot", "ftp://bot.example/", "https://user:word@bot.example/", 7, None, "https://["]
)
def test_address_that_cannot_be_called_is_refused(client: Client, url: Any) -> None:
    answer = client.post(PATH, {"url": url}, content_type="application/json", **key_of("anna", "play"))
    assert answer.status_code in (400, 409)
    assert not Webhook.objects.exists()


def test_key_to_look_adds_no_program(client: Client) -> None:
    body = {"url": "https://bot.example/"}
    answer = client.post(PATH, body, content_type="application/json", **key_of("anna", "read"))
    assert answer.json()["code"] == "missing_scope"


def test_schema_describes_what_is_sent(program: Program) -> None:  # noqa: F811
    schema = present_schema()
    sent = schema["webhooks"]["entry"]["post"]["requestBody"]["content"]["application/json"]["schema"]["$ref"]
    described = schema["components"]["schemas"][sent.rpartition("/")[2]]
    assert {"number", "what", "player", "game"} <= set(described["required"])
    assert "challenge" in schema["webhooks"]
