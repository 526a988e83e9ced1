"""Guests: one tap starts a game against a house bot, and joining keeps it."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.contrib.sessions.models import Session
from django.core import mail
from django.core.cache import cache
from django.utils import timezone

from games.accounts import guests
from games.models import Game, Player
from games.play.moving import play_move
from ground.expensive import ExpensiveThrottle
from notifications.accounts.closing import forget_idle_guests
from notifications.outbound import sending
from tests.games.browsing import Browser, Page

pytestmark = pytest.mark.django_db

PASSWORD = "correct-horse-9-battery"


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    cache.clear()


def started(browser: Browser, rules: str = "btt", **more: str) -> Page:
    """What a press of *Play now* on the first page leads to."""
    nonce = str(browser.get("/").tree.css("input[name=nonce]")[0].attributes["value"])
    return browser.send("/lobby/house/", **{"nonce": nonce, "rules": rules, "bot": "house-seedling"} | more)


def the_guest() -> Player:
    return Player.objects.get(is_guest=True)


def move_of(game: Game) -> str:
    position = game.load_position()
    return game.game_rules.format(next(iter(position.legal_moves())), position)


def test_one_press_starts_a_game_in_which_the_guest_is_to_move() -> None:
    page = started(browser := Browser())
    game = Game.objects.get()
    assert page.path == f"/games/{game.pk}/"
    assert "It is your turn." in page.text
    assert not game.rated
    page = browser.send(f"/games/{game.pk}/play/", **page.form("play/"), play="1")
    assert "Not played" in page.note("error")  # the box was empty
    page = browser.send(f"/games/{game.pk}/play/", **page.form("play/") | {"text": move_of(game)}, play="1")
    assert "Move sent." in page.note("success")
    assert browser.get("/").has(f"main [href='/games/{game.pk}/']")


def test_visitor_who_starts_nothing_leaves_nothing() -> None:
    browser = Browser()
    for path in ("/", "/games/", "/lobby/", "/rules/"):
        browser.get(path)
    assert not Session.objects.exists()
    assert not Player.objects.filter(is_guest=True).exists()
    assert "guest" not in browser.client.cookies


def test_same_press_twice_is_one_game_of_one_guest() -> None:
    browser = Browser()
    started(browser, nonce="one")
    assert started(Browser(), nonce="one").status == 200
    assert Game.objects.count() == 1
    assert Player.objects.filter(is_guest=True).count() == 1


def test_page_that_lay_open_for_long_starts_no_game_of_another_guest() -> None:
    started(Browser(), nonce="one")
    Player.objects.filter(is_guest=True).update(date_joined=timezone.now() - timedelta(hours=2))
    assert "too old" in started(Browser(), nonce="one").note("error")
    assert Game.objects.count() == 1


def test_guest_has_five_games_at_a_time() -> None:
    browser = Browser()
    for _ in range(5):
        started(browser)
    refused = started(browser)
    assert "You can have 5 running games with house bots." in refused.note("error")
    assert "Without an account" in refused.note("error")


def test_one_address_makes_so_many_guests_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ExpensiveThrottle.THROTTLE_RATES, "guest_anonymous", "2/hour")
    assert [started(Browser()).status for _ in range(3)] == [200, 200, 429]


@pytest.mark.parametrize("key", ["", "x", "1:nonsense"])
def test_cookie_that_is_not_ours_is_nobody(key: str) -> None:
    started(Browser())
    browser = Browser()
    browser.client.cookies["guest"] = key
    assert "You play as a guest" not in browser.get("/").text


def test_guest_does_nothing_but_play() -> None:
    browser = Browser()
    page = started(browser)
    game = Game.objects.get()
    assert not page.has("#talk form, #plan, #note")
    for path in ("/settings/", f"/games/{game.pk}/say/", "/lobby/new/btt/", f"/games/{game.pk}/plan/"):
        assert browser.client.get(path).status_code in (302, 405), path
    assert browser.client.get("/api/v1/players/me/").status_code == 401


def test_nobody_can_challenge_a_guest() -> None:
    started(Browser())
    Player.objects.create(username="anna")
    anna, name = Browser("anna"), the_guest().username
    page = anna.get(f"/lobby/new/btt/?invited={name}")
    page = anna.send("/lobby/new/btt/", **page.form(), send="1")
    assert f"{name} does not take challenges or invitations now." in page.text


def joined(browser: Browser, name: str, address: str) -> Page:
    return browser.send("/accounts/signup/", username=name, email=address, password1=PASSWORD)


def code_mailed() -> str:
    sending.send_waiting(now=timezone.now() + timedelta(seconds=5))
    [code] = re.findall(r"^\s*([A-Z0-9]{3,6}-?[A-Z0-9]{3,6})\s*$", str(mail.outbox[-1].body), re.MULTILINE)
    return str(code)


def test_guest_who_joins_keeps_the_game() -> None:
    browser = Browser()
    started(browser)
    game, guest = Game.objects.get(), the_guest()
    joined(browser, "anna", "wrong@example.org")
    assert the_guest() == guest  # until the address is checked
    assert "You play as a guest" in browser.get("/").text
    joined(browser, "anna", "anna@example.org")
    page = browser.send("/accounts/confirm-email/", code=code_mailed())
    anna = Player.objects.get(username="anna")
    assert (anna.pk, anna.is_guest) == (guest.pk, False)
    assert browser.get("/").has(f".boards [href='/games/{game.pk}/']")
    assert "You play as a guest" not in page.text
    position = game.load_position()
    play_move(game_id=game.pk, player_id=anna.pk, text=move_of(game), ply=game.ply, at=timezone.now(), source="api")
    assert position != Game.objects.get().load_position()


def test_guest_who_has_not_moved_for_thirty_days_is_forgotten() -> None:
    browser = Browser()
    started(browser)
    assert not Browser().get("/games/").has(".with-board"), "games of guests stand in no list for everybody"
    joined(browser, "anna", "wrong@example.org")
    game, guest, now = Game.objects.get(), the_guest(), timezone.now()
    play_move(game_id=game.pk, player_id=guest.pk, text=move_of(game), ply=0, at=now + timedelta(days=2), source="page")
    now += timedelta(days=2)  # a guest who moves is kept
    assert forget_idle_guests(now=now + guests.KEPT_FOR - timedelta(hours=1)) == 0
    assert forget_idle_guests(now=now + guests.KEPT_FOR + timedelta(hours=1)) == 1
    guest.refresh_from_db()
    assert (guest.username, guest.email, guest.is_active) == (f"guest-{guest.pk}", "", False)
    assert Game.objects.get().status == Game.Status.FINISHED
    assert forget_idle_guests(now=now + 2 * guests.KEPT_FOR) == 0


def test_finished_game_can_be_played_again_at_once() -> None:
    browser = Browser()
    started(browser)
    game = Game.objects.get()
    browser.send(f"/games/{game.pk}/resign/", nonce="r")
    again = browser.get(f"/games/{game.pk}/").form("/lobby/house/")
    assert browser.send("/lobby/house/", **again, bot="house-seedling").path == f"/games/{game.pk + 1}/"
    assert browser.client.get(f"/games/{game.pk}/board.png").headers["Content-Type"] == "image/png"
