"""What every answer says beside its body: how many requests are left, and who may read it from another site."""

from __future__ import annotations

import pytest
from django.core.cache import cache
from django.test import Client

from games.accounts import api_keys
from games.models import Player

pytestmark = pytest.mark.django_db


def test_answers_say_how_many_requests_are_left() -> None:
    cache.clear()
    first, second = (Client().get("/api/v1/rules/") for _ in range(2))
    assert (first["RateLimit-Policy"], first["RateLimit"]) == ('"anon";q=120;w=60', '"anon";r=119;t=60')
    assert second["RateLimit"].startswith('"anon";r=118;t=')


def test_pages_of_other_sites_read_what_visitors_read() -> None:
    secret = api_keys.create_token(Player.objects.create(username="ada"), name="program")[1]
    public = Client().get("/api/v1/games/", headers={"Origin": "https://other.example"})
    own = Client().get("/api/v1/games/", headers={"Authorization": f"Bearer {secret}"})
    assert public["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in public
    assert "Access-Control-Allow-Origin" not in own
    assert "Access-Control-Allow-Origin" not in Client().get("/")


def test_pages_of_other_sites_can_change_nothing() -> None:
    asked = {"Origin": "https://other.example", "Access-Control-Request-Method": "POST"}
    answer = Client().options("/api/v1/proposals/", headers=asked)
    assert (answer.status_code, answer["Access-Control-Allow-Methods"]) == (204, "GET, HEAD, OPTIONS")
    assert "authorization" not in answer["Access-Control-Allow-Headers"].lower()


def test_page_that_there_is_not_is_an_error() -> None:
    answer = Client().get("/api/v1/games/?page_size=abc")
    assert (answer.status_code, answer.json()["errors"][0]["field"]) == (400, "page_size")
