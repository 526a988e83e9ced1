"""Somebody who has never been here, with a phone: a game against a bot within three taps, kept when they join."""

from __future__ import annotations

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from games.play.house_players import play_house_bot
from games.rules import RULES
from tests.browser.conftest import Reader
from tests.browser.test_first_game import PASSWORD, code_mailed_to
from tests.browser.ways import twigs
from tests.browser.ways.pointing import play_button

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_guest_moves_after_three_taps_and_keeps_the_game_by_joining(chromium: Browser, live_server: LiveServer) -> None:
    reader = Reader(chromium, live_server.url, "phone", touch=True, service_workers=True)
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

    page.get_by_role("link", name="Join").first.tap()
    page.get_by_label("Email").fill("ada@example.org")
    page.get_by_label("Username").fill("ada")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Join").tap()
    expect(page.get_by_text("We have mailed a code to ada@example.org").first).to_be_visible()
    page.get_by_label("Code").fill(code_mailed_to("ada@example.org"))
    page.get_by_role("button", name="Continue").tap()
    page.locator(f"main [href='/games/{game.pk}/']").first.tap()
    expect(page.get_by_text("It is your turn.")).to_be_visible()
    assert {seat.player.username for seat in game.seats.all()} == {"ada", "house-seedling"}
    zone = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    assert Player.objects.get(username="ada").time_zone == zone
    assert reader.complaints == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", list(RULES))
def test_guest_makes_the_first_move_on_the_second_page(chromium: Browser, live_server: LiveServer, slug: str) -> None:
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    page = reader.page
    reader.open("/")
    page.get_by_role("button", name=f"Play {RULES[slug].title}").tap()
    if slug == "twigs":  # taken from the tray, it hangs over the board
        page.locator(".tray button").first.tap()
        twigs.choose(page)
    else:
        page.locator(".stage .lit" if slug == "treeblox" else ".places .lit").first.tap()
    play_button(page).tap()
    expect(page.get_by_text("house-seedling is to move")).to_be_visible()
    assert Game.objects.get().ply > 0
    assert reader.complaints == []


def test_page_without_a_connection_says_so(chromium: Browser, live_server: LiveServer) -> None:
    reader = Reader(chromium, live_server.url, "phone", service_workers=True)
    reader.open("/")
    reader.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    reader.page.wait_for_function("navigator.serviceWorker.controller !== null")
    reader.context.set_offline(True)
    reader.page.goto(live_server.url + "/games/")
    expect(reader.page.get_by_role("heading", name="No connection")).to_be_visible()
    reader.context.set_offline(False)
    reader.page.get_by_role("link", name="Try again").click()
    expect(reader.page.get_by_role("heading", name="Games")).to_be_visible()
