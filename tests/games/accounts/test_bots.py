"""Bots of players: declared, marked, rated apart, and answered for by an owner."""

from __future__ import annotations

import re
import subprocess
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import Client
from django.utils import timezone

from games.accounts.api_keys import create_token
from games.accounts.bots import BotRefused, declare_bot, describe_bot, is_like_a_bot, versions_of
from games.archive.stored_records import record_of
from games.clock.controls import TimeControl
from games.exceptions import ProposalError
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Game, ModerationEntry, Player, Proposal
from games.moderation.quotas import QuotaReached
from games.moderation.sanctions import Sanctioned
from tests.games.browsing import Browser
from tests.games.conftest import NOON, THREE_DAYS
from tests.service import wait_for

pytestmark = pytest.mark.django_db


def person(name: str = "anna") -> Player:
    return Player.objects.get_or_create(username=name, defaults={"date_joined": NOON})[0]


def bot(name: str = "greedy-bot", owner: Player | None = None) -> Player:
    known = Player.objects.filter(username=name).first()
    return known or declare_bot(owner=owner or person(), username=name, about="Takes what it can.", at=NOON)


def seek(proposer: Player, *invited: Player, **values: Any) -> Proposal:
    return propose_game(proposer=proposer, rules="btt", seats=2, control=THREE_DAYS, at=NOON, invited=invited, **values)


@pytest.mark.parametrize(
    ("name", "about", "words"),
    [
        ("greedy", "x", "ends in -bot"),
        ("-bot", "x", "ends in -bot"),
        ("guest-1-bot", "x", "ends in -bot"),
        ("näher-bot", "x", "ends in -bot"),
        ("a\0-bot", "x", "ends in -bot"),
        ("x" * 27 + "-bot", "x", "up to 30"),
        ("greedy-bot", " ", "what your bot is"),
        ("greedy-bot", "x" * 201, "200 characters"),
        ("the-other-bot", "x", "looks too much like"),
    ],
)
def test_bot_that_cannot_be_declared_says_what_would_be_right(name: str, about: str, words: str) -> None:
    bot("theother-bot")
    with pytest.raises(BotRefused, match=words):
        declare_bot(owner=person(), username=name, about=about, at=NOON)
    assert Player.objects.filter(owner__isnull=False).count() == 1


def test_owner_has_few_bots_and_a_bot_has_none() -> None:
    for number in range(4):  # also in the first week
        bot(f"bot{number}-bot")
    with pytest.raises(QuotaReached):
        bot("more-bot")
    with pytest.raises(BotRefused, match="account of their own"):
        bot("more-bot", owner=Player.objects.get(username="bot0-bot"))


def test_people_cannot_take_the_name_of_a_bot() -> None:
    assert [is_like_a_bot(name) for name in ("x-bot", "x_bot", "x.bot", "abbot", "bot")] == [True] * 3 + [False] * 2


def test_game_with_a_bot_is_casual_unless_agreed_and_its_record_says_bot() -> None:
    proposal = seek(bot(), person("bert"))
    assert not proposal.rated
    game = accept_proposal(proposal_id=proposal.pk, player=person("bert"), at=NOON)
    assert game is not None
    assert not game.rated
    assert {place.name: place.is_bot for place in record_of(game).places} == {"greedy-bot": True, "bert": False}
    assert not seek(person("bert"), Player.objects.get(username="greedy-bot")).rated


def test_rated_game_with_a_bot_is_agreed_by_those_who_see_that_a_bot_plays() -> None:
    game = accept_proposal(proposal_id=seek(bot(), person("bert"), rated=True).pk, player=person("bert"), at=NOON)
    assert game is not None
    assert game.rated
    other = bot("other-bot")
    assert accept_proposal(proposal_id=seek(other, rated=True).pk, player=person("cleo"), at=NOON)
    assert accept_proposal(proposal_id=seek(bot("third-bot"), rated=True).pk, player=other, at=NOON)
    house = Player.objects.create(username="house-x", is_bot=True)
    with pytest.raises(ProposalError, match="house bot is rated"):
        seek(other, house, rated=True)


def test_person_is_offered_a_casual_game_with_a_bot_and_can_ask_for_a_rated_one() -> None:
    bot()
    browser = Browser()
    browser.client.force_login(person("bert"))
    page = browser.get("/lobby/new/btt/?invited=greedy-bot")
    assert "rated" not in page.form()
    assert browser.get("/lobby/new/btt/?invited=cleo").form()["rated"] == "on"
    page = browser.fill(page, rated="on", review="1")
    assert "rated in the list of bots" in page.text
    browser.fill(page, send="1")
    proposal = Proposal.objects.get()
    assert proposal.rated
    assert "rated in the list of bots" in browser.get(f"/lobby/{proposal.pk}/").text


def test_version_is_named_by_the_owner_once_a_day() -> None:
    own, later = bot(), NOON + timedelta(days=3)
    assert [(each.label, each.since) for each in versions_of(own)] == [("1", NOON.date())]
    for label in ("2", "2", "2.1"):
        describe_bot(own, version=label, at=later)
    own.refresh_from_db()
    assert [(each.label, each.since) for each in versions_of(own)] == [("1", NOON.date()), ("2.1", later.date())]
    describe_bot(own, version="2.1", at=later + timedelta(days=1))
    assert own.version == "2.1"
    with pytest.raises(BotRefused, match="had a version 1 before"):
        describe_bot(own, version="1", at=later + timedelta(days=1))
    with pytest.raises(BotRefused, match="up to 20"):
        describe_bot(own, version="zwei !", at=later)
    describe_bot(own, version="1", at=later)
    assert [each.label for each in versions_of(own)] == ["1"]


@pytest.mark.parametrize(
    ("values", "words"), [({}, "rated among people"), ({"rated": False, "people_only": True}, "people only")]
)
def test_bot_takes_no_open_seat_of_a_game_for_people(values: dict[str, Any], words: str) -> None:
    proposal = seek(person("bert"), **values)
    with pytest.raises(ProposalError, match=words):
        accept_proposal(proposal_id=proposal.pk, player=bot(), at=NOON)
    assert accept_proposal(proposal_id=proposal.pk, player=person("cleo"), at=NOON)
    casual = seek(person("bert"), rated=False)
    with pytest.raises(ProposalError, match="has no bots"):
        seek(person("bert"), bot(), people_only=True)
    assert accept_proposal(proposal_id=casual.pk, player=bot(), at=NOON)
    ModerationEntry.objects.create(kind="suspended", player=person(), moderator=person("mo"), reason="x", at=NOON)
    with pytest.raises(Sanctioned):
        seek(bot(), person("bert"))


def test_everybody_sees_who_answers_for_a_bot(client: Client) -> None:
    bot()
    assert "by anna" in client.get("/bots/").content.decode()
    page = client.get("/players/greedy-bot/").content.decode()
    assert "Takes what it can." in page
    shown = client.get("/api/v1/players/greedy-bot/").json()
    assert (shown["is_bot"], shown["owner"], shown["about"]) == (True, "anna", "Takes what it can.")
    assert client.get("/api/v1/players/anna/").json()["owner"] is None


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_bot_of_the_guide_plays_a_game_over_http(live_server: Any, tmp_path: Path) -> None:
    guide = (settings.ROOT / "docs/bots.md").read_text()
    found = re.search(r"```python\n(.*?)```", guide, re.DOTALL)
    assert found
    program = tmp_path / "bot.py"
    program.write_text(found[1])
    bots = [bot(name) for name in ("one-bot", "two-bot")]
    running = [
        subprocess.Popen(
            [sys.executable, str(program)],
            env={
                "SEEDS_SITE": live_server.url,
                "SEEDS_KEY": create_token(each, name="bot", scopes=["read", "play"])[1],
            },
        )
        for each in bots
    ]
    try:
        propose_game(
            proposer=bots[0], rules="btt", seats=2, control=TimeControl.days_per_turn(3), at=timezone.now(),
            invited=[bots[1]],
        )  # fmt: skip
        wait_for(lambda: Game.objects.filter(ply__gte=6) or any(each.poll() is not None for each in running))
        assert [each.poll() for each in running] == [None, None]
    finally:
        for each in running:
            each.kill()
            each.wait()
    assert set(Game.objects.get().events.filter(kind="step").values_list("source", flat=True)) == {"api"}
