"""The REST door to what a player wants by mail."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from games.models import Player
from notifications.addresses.preferences import pace_of, preference_of
from notifications.choices.topics import USUAL_PACES, Topic
from tests.games.conftest import NOON, THREE_DAYS, Start
from tournaments.running import services as tournaments

pytestmark = pytest.mark.django_db

PATH = "/api/v1/players/me/mail/"


@pytest.fixture
def anna(start: Start, client: Client) -> Player:
    start("anna", "bert")
    anna = Player.objects.get(username="anna")
    client.force_login(anna)
    return anna


def put(client: Client, path: str = PATH, **values: Any) -> Any:
    return client.put(path, values, content_type="application/json")


def test_visitor_who_is_not_signed_in_learns_nothing() -> None:
    assert Client().get(PATH).status_code == 401
    assert Client().get(f"{PATH}games/1/").status_code == 401


def test_wishes_are_read_and_changed_one_by_one(anna: Player, client: Client) -> None:
    assert client.get(PATH).json() == {
        "paces": {topic: str(pace) for topic, pace in USUAL_PACES.items()},
        "digest_every": "day", "digest_hour": 8, "board_sheet": False, "schedule": "50, 80, 95",
        "quiet_from": None, "quiet_until": None, "urgent_at_night": False,
    }  # fmt: skip
    answer = put(client, paces={"turns": "urgent"}, quiet_from="22:00", quiet_until="07:00", schedule="90 40")
    assert answer.status_code == 200
    assert answer.json()["paces"]["turns"] == "urgent"
    assert answer.json()["schedule"] == "40, 90"
    answer = put(client, digest_hour=18, urgent_at_night=True)
    assert (answer.json()["quiet_from"], answer.json()["digest_hour"]) == ("22:00", 18)
    assert put(client, quiet_from=None, quiet_until=None).json()["quiet_from"] is None
    assert preference_of(anna.pk).urgent_at_night


def test_wrong_wish_says_what_would_be_right(anna: Player, client: Client) -> None:
    for values, words in (
        ({"paces": {"moves": "now"}}, "The kinds of mail: turns, "),
        ({"paces": {"news": "urgent"}}, "now, digest, off"),
        ({"digest_hour": 24}, "23"),
        ({"quiet_from": "10:00", "quiet_until": "22:00"}, "at most 10 hours"),
    ):
        answer = put(client, **values)
        assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
        assert words in answer.json()["message"]
    assert client.get(PATH).json()["paces"]["turns"] == "now"


def test_game_and_event_have_wishes_of_their_own(anna: Player, client: Client) -> None:
    game = anna.seats.get().game_id
    path = f"{PATH}games/{game}/"
    assert client.get(path).json()["paces"]["turns"] is None
    answer = put(client, path, paces={"turns": "digest"})
    assert (answer.json()["paces"]["turns"], answer.json()["usual"]["turns"]) == ("digest", "now")
    assert pace_of(anna.pk, Topic.TURNS, game_id=game) == "digest"
    assert put(client, path, paces={"turns": None}).json()["paces"]["turns"] is None
    assert "only for all mails" in put(client, path, paces={"challenges": "off"}).json()["message"]
    event = tournaments.create_event(name="Cup", director=anna, rules="btt", control=THREE_DAYS, at=NOON, rated=False)
    assert put(client, f"{PATH}events/{event.slug}/", paces={"events": "off"}).json()["paces"]["events"] == "off"
    assert client.get(f"{PATH}events/nowhere/").status_code == 404
    assert client.get(f"{PATH}games/999/").status_code == 404
