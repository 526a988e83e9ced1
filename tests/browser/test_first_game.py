"""A newcomer's first evening in a real browser, as a guest or joining at once: be challenged, play to the end."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from playwright.sync_api import expect

from games.clock.controls import TimeControl
from games.lobby.proposals import propose_game
from games.models import Game, Player
from games.play.house_players import play_house_bot
from notifications.lab.mail_client import ReadMail
from notifications.outbound import sending
from tests.browser.conftest import Reader, Visit
from tests.browser.games import begin, send
from tests.browser.ways.pointing import play_button, type_move

pytestmark = pytest.mark.browser

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


def test_a_newcomer_joins_is_challenged_and_plays_to_the_end(visit: Visit) -> None:
    reader = visit()
    page = reader.page
    join(reader, "ada")

    reader.open("/accounts/logout/")
    page.get_by_role("button", name="Sign out").click()
    reader.open("/accounts/login/")
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
            send(game, step_of(game))
        game.refresh_from_db()
    reader.open(f"/games/{game.pk}/")
    expect(page.locator(".act .say b")).to_be_visible()  # a phone has no room for more
    expect(page.locator(".act .say")).to_contain_text("The game is over (score).")
    expect(page.get_by_text("It is a draw.")).to_be_visible()


PATHS = [
    "/", "/games/", "/lobby/", "/lobby/new/btt/", "/rules/", "/rules/btt/", "/rules/treeblox/", "/help/",
    "/settings/", "/settings/keys/", "/settings/mail/", "/submissions/", "/players/ben/", "/events/",
    "/accounts/email/", "/rules/twigs/", "/puzzles/", "/puzzles/tree/", "/puzzles/tree/best/?show=1",
]  # fmt: skip


@pytest.mark.slow
def test_every_page_fits_and_breaks_no_rule_of_the_browser(visit: Visit) -> None:
    begin("btt")
    reader = visit("desktop", "dark", player="ada")
    for path in PATHS:
        reader.open(path)
        reader.check_width("phone", "desktop")
    reader.page.goto(f"{reader.address}/api/docs/")


@pytest.mark.slow
def test_header_is_one_line_on_a_phone_with_a_way_to_sign_in(visit: Visit) -> None:
    reader = visit()
    for language in ("en", "de"):
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


def test_the_keyboard_is_enough_to_play(visit: Visit) -> None:
    reader, game = visit("desktop", player="ada"), begin("btt")
    page, keyboard = reader.page, reader.page.keyboard
    reader.open("/")
    page.locator(f"main [href='/games/{game.pk}/']").first.press("Enter")
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    expect(page.locator(".places .lit").first).to_be_attached()
    keyboard.press("Tab")
    expect(page.get_by_text("Skip to the content")).to_be_focused()
    keyboard.press("Enter")
    walk_to(reader, "Type a move")
    keyboard.press("Enter")
    keyboard.type("null d3")
    walk_to(reader, "Play: null d3")
    keyboard.press("Enter")
    expect(page.get_by_text("ben is to move.")).to_be_visible()


def test_guest_moves_after_three_taps_and_keeps_the_game_by_joining(visit: Visit) -> None:
    reader = visit(service_workers=True)
    page, loads = reader.page, list[str]()
    page.on("load", lambda _: loads.append(page.url))
    reader.open("/")
    page.get_by_role("button", name="Play Branches and Twigs and Thorns").tap()
    page.locator(".places .lit").first.tap()
    play_button(page).tap()
    expect(page.get_by_text("house-seedling is to move")).to_be_visible()
    page.wait_for_load_state()
    assert len(loads) == 3, "the first page, the game, the game after the move"
    reader.check_width()
    game = Game.objects.get()
    assert play_house_bot(game.pk, clock=timezone.now)
    join(reader, "ada")
    page.locator(f"main [href='/games/{game.pk}/']").first.tap()
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    assert {seat.player.username for seat in game.seats.all()} == {"ada", "house-seedling"}
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert Player.objects.get(username="ada").time_zone == zone


def test_page_without_a_connection_says_so(visit: Visit) -> None:
    reader = visit(service_workers=True)
    reader.open("/")
    reader.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    reader.page.wait_for_function("navigator.serviceWorker.controller !== null")
    reader.context.set_offline(True)
    reader.page.goto(reader.address + "/games/")
    expect(reader.page.get_by_role("heading", name="No connection")).to_be_visible()
    reader.context.set_offline(False)
    reader.page.get_by_role("link", name="Try again").click()
    expect(reader.page.get_by_role("heading", name="Games")).to_be_visible()
