"""Roots and Shoots in a real browser: an attack and its answer, by touch on a phone."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import begin
from tests.browser.ways.pointing import box, middle_of, tap
from tests.games.roots_games import CUT, cutting_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.slow
def test_attack_is_shown_before_it_is_chosen_and_the_owner_taps_the_end_to_lose(
    chromium: Browser, live_server: LiveServer
) -> None:
    game = cutting_game(lambda *_, **__: begin("roots"), "ada", "ben")
    ada, ben = (Reader(chromium, live_server.url, "phone", touch=True) for _ in range(2))
    sign_in(ada, Player.objects.get(username="ada"))
    sign_in(ben, Player.objects.get(username="ben"))
    page = ada.page
    ada.open(f"/games/{game.pk}/")
    expect(page.locator(".places .lit.taking")).to_have_count(3)
    for _ in range(2):  # the first one brings the board closer
        page.touchscreen.tap(*middle_of(page, "9,6"))
    expect(page.locator("[data-offers] button")).to_contain_text("attack on blue's bead at 9,6, strength 6 against 4")
    expect(page.locator("[data-offers] button")).to_contain_text("blue has to choose which of 2 ends")
    assert places(page, "falls") == {"9,6"}
    assert places(page, "at-stake") == {"9,3", "9,4", "9,5", "9,7", "9,8"}
    assert box(page) == ""
    page.get_by_role("button", name="Undo").tap()
    assert places(page, "falls") == set()
    for _ in range(2):  # shown, then chosen: the panel hides nothing of the board
        page.touchscreen.tap(*middle_of(page, "9,6"))
    expect(page.get_by_label("Your move")).to_have_value(CUT)
    page.locator("[data-preferences] summary").tap()
    page.locator('[data-prefer="spawn far"]').tap()
    expect(page.get_by_label("Your move")).to_have_value(f"{CUT}; spawn far")
    page.locator('[data-prefer="spawn near"]').tap()
    expect(page.get_by_label("Your move")).to_have_value(f"{CUT}; spawn near")
    page.locator('[data-prefer="spawn near"]').tap()
    expect(page.get_by_label("Your move")).to_have_value(CUT)
    page.locator("#pointing [data-play]").tap()
    expect(page.locator(".notes .success")).to_be_visible()

    page = ben.page
    ben.open(f"/games/{game.pk}/")
    expect(page.locator("[data-offers] button")).to_have_count(2)
    expect(page.get_by_role("group", name="When I am asked")).to_be_visible()
    tap(page, "9,3")
    assert places(page, "falls") == {"9,3", "9,4", "9,5"}
    page.touchscreen.tap(*middle_of(page, "9,4"))
    expect(page.get_by_label("Your move")).to_have_value("lose 9,5")
    page.locator("#pointing [data-play]").tap()
    expect(page.locator(".notes .success")).to_be_visible()
    assert game.events.filter(seat=1).order_by("seq").last().text == "lose 9,5"
    assert ada.complaints == ben.complaints == []


def places(page: Page, mark: str) -> set[str]:
    """The places of the board that have a mark."""
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    return {str(one.get_attribute("data-place")) for one in page.locator(f".places .{mark}").all()}
