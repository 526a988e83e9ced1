"""Addresses that nobody can have meant."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.tournaments.conftest import friend

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/players/anna%00/", "/players/anna/?page=%00", "/events/?q=spring%00", "/%00"])
def test_null_character_leads_nowhere(client: Client, address: str) -> None:
    friend("anna")
    answer = client.get(address)
    assert answer.status_code == 404
    assert "<h1>" in answer.text


def test_interface_tells_of_a_null_character_as_it_tells_errors(client: Client) -> None:
    answer = client.get("/api/v1/players/anna%00/")
    assert answer.status_code == 404
    assert answer.json()["code"] == "not_found"
    answer = client.get("/api/v1/events/?q=spring%00")
    assert answer.status_code == 400
    assert answer.json()["message"] == "q: Null characters are not allowed."
