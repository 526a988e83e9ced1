"""Ivy through every door, in a process whose settings know it: see ``tests/games/test_fifth_game.py``."""

from __future__ import annotations

import json

import pytest
from django.core.management import call_command
from django.test import Client

from games.accounts import api_keys
from games.archive.stored_records import record_of
from games.models import Game, Player
from games.play.creation import create_game
from games.records.json_form import from_json, to_json
from tests.games.browsing import Browser
from tests.games.conftest import NOON, THREE_DAYS
from tests.notifications.mailbox import PostOffice

pytestmark = pytest.mark.django_db

LEAVES = {"leaves": 5}


@pytest.fixture
def game(at_noon: None) -> Game:
    """Anna and bert at five leaves."""
    players = [Player.objects.get_or_create(username=name)[0] for name in ("anna", "bert")]
    return create_game(rules="ivy", players=players, control=THREE_DAYS, at=NOON, options=LEAVES)


def test_ivy_is_played_by_page_rest_and_mail_to_its_end(game: Game) -> None:
    office = PostOffice()
    boxes = {name: office.box(name) for name in ("anna", "bert")}
    browser = Browser("anna")
    browser.fill(browser.get(f"/games/{game.pk}/"), f"/games/{game.pk}/play/", text="take 1", play="1")
    assert "leaves: 4" in boxes["bert"].newest.text
    assert boxes["bert"].answer("take 1").outcome == "played"
    _, secret = api_keys.create_token(Player.objects.get(username="anna"), name="program")
    answer = Client().post(
        f"/api/v1/games/{game.pk}/play/",
        {"text": "take 3", "ply": 2},
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    assert answer.status_code == 200, answer.content
    game.refresh_from_db()
    assert [(seat.place, seat.points) for seat in game.seats.order_by("number")] == [(1, 7), (2, 1)]


def test_wrong_move_is_refused_with_what_would_be_right(game: Game) -> None:
    office = PostOffice()
    anna = office.box("anna")
    assert anna.answer("take 4").outcome == "refused"
    assert "You can take 1 to 3 leaves, not 4." in " ".join(anna.newest.text.split())


def test_record_of_ivy_reads_back_and_its_log_is_what_it_says(game: Game) -> None:
    record = record_of(game)
    assert from_json(json.loads(json.dumps(to_json(record)))) == record
    call_command("check_games")


@pytest.mark.parametrize("path", ["/rules/", "/rules/ivy/", "/lobby/new/ivy/", "/events/new/", "/lobby/"])
def test_pages_know_ivy(path: str) -> None:
    Player.objects.get_or_create(username="anna")
    assert "Ivy" in Browser("anna").get(path).text


def test_rest_describes_ivy_and_its_positions() -> None:
    listed = Client().get("/api/v1/rules/").json()
    assert "ivy" in [rules["slug"] for rules in (listed["results"] if isinstance(listed, dict) else listed)]
    assert b"ivy" in Client().get("/api/schema/").content


def test_help_by_mail_knows_ivy(game: Game) -> None:
    anna = PostOffice().box("anna")
    anna.answer("help ivy")
    assert "takes two leaves" in " ".join(anna.newest.text.split())
