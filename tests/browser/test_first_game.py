"""A newcomer's first evening in a real browser: join, prove the address, be challenged, play to the end."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.lobby.proposals import propose_game
from games.models import Game, Player
from games.play.moving import play_move
from notifications.lab.mail_client import ReadMail
from notifications.outbound import sending
from tests.browser.conftest import Reader
from tests.browser.ways.pointing import play_button, type_move

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

PASSWORD = "correct-horse-9-battery"


def code_mailed_to(address: str) -> str:
    """The code in the newest mail that went out to an address."""
    sending.send_waiting(now=timezone.now() + timedelta(seconds=5))
    sent = [ReadMail(message.message().as_bytes()) for message in mail.outbox]
    newest = [read for read in sent if read.to == address][-1]
    [code] = re.findall(r"^\s*([A-Z0-9]{3,6}-?[A-Z0-9]{3,6})\s*$", newest.text, re.MULTILINE)
    return str(code)


def join(reader: Reader, name: str) -> None:
    """Join with a checked address."""
    page = reader.page
    reader.open("/")
    page.get_by_role("link", name="Join").first.click()
    page.get_by_label("Email").fill(f"{name}@example.org")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Join").click()
    expect(page.get_by_text(f"We have mailed a code to {name}@example.org").first).to_be_visible()
    page.get_by_label("Code").fill(code_mailed_to(f"{name}@example.org"))
    page.get_by_role("button", name="Continue").click()
    expect(page.locator(".menu", has_text=name)).to_be_visible()


def step_of(game: Game) -> str:
    """A legal step that brings a game of Treeblox to its end soon: pass when one may, else the first there is."""
    position = game.load_position()
    texts = [game.game_rules.format(move, position) for move in position.legal_moves()]
    return "pass" if "pass" in texts else texts[0]


@pytest.mark.parametrize("screen", ["phone", pytest.param("desktop", marks=pytest.mark.slow)])
def test_a_newcomer_joins_is_challenged_and_plays_to_the_end(
    chromium: Browser, live_server: LiveServer, screen: str
) -> None:
    reader = Reader(chromium, live_server.url, screen)
    page = reader.page
    join(reader, "ada")

    page.goto(live_server.url + "/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    page.goto(live_server.url + "/accounts/login/")
    page.get_by_label("Login").fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Sign in", exact=True).click()
    expect(page.get_by_text("You are signed in as ada.")).to_be_visible()

    ben = Player.objects.create(username="ben")
    propose_game(
        proposer=ben, rules="treeblox", seats=2, control=TimeControl.days_per_turn(3), at=timezone.now(),
        invited=[Player.objects.get(username="ada")], seating="chosen", chosen_seat=1, message="A quick one?",
    )  # fmt: skip
    reader.open("/lobby/")
    expect(page.get_by_text("“A quick one?”")).to_be_visible()
    page.get_by_role("button", name="Accept").click()
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    reader.check_width()

    type_move(page, "L 9,9,9")
    play_button(page).click()
    expect(page.get_by_role("alert")).to_contain_text("Not played.")
    expect(page.get_by_label("Your move")).to_have_value("L 9,9,9")
    reader.check_width()

    type_move(page, "L b2")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("nothing is played yet")).to_be_visible()
    play_button(page).dblclick()
    expect(page.get_by_text("ben is to move.")).to_be_visible()

    game = Game.objects.get()
    assert list(game.events.exclude(ply=None).values_list("text", flat=True)) == ["L 2,2,1"]
    while game.status == "running":
        if game.to_act == 0:
            reader.open(f"/games/{game.pk}/")
            type_move(page, step_of(game))
            play_button(page).click()
            expect(page.locator(".notes .success")).to_be_visible()
        else:
            play_move(
                game_id=game.pk, player_id=ben.pk, text=step_of(game), ply=game.ply, at=timezone.now(), source="mail"
            )
        game.refresh_from_db()
    reader.open(f"/games/{game.pk}/")
    expect(page.locator(".act .say b")).to_be_visible()  # a phone has no room for more
    expect(page.locator(".act .say")).to_contain_text("The game is over (score).")
    expect(page.get_by_text("It is a draw.")).to_be_visible()
    assert reader.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize(("screen", "layout"), [("phone", "dark"), ("desktop", "light")])
def test_every_page_fits_and_breaks_no_rule_of_the_browser(
    chromium: Browser, live_server: LiveServer, screen: str, layout: str
) -> None:
    reader = Reader(chromium, live_server.url, screen, layout)
    join(reader, "ada")
    ben = Player.objects.create(
        username="ben", time_zone="Asia/Tokyo", date_joined=timezone.now() - timedelta(days=30)
    )  # long enough for three challenges a day
    ada = Player.objects.get(username="ada")
    for rules in ("btt", "treeblox", "twigs"):
        propose_game(
            proposer=ben, rules=rules, seats=2, control=TimeControl.days_per_turn(3), at=timezone.now(), invited=[ada]
        )
        reader.open("/lobby/")
        reader.page.get_by_role("button", name="Accept").click()
    games = [path for game in Game.objects.all() for path in (f"/games/{game.pk}/", f"/games/{game.pk}/log/")]
    paths = [
        "/", "/games/", "/lobby/", "/lobby/new/btt/", "/rules/", "/rules/btt/", "/rules/treeblox/", "/help/",
        "/settings/", "/settings/keys/", "/settings/mail/", "/submissions/", "/players/ben/", "/events/",
        "/accounts/email/", "/api/docs/", "/rules/twigs/", "/puzzles/", "/puzzles/tree/", "/puzzles/tree/best/?show=1",
        *games,
    ]  # fmt: skip
    for path in paths:
        reader.page.goto(live_server.url + path)
        if path != "/api/docs/":
            reader.check_width()
    assert reader.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_header_is_one_line_on_a_phone_with_a_way_to_sign_in(
    chromium: Browser, live_server: LiveServer, language: str
) -> None:
    reader = Reader(chromium, live_server.url, "phone")
    reader.context.set_extra_http_headers({"Accept-Language": language})
    reader.open("/")
    way_in = reader.page.locator('.top [href*="login"]')
    line, its = reader.page.locator(".top .brand").bounding_box(), way_in.bounding_box()
    assert line is not None
    assert its is not None
    assert abs(line["y"] + line["height"] / 2 - its["y"] - its["height"] / 2) < 5
    assert way_in.evaluate("one => one.scrollWidth <= one.clientWidth"), "Its words are cut off."


def walk_to(reader: Reader, words: str) -> None:
    """The tab key leads to the button with these words."""
    for _ in range(20):
        reader.page.keyboard.press("Tab")
        if reader.page.evaluate("document.activeElement.textContent") == words:
            return
    raise AssertionError(f"{words!r} is more than twenty keys away.")


def test_the_keyboard_is_enough_to_play(chromium: Browser, live_server: LiveServer) -> None:
    reader = Reader(chromium, live_server.url, "desktop")
    join(reader, "ada")
    ben, ada = Player.objects.create(username="ben"), Player.objects.get(username="ada")
    propose_game(
        proposer=ben, rules="btt", seats=2, control=TimeControl.days_per_turn(3), at=timezone.now(), invited=[ada],
        seating="chosen", chosen_seat=1,
    )  # fmt: skip
    reader.open("/lobby/")
    reader.page.get_by_role("button", name="Accept").press("Enter")
    expect(reader.page.get_by_text("It is your turn.")).to_be_visible()
    expect(reader.page.locator(".places .lit").first).to_be_attached()
    reader.page.keyboard.press("Tab")
    expect(reader.page.get_by_text("Skip to the content")).to_be_focused()
    reader.page.keyboard.press("Enter")
    walk_to(reader, "Type a move")
    reader.page.keyboard.press("Enter")
    reader.page.keyboard.type("null d3")
    walk_to(reader, "Play: null d3")
    reader.page.keyboard.press("Enter")
    expect(reader.page.get_by_text("ben is to move.")).to_be_visible()
    assert reader.complaints == []
