"""Keys that programs list, revoke and make."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.models import ApiToken, Player
from notifications.models import OutboundMail

pytestmark = pytest.mark.django_db

PATH = "/api/v1/players/me/keys/"


def ask(secret: str, method: str = "get", path: str = PATH, body: dict[str, Any] | None = None) -> Any:
    send = getattr(Client(), method)
    return send(path, body, content_type="application/json", headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def key() -> tuple[ApiToken, str]:
    anna = Player.objects.create(username="anna")
    EmailAddress.objects.create(user=anna, email="anna@club.example", verified=True)
    return create_token(anna, name="bot", scopes=["read", "play"], expires_at=timezone.now() + timedelta(days=10))


def test_key_makes_a_lesser_one_that_is_revoked_with_it(key: tuple[ApiToken, str]) -> None:
    token, secret = key
    made = ask(secret, "post", body={"name": "child", "scopes": ["read"], "days": 300}).json()
    assert (made["scopes"], made["made_with"], made["is_this"]) == (["read"], token.pk, False)
    assert ApiToken.objects.get(pk=made["id"]).expires_at == token.expires_at
    assert OutboundMail.objects.get().to == "anna@club.example"
    assert ask(made["secret"]).status_code == 200
    refused = ask(made["secret"], "post", body={"name": "child", "scopes": ["read"]})
    assert refused.json()["code"] == "missing_scope"
    assert ask(secret, "delete", f"{PATH}{token.pk}/").status_code == 204
    assert {ask(one).status_code for one in (secret, made["secret"])} == {401}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"name": "more", "scopes": ["organise"]}, "key_refused"),
        ({"name": "more", "scopes": []}, "invalid"),
        ({"name": "more", "scopes": ["admin"]}, "invalid"),
        ({"name": "more", "scopes": ["read"], "days": 0}, "invalid"),
        ({"name": "x" * 61, "scopes": ["read"]}, "invalid"),
        ({"scopes": ["read"]}, "invalid"),
    ],
)
def test_key_that_could_do_more_is_not_made(key: tuple[ApiToken, str], body: dict[str, Any], code: str) -> None:
    assert ask(key[1], "post", body=body).json()["code"] == code
    assert ApiToken.objects.count() == 1


def test_key_of_a_key_makes_none(key: tuple[ApiToken, str]) -> None:
    made = ask(key[1], "post", body={"name": "child", "scopes": ["read", "play"]}).json()
    answer = ask(made["secret"], "post", body={"name": "grandchild", "scopes": ["read"]})
    assert answer.json()["code"] == "key_refused"


def test_browser_makes_no_keys_here_and_nobody_revokes_those_of_others(key: tuple[ApiToken, str]) -> None:
    browser = Client()
    browser.force_login(key[0].player)
    answer = browser.post(PATH, {"name": "x", "scopes": ["read"]}, content_type="application/json")
    assert answer.status_code == 403
    other = create_token(Player.objects.create(username="bert"), name="bot")[1]
    assert ask(other, "delete", f"{PATH}{key[0].pk}/").status_code == 404
    assert ask(key[1]).json()[0]["is_this"]
