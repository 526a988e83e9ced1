"""Bots that a program of their owner declares, describes, gives keys and closes."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.lobby.proposals import accept_proposal, propose_game
from games.models import ApiToken, Game, Player
from notifications.models import OutboundMail
from tests.games.conftest import THREE_DAYS

pytestmark = pytest.mark.django_db

BOTS = "/api/v1/players/me/bots/"
GREEDY = f"{BOTS}greedy-bot/"
GREEDY_KEYS = f"{GREEDY}keys/"


def ask(secret: str, method: str = "get", path: str = BOTS, body: dict[str, Any] | None = None) -> Any:
    send = getattr(Client(), method)
    return send(path, body, content_type="application/json", headers={"Authorization": f"Bearer {secret}"})


@pytest.fixture
def secret() -> str:
    """The secret of a key of anna's, who has a checked address and the bot greedy-bot."""
    anna = Player.objects.create(username="anna")
    EmailAddress.objects.create(user=anna, email="anna@club.example", verified=True)
    ends = timezone.now() + timedelta(days=10)
    made = create_token(anna, name="program", scopes=["read", "play"], expires_at=ends)[1]
    assert ask(made, "post", body={"username": "Greedy-Bot", "about": "Takes what it can."}).status_code == 201
    return made


def test_bot_is_declared_listed_and_changed(secret: str) -> None:
    assert [bot["username"] for bot in ask(secret).json()] == ["greedy-bot"]
    changed = ask(secret, "patch", GREEDY, {"about": "Looks one turn ahead."}).json()
    assert changed == ask(secret, path=GREEDY).json()
    assert ask(secret, "patch", GREEDY, {"version": "2"}).json()["version"] == "2"
    shown = Client().get("/api/v1/players/greedy-bot/").json()
    assert (shown["about"], shown["version"]) == ("Looks one turn ahead.", "2")
    assert [bot["version"] for bot in Client().get("/api/v1/bots/?kind=player").json()["results"]] == ["2"]
    assert ask(secret, "patch", GREEDY, {"version": "zwei !"}).json()["code"] == "bot_refused"


def test_bot_plays_with_a_key_that_ends_with_its_owners(secret: str) -> None:
    made = ask(secret, "post", GREEDY_KEYS, {"days": 300}).json()
    own = ApiToken.objects.get(player__username="anna")
    assert (made["name"], made["scopes"], made["made_with"]) == ("greedy-bot", ["read", "play"], own.pk)
    assert ApiToken.objects.get(pk=made["id"]).expires_at == own.expires_at
    assert OutboundMail.objects.get().to == "anna@club.example"
    assert ask(made["secret"], path="/api/v1/players/me/").json()["username"] == "greedy-bot"
    assert "secret" not in ask(secret, path=GREEDY_KEYS).json()[0]
    ask(secret, "delete", f"/api/v1/players/me/keys/{own.pk}/")
    assert ask(made["secret"], path="/api/v1/players/me/").status_code == 401


def test_key_of_a_bot_is_revoked_alone(secret: str) -> None:
    one, two = (ask(secret, "post", GREEDY_KEYS).json() for _ in range(2))
    path = f"{GREEDY_KEYS}{one['id']}/"
    assert [ask(secret, "delete", path).status_code for _ in range(2)] == [204, 404]
    assert [ask(key["secret"]).status_code for key in (one, two)] == [401, 200]


def test_closed_bot_leaves_its_games_and_its_key_opens_nothing(secret: str) -> None:
    key = ask(secret, "post", GREEDY_KEYS).json()["secret"]
    other, at = Player.objects.create(username="bert"), timezone.now()
    greedy = Player.objects.get(username="greedy-bot")
    proposal = propose_game(proposer=greedy, rules="btt", seats=2, control=THREE_DAYS, at=at, invited=[other])
    accept_proposal(proposal_id=proposal.pk, player=other, at=at)
    assert ask(secret, "delete", GREEDY).status_code == 204
    assert Game.objects.get().status == "finished"
    assert (ask(key).status_code, ask(secret).json()) == (401, [])
    assert ask(secret, path=GREEDY).status_code == 404


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"username": "greedy", "about": "x"}, "bot_refused"),
        ({"username": "greedy.bot", "about": "x"}, "bot_refused"),
        ({"username": "other-bot", "about": " "}, "invalid"),
        ({"username": "other-bot"}, "invalid"),
    ],
)
def test_bot_that_cannot_be_declared_is_refused(secret: str, body: dict[str, str], code: str) -> None:
    assert ask(secret, "post", body=body).json()["code"] == code
    assert Player.objects.filter(owner__isnull=False).count() == 1


def test_bot_declares_no_bot_and_its_key_makes_none(secret: str) -> None:
    key = ask(secret, "post", GREEDY_KEYS).json()["secret"]
    refused = ask(key, "post", body={"username": "child-bot", "about": "x"}).json()
    assert refused["code"] == "bot_refused"
    assert ask(key, "post", GREEDY_KEYS).status_code == 404


def test_key_without_the_scope_to_read_gives_it_to_no_bot(secret: str) -> None:
    anna = Player.objects.get(username="anna")
    narrow = create_token(anna, name="narrow", scopes=["play"])[1]
    assert ask(narrow, "post", GREEDY_KEYS).json()["code"] == "key_refused"


def test_browser_changes_no_bots_here_and_those_of_others_are_not_found(secret: str) -> None:
    browser = Client()
    browser.force_login(Player.objects.get(username="anna"))
    assert browser.get(GREEDY).status_code == 200
    body = {"username": "new-bot", "about": "x"}
    assert browser.post(BOTS, body, content_type="application/json").status_code == 403
    assert [browser.delete(path).status_code for path in (GREEDY, f"{GREEDY_KEYS}1/")] == [403, 403]
    other = create_token(Player.objects.create(username="bert"), name="program")[1]
    assert ask(other, "delete", GREEDY).status_code == 404
    assert Player.objects.get(username="greedy-bot").is_active
