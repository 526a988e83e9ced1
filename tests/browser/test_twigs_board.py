"""Twigs in a real browser: a whole game, mostly by touch on a phone, whose every step equals the typed one."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import cycle
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, CDPSession, Page, TimeoutError, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from games.play.moving import play_move
from games.rules.hexgrid import centre, corner
from games.rules.twigs.pieces import Placement
from games.rules.twigs.position import Position
from tests.browser.conftest import Reader
from tests.browser.test_boards import begin, middle_of, own_steps, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LETTERS_TOO_SMALL = """() => [...document.querySelectorAll(".picture text")]
    .filter((text) => getComputedStyle(text).visibility !== "hidden")
    .filter((text) => parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 10.95)
    .map((text) => text.textContent)"""
LETTERS_THAT_OVERLAP = """() => {
    const boxes = [...document.querySelectorAll(".picture text")]
        .filter((text) => getComputedStyle(text).visibility !== "hidden").map((text) => text.getBoundingClientRect());
    return boxes.filter((one, n) => boxes.some((other, m) => m < n && one.left < other.right && other.left < one.right
        && one.top < other.bottom - 4 && other.top < one.bottom - 4)).length;
}"""


def spot_of(page: Page, placement: Placement) -> tuple[float, float]:
    """Where on the screen the middle of a placement is."""
    cell = page.locator(".places polygon").first
    q, r = map(int, str(cell.get_attribute("data-place")).split(","))
    box = cell.bounding_box()
    assert box is not None
    side, (x0, y0) = box["height"] / 2, centre((q, r))
    ends = [corner(vertex) for edge in placement.edges for vertex in edge.ends]
    x, y = (sum(values) / len(ends) for values in zip(*ends, strict=True))
    return box["x"] + box["width"] / 2 + side * (x - x0), box["y"] + box["height"] / 2 + side * (y - y0)


def place_button(page: Page) -> str:
    """The step on the button that chooses the twig that hangs."""
    return page.locator('.offer-group[data-facet="turn"] button').last.inner_text()


def lies_as(page: Page, placement: Placement) -> bool:
    return place_button(page).startswith(f"{placement.twig}{placement.turn}@")


def tap(page: Page, name: str) -> None:
    page.get_by_role("button", name=name).tap()


def take(page: Page, placement: Placement) -> None:
    """The twig from the tray, turned and flipped by buttons as it is to lie."""
    page.locator(".tray button", has_text=placement.twig).tap()
    for name in ("Turn left",) * 5 + ("Flip",) + ("Turn right",) * 5:
        if lies_as(page, placement):
            return
        tap(page, name)
    assert lies_as(page, placement)


def touch(session: CDPSession, kind: str, *points: tuple[float, float]) -> None:
    touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
    session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})


def by_finger(page: Page, placement: Placement) -> None:
    """The twig is drawn over the board and let go; a tap on it chooses it."""
    take(page, placement)
    session = page.context.new_cdp_session(page)
    x, y = spot_of(page, placement)
    touch(session, "touchStart", (180, 150))
    for share in (0.5, 1.0):
        touch(session, "touchMove", (180 + (x - 180) * share, 150 + (y - 150) * share))
    touch(session, "touchEnd")
    expect(page.locator('.offer-group[data-facet="turn"] button').last).to_have_text(str(placement))
    choose(page)


def choose(page: Page) -> None:
    """Tap the button that chooses. A browser takes a tap right after a finger was drawn for the end of a scroll; where
    it was a tap after all, and only slow, the button is gone by the next one."""
    for _ in range(5):
        with suppress(TimeoutError):
            page.locator('.offer-group[data-facet="turn"] button').last.tap(timeout=2000)
        with suppress(AssertionError):
            expect(page.get_by_label("Your move")).not_to_have_value("", timeout=2000)
            return


def by_edge(page: Page, placement: Placement) -> None:
    """An edge is tapped, then a twig that covers it is taken; more taps show one placement after another."""
    names = [str(edge) for edge in placement.edges if page.locator(f'[data-place="{edge}"]').count()]
    box = page.locator(f'[data-place="{names[0]}"]').first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".chip, .picture.zoomed").first).to_be_attached()
    if not page.locator(".chip").count():  # that brought the edges closer
        page.touchscreen.tap(*middle_of(page, names[0]))
    expect(page.locator(".chip").first).to_contain_text(names[0])
    take(page, placement)
    for _ in range(5):
        if place_button(page) == str(placement):
            break
        tap(page, "Next")
    choose(page)


def by_two_fingers(page: Page, placement: Placement) -> None:
    """Two fingers zoom and turn; then all of the board is shown again, and a finger goes on."""
    page.locator(".tray button", has_text=placement.twig).tap()
    lay = place_button(page)
    session = page.context.new_cdp_session(page)
    touch(session, "touchStart", (150, 150), (210, 150))
    for down in (10, 20, 30, 40, 50, 60):
        touch(session, "touchMove", (150 - down, 150 + down), (210 + down, 150 - down))
    touch(session, "touchEnd")
    expect(page.locator(".picture.zoomed")).to_be_attached()
    if placement.twig != "X":
        assert place_button(page).partition("@")[0] != lay.partition("@")[0]
    for _ in range(6):
        page.locator(".picture svg").press("-")
    expect(page.locator(".picture.zoomed")).to_have_count(0)
    by_finger(page, placement)


def by_mouse(page: Page, placement: Placement) -> None:
    """The wheel turns the twig, F flips it; it follows the mouse, and a click chooses it."""
    page.locator(".tray button", has_text=placement.twig).click()
    x, y = spot_of(page, placement)
    page.mouse.move(x, y)
    for turn in range(12):
        if lies_as(page, placement):
            break
        page.locator(".picture svg").press("f") if turn == 6 else page.mouse.wheel(0, -120)
        page.wait_for_timeout(30)
    page.mouse.move(x + 1, y)
    expect(page.locator('.offer-group[data-facet="turn"] button').last).to_have_text(str(placement))
    page.mouse.click(x, y)


def by_keys(page: Page, placement: Placement) -> None:
    """A letter takes the twig, R and F turn it, arrow keys move it, brackets go through what is left."""
    board = page.locator(".picture svg")
    board.press(placement.twig)
    for key in ("r",) * 5 + ("f",) + ("Shift+R",) * 5:
        if lies_as(page, placement):
            break
        board.press(key)
    for key in ("ArrowUp", "PageDown", "ArrowLeft"):
        board.press(key)
    assert page.locator(".places .cursor").get_attribute("data-place")
    said = page.locator("[data-say]").inner_text()
    assert f"twig {placement.twig}, orientation {placement.turn}" in said
    assert "covers" in said
    for _ in range(200):
        if place_button(page) == str(placement):
            break
        board.press("]")
    board.press("Enter")


def by_links(page: Page, placement: Placement) -> None:
    """Without a script: the twig and its orientation in pictures, then an edge, then what is still open."""
    page.locator(".tray a", has_text=placement.twig).first.click()
    edges = [str(edge) for edge in sorted(placement.edges)]
    for _ in range(4):
        if page.get_by_label("Your move").input_value():
            return
        cell = f"{placement.q},{placement.r}"
        button = page.locator(".offers a", has_text=f"{placement.turn}:").or_(page.locator(".offers a", has_text=cell))
        linked = [page.locator(f'.places a:has([data-place="{place}"])') for place in (*edges, cell)]
        target = next((link for link in (button, *linked) if link.count()), None)
        assert target is not None
        page.goto(page.url.partition("/games/")[0] + str(target.first.get_attribute("href")))


def ways() -> Iterator[tuple[object, str]]:
    """How the moves of the game are made, on which of the readers' screens."""
    yield from cycle([
        (by_finger, "touch"), (by_edge, "touch"), (by_two_fingers, "touch"), (by_mouse, "mouse"), (by_finger, "touch"),
        (by_keys, "mouse"), (by_links, "links"),
    ])  # fmt: skip


def move_of(position: Position, random: Random, *, closes: bool = False) -> Placement:
    """A legal step at random; one that closes a hexagon if there is any and it is wished."""
    legal = list(position.legal_moves())
    closing = [move for move in legal if position.play(move).effects] if closes else []
    return random.choice(closing or legal)


def send(game: Game, placement: Placement) -> None:
    player = game.seats.get(number=game.to_act).player
    play_move(game_id=game.pk, player_id=player.pk, text=str(placement), ply=game.ply, at=timezone.now(), source="mail")
    game.refresh_from_db()


@pytest.mark.slow
def test_whole_game_of_twigs_by_touch_mouse_keys_and_links(chromium: Browser, live_server: LiveServer) -> None:
    random, closed = Random("twigs"), 0
    meant: list[str] = []
    game = begin("twigs", scoring="size")
    readers = {
        "touch": Reader(chromium, live_server.url, "phone", touch=True),
        "mouse": Reader(chromium, live_server.url, "desktop"),
        "links": Reader(chromium, live_server.url, "phone", scripts=False),
    }
    for reader in readers.values():
        signed_in(reader, Player.objects.get(username="ada"))
    for way, screen in ways():
        if game.status != Game.Status.RUNNING:
            break
        position = game.load_position()
        placement = move_of(position, random, closes=True)
        page = readers[screen].page
        readers[screen].open(f"/games/{game.pk}/")
        if screen != "links":
            expect(page.locator(".tray button").first).to_be_visible()
            page.locator(".picture").evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY)")
            assert page.evaluate(LETTERS_TOO_SMALL) == []
            assert page.evaluate(LETTERS_THAT_OVERLAP) == 0
        assert page.locator(".tray .withheld, .tray :disabled").count() >= len(meant)
        way(page, placement)  # type: ignore[operator]
        expect(page.get_by_label("Your move")).to_have_value(str(placement))
        closed += len(position.play(placement).effects)
        page.locator("#pointing [data-play]").click()
        expect(page.locator(".notes .success")).to_be_visible()
        meant.append(str(placement))
        game.refresh_from_db()
        if game.status == Game.Status.RUNNING:
            send(game, move_of(game.load_position(), random))
    assert own_steps(game) == meant
    assert len(meant) == 12
    assert closed
    assert [reader.complaints for reader in readers.values()] == [[], [], []]


def test_twig_that_hangs_shows_the_hexagon_that_it_would_close(chromium: Browser, live_server: LiveServer) -> None:
    game, random = begin("twigs"), Random("hang")
    send(game, next(move for move in game.load_position().legal_moves() if str(move) == "C0@0,0"))
    send(game, move_of(game.load_position(), random))
    position = game.load_position()
    placement = next(
        move for move in position.legal_moves() if any(effect.seat == 0 for effect in position.play(move).effects)
    )
    [effect] = position.play(placement).effects
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    signed_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{game.pk}/?pick=covers:{min(placement.edges)}")
    take(page, placement)
    for _ in range(5):
        if place_button(page) == str(placement):
            break
        tap(page, "Next")
    won = page.locator(".hanging .won")
    cell = page.locator(f'.places polygon[data-place="{effect.where}"]')
    assert won.get_attribute("points") == cell.get_attribute("points")
    assert won.get_attribute("fill") == "url(#seat-ice)"
    said = page.locator("[data-say]")
    expect(said).to_contain_text(f"ice claims the hexagon {effect.where}")
    left = page.get_by_role("button", name="Turn left")
    left.press("Enter")
    assert not lies_as(page, placement)
    expect(left).to_be_focused()
    expect(page.locator(".tray [aria-pressed=true]")).to_have_text(placement.twig)
    for button in page.locator('.tray button, .offer-group[data-facet="turn"] button').all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44
    assert reader.complaints == []
