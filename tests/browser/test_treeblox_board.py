"""The board of Treeblox in space, in a real browser: what a turn of several cubes shows, and what turns the board."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from games.play.moving import play_move
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import begin
from tests.browser.ways.treeblox import KINDS, SPOT

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def pinch_and_drag(page: Page) -> None:
    """Two fingers bring the cubes closer and one turns them; neither picks anything or scrolls the page."""
    session = page.context.new_cdp_session(page)
    cube = page.locator('.stage [data-place="2,2,2 top"] .side')
    stage = page.locator(".stage").bounding_box()
    assert stage is not None
    y = stage["y"] + stage["height"] / 2

    def touch(kind: str, *fingers: tuple[float, float]) -> None:
        points = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(fingers)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    def state() -> tuple[str, str | None, int, int]:
        page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        matrix = cube.evaluate("one => { const { a, b, c, d } = one.getScreenCTM(); return [a, b, c, d]; }")
        eye = page.evaluate("() => sessionStorage.getItem('seeds:eye')")
        return str([round(value, 3) for value in matrix]), eye, page.locator(".chip").count(), page.evaluate("scrollY")

    first = state()
    touch("touchStart", (160, y))
    touch("touchStart", (160, y), (200, y))
    touch("touchMove", (120, y), (200, y))
    touch("touchMove", (120, y), (240, y))
    touch("touchEnd")
    closer = state()
    assert closer[0] != first[0]
    assert closer[1:] == first[1:]
    touch("touchStart", (120, y))
    touch("touchMove", (150, y + 20))
    touch("touchMove", (180, y + 40))
    touch("touchEnd")
    turned = state()
    assert turned[0] != closer[0]
    assert turned[1] != closer[1]
    assert turned[2:] == first[2:]
    for _ in range(20):  # on a busy machine the first tap may still belong to the gesture before it
        page.locator("[data-home]").tap()
        if state()[0] == first[0]:
            return
    raise AssertionError(f"{state()[0]} is not what it was first, {first[0]}.")


@pytest.mark.slow
def test_two_cubes_of_a_turn_are_shown_ahead_turned_and_taken_back(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("treeblox")
    for ply, text in enumerate(("L 1,1,1", "L 4,4,1", "L 1,2,1", "pass", "L 1,3,1", "pass")):
        player = Player.objects.get(username="ada" if ply % 2 == 0 else "ben")
        play_move(game_id=game.pk, player_id=player.pk, text=text, ply=ply, at=timezone.now(), source="mail")
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    page.goto(f"{live_server.url}/games/{game.pk}/")
    for text, faces in (("B 2,2,1", ["2,2 hole"]), ("L 2,2,2", ["2,2,1 top"])):
        expect(page.locator(f'.stage .lit[data-place="{faces[0]}"]')).to_be_attached()
        page.locator("[data-space]").evaluate("one => scrollTo(0, one.offsetTop)")
        page.mouse.click(*page.evaluate(SPOT, faces))
        pick_kind_of(page, text)
    expect(page.get_by_label("Your move")).to_have_value("B 2,2,1; L 2,2,2")
    unsent = {
        str(place)[:5] for place in page.locator(".stage .unsent").evaluate_all("l => l.map(one => one.dataset.place)")
    }
    assert unsent == {"2,2,1", "2,2,2"}
    pinch_and_drag(page)
    page.locator("[data-levels]").fill("1")
    expect(page.locator('.stage [data-place="2,2,2 top"]')).to_have_count(0)
    expect(page.locator('.stage [data-place="2,2,1 top"]')).to_have_count(1)
    page.reload()
    expect(page.locator(".chip")).to_have_text([re.compile("B 2,2,1"), re.compile("L 2,2,2")])
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Your move")).to_have_value("B 2,2,1")
    expect(page.locator('.stage [data-place="2,2,1 top"].lit')).to_have_count(1)
    assert reader.complaints == []


def pick_kind_of(page: Page, text: str) -> None:
    page.locator("[data-offers] button", has_text=KINDS[text[0]]).click()
    expect(page.get_by_label("Your move")).to_have_value(re.compile(f"{text}$"))
