"""Twigs under the hand: a twig is taken from the tray, turned, laid and chosen."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from playwright.sync_api import CDPSession, Page, TimeoutError, expect

from games.rules.hexgrid import centre, corner
from games.rules.twigs.pieces import Placement
from tests.browser.ways.pointing import KEYBOARD, middle_of

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
    """The step on the button that chooses the hovering twig."""
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
    for _ in range(60):
        with suppress(TimeoutError):
            page.locator('.offer-group[data-facet="turn"] button').last.tap(timeout=500)
        with suppress(AssertionError):
            expect(page.get_by_label("Your move")).not_to_have_value("", timeout=500)
            return


def by_edge(page: Page, placement: Placement) -> None:
    """An edge is tapped, then a twig that covers it is taken; more taps show one placement after another."""
    names = [str(edge) for edge in placement.edges if page.locator(f'[data-place="{edge}"]').count()]
    box = page.locator(f'[data-place="{names[0]}"]').first.bounding_box()
    assert box is not None
    page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(page.locator(".hanging, .picture.zoomed").first).to_be_attached()
    if not page.locator(".hanging").count():  # that brought the edges closer
        page.touchscreen.tap(*middle_of(page, names[0]))
    expect(page.locator(".hanging").first).to_be_attached()
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


def by_keys(page: Page, placement: Placement, number: int) -> str:
    """A letter takes the twig, R and F turn it, arrow keys move it, a bracket takes the next place that is left."""
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
    before = place_button(page)
    board.press("]")
    shown = place_button(page)
    assert shown != before or number == 0, "the first twig has one place only"
    board.press("Enter")
    return shown


HANDS: tuple[Callable[[Page, Placement], None], ...] = (by_finger, by_edge, by_two_fingers)


def lay(page: Page, way: str, placement: Placement, number: int) -> str:
    """Choose a placement, with keys some other one that is turned alike; returns which. The letters on the board can be
    read, and do not overlap."""
    expect(page.locator(".tray button").first).to_be_visible()
    page.locator(".picture").evaluate("one => scrollTo(0, one.getBoundingClientRect().top + scrollY)")
    assert page.evaluate(LETTERS_TOO_SMALL) == []
    assert page.evaluate(LETTERS_THAT_OVERLAP) == 0
    if way == KEYBOARD:
        return by_keys(page, placement, number)
    HANDS[number % len(HANDS)](page, placement)
    return str(placement)
