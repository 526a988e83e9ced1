"""What every answer says beside its body: how many requests are left, and who may read it from another site."""

from __future__ import annotations

import re

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import Client

from games.accounts import api_keys
from games.models import Player
from ground.expensive import ExpensiveThrottle
from tests.games.conftest import Start

pytestmark = pytest.mark.django_db


def test_answers_say_how_many_requests_are_left() -> None:
    cache.clear()
    first, second = (Client().get("/api/v1/rules/") for _ in range(2))
    assert (first["RateLimit-Policy"], first["RateLimit"]) == ('"anon";q=120;w=60', '"anon";r=119;t=60')
    assert second["RateLimit"].startswith('"anon";r=118;t=')


def test_guide_headers_and_refusals_agree_on_every_limit(start: Start) -> None:
    rows = re.findall(r"^\| `(\w+)` \| (\d+) in (\d+) s \|", (settings.ROOT / "docs/api.md").read_text(), re.MULTILINE)
    said = {name: (int(most), int(span)) for name, most, span in rows}
    rates = settings.REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
    assert said == {name: ExpensiveThrottle(name).parse_rate(rates[name]) for name in said}
    number = start("anna", "bert").pk
    for name, path in (("anon", "rules/"), ("expensive_anonymous", f"games/{number}/moves/")):
        cache.clear()
        most, span = said[name]
        *served, refused = (Client().get(f"/api/v1/{path}") for _ in range(most + 1))
        assert {answer["RateLimit-Policy"] for answer in (*served, refused)} == {f'"{name}";q={most};w={span}'}
        left = [answer["RateLimit"].split(";")[1] for answer in (*served, refused)]
        assert left == [f"r={number}" for number in (*reversed(range(most)), 0)]
        assert (served[-1].status_code, refused.status_code) == (200, 429)
        assert refused["RateLimit"].endswith(f";t={refused['Retry-After']}")


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
