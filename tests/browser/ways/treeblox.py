"""Treeblox: faces of cubes in space, by mouse; the map from above, by links."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.rules import RULES
from games.rules.base import Position
from games.rules.choices import Choice
from tests.browser.ways.pointing import LINKS, MOUSE, box, choose

KINDS = {"B": "branch", "L": "leaf"}
# Where on the screen one of these faces can be touched: the first point of one at which nothing lies in front of it.
SPOT = """names => {
  for (const node of document.querySelectorAll(".stage [data-place]")) {
    if (!names.includes(node.dataset.place)) continue;
    const matrix = node.querySelector(".side").getScreenCTM();
    for (const [u, v] of [[50, 50], [25, 25], [75, 25], [25, 75], [75, 75]]) {
      const { x, y } = new DOMPoint(u, v).matrixTransform(matrix);
      if (document.elementFromPoint(x, y)?.closest("[data-place]") === node) return [x, y];
    }
  }
  return null;
}"""


def lit(page: Page) -> Locator:
    return page.locator(".stage .lit")


def spot_of(page: Page, choice: Choice) -> tuple[float, float]:
    """Where a face can be touched that leads to the cell; the board is turned until one is seen, also from below."""
    expect(lit(page).first).to_be_attached()
    for _ in range(2):
        for _ in range(4):
            if spot := page.evaluate(SPOT, list(choice.facets["from"])):
                return spot[0], spot[1]
            page.locator("[data-turn='1']").click()
            page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
        stage = page.locator(".stage").bounding_box()
        assert stage is not None
        x, y = stage["x"] + stage["width"] / 2, stage["y"] + stage["height"] - 60
        page.mouse.move(x, y)
        page.mouse.down()
        page.mouse.move(x, y - 140, steps=4)
        page.mouse.up()
    raise AssertionError(f"No face that leads to {choice.text} is seen from anywhere.")


def in_space_by_mouse(page: Page, choice: Choice) -> None:
    """The mouse lights a face, its first click shows a branch, its second one takes what is shown.

    Where nothing else can be meant, the first one takes it.
    """
    x, y = spot_of(page, choice)
    page.mouse.move(x, y)
    expect(page.locator(".stage .hover")).to_have_count(1)
    page.mouse.click(x, y)
    if box(page):
        return
    if choice.facets["kind"] == ("L",):
        page.locator(".picture svg").press("]")
    expect(page.locator(".stage .ghost").first).to_be_attached()
    page.mouse.click(x, y)


def place(page: Page, way: str, choice: Choice, position: Position[Any]) -> None:
    """Place a cube, by mouse in space, by links on the map seen from another side; or choose a word."""
    if way == MOUSE and "word" not in choice.facets:
        return in_space_by_mouse(page, choice)
    facets = [facet for facet in ("word", "column", "level", "kind") if facet in choice.facets]
    if way == LINKS:
        page.locator(".sides a", has_text="north-east").click()
    choose(page, way, choice, rules=RULES["treeblox"], position=position, facets=facets)
    if way == LINKS:
        expect(page.locator(".sides [aria-current]")).to_have_text("north-east")
    return None
