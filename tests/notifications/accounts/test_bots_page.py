"""The page on which players declare their bots."""

from __future__ import annotations

import pytest
from django.utils import timezone

from games.accounts.api_keys import key_with
from games.lobby.proposals import accept_proposal, propose_game
from games.models import Game, Player
from notifications.accounts.closing import close_account
from notifications.accounts.notices import Origin
from tests.games.browsing import Browser
from tests.games.conftest import THREE_DAYS
from tests.second_factor import sign_in

pytestmark = pytest.mark.django_db


def browser_of(name: str) -> Browser:
    """A browser in which a player has just signed in."""
    browser = Browser()
    sign_in(browser.client, Player.objects.create(username=name))
    return browser


@pytest.fixture
def anna() -> Browser:
    return browser_of("anna")


def declared(anna: Browser) -> tuple[Player, str]:
    """The bot that anna declares, and its key."""
    page = anna.send("/settings/bots/", action="declare", username="Greedy-Bot", about="Takes what it can.")
    return Player.objects.get(username="greedy-bot"), page.one(".note pre").text()


def test_bot_gets_a_key_that_is_shown_once(anna: Browser) -> None:
    bot, secret = declared(anna)
    token = key_with(secret, at=timezone.now())
    assert token is not None
    assert (token.player, token.scopes, bot.owner.username) == (bot, "read play", "anna")  # type: ignore[union-attr]
    assert secret not in anna.get("/settings/bots/").html
    another = anna.send("/settings/bots/", action="key", bot="greedy-bot").one(".note pre").text()
    assert key_with(another, at=timezone.now()) is not None


def test_description_of_a_bot_is_changed(anna: Browser) -> None:
    bot, _ = declared(anna)
    page = anna.send("/settings/bots/", action="describe", bot="greedy-bot", about="Looks one turn ahead.")
    assert "The description of greedy-bot is saved." in page.html
    anna.send("/settings/bots/", action="describe", bot="greedy-bot", version="2")
    bot.refresh_from_db()
    assert (bot.about, bot.version) == ("Looks one turn ahead.", "2")
    assert "what your bot is" in anna.send("/settings/bots/", action="describe", bot="greedy-bot", about=" ").html


def test_bot_is_closed_by_its_owner_and_with_them_and_leaves_its_games(anna: Browser) -> None:
    bot, secret = declared(anna)
    other = Player.objects.create(username="bert")
    proposal = propose_game(proposer=bot, rules="btt", seats=2, control=THREE_DAYS, at=timezone.now(), invited=[other])
    accept_proposal(proposal_id=proposal.pk, player=other, at=timezone.now())
    close_account(Player.objects.get(username="anna"), Origin("192.0.2.1", ""), at=timezone.now())
    assert key_with(secret, at=timezone.now()) is None
    assert Game.objects.get().status == "finished"
    assert not Player.objects.get(username="greedy-bot").is_active


def test_bots_of_others_are_not_found(anna: Browser) -> None:
    declared(anna)
    bert = browser_of("bert")
    for action in ("key", "describe", "close"):
        assert bert.send("/settings/bots/", action=action, bot="greedy-bot").status == 404
    assert Player.objects.get(username="greedy-bot").is_active
