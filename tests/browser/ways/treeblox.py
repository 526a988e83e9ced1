"""Treeblox: faces of cubes in space, by touch and by mouse; the map from above, by touch, by keyboard and by links."""

from __future__ import annotations

from random import Random
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.rules import RULES
from games.rules.base import Position
from games.rules.choices import Choice, choices_of
from tests.browser.ways.pointing import KEYBOARD, LINKS, MOUSE, TOUCH, box, choose, play_button, press

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


def cube_or_word(position: Position[Any], random: Random, *, is_enough: bool) -> Choice:
    """A random cube, more often high up than on the board; once there are enough, none where that is allowed."""
    steps = choices_of(RULES["treeblox"], position).steps
    words = [step for step in steps if "word" in step.facets]
    cubes = [step for step in steps if "word" not in step.facets]
    if words and (is_enough or not cubes):
        return words[0]
    return random.choices(cubes, [5 if step.facets["level"] != ("1",) else 1 for step in cubes])[0]


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


def in_space_by_touch(page: Page, choice: Choice) -> None:
    """The first tap shows a cube; a button chooses its kind."""
    page.locator("[data-space]").evaluate("one => scrollTo(0, one.offsetTop)")
    page.touchscreen.tap(*spot_of(page, choice))
    if not box(page):
        expect(page.locator(".stage .ghost").first).to_be_attached()
        expect(play_button(page)).to_contain_text(choice.text[2:])
        press(page, TOUCH, KINDS[choice.facets["kind"][0]])


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


def on_the_map(page: Page, way: str, choice: Choice, position: Position[Any], facets: tuple[str, ...]) -> None:
    choose(page, way, choice, rules=RULES["treeblox"], position=position, facets=facets)


def place(page: Page, way: str, choice: Choice, position: Position[Any], number: int) -> None:
    """Place a cube; by touch every fourth one on the map."""
    if "word" in choice.facets:
        on_the_map(page, way, choice, position, ("word",))
    elif way == LINKS:
        page.locator(".sides a", has_text="north-east").click()
        on_the_map(page, way, choice, position, ("column", "level", "kind"))
        expect(page.locator(".sides [aria-current]")).to_have_text("north-east")
    elif way == KEYBOARD:
        page.locator(".picture svg").press("q")
        page.locator(".picture svg").press("ArrowRight")
        expect(page.locator(".stage .cursor")).to_have_count(1)
        on_the_map(page, way, choice, position, ("level", "column", "kind"))
    elif way == MOUSE:
        in_space_by_mouse(page, choice)
    elif number % 4 == 3:
        page.locator("[data-toggle]").tap()
        expect(page.locator(".stage")).to_be_hidden()
        on_the_map(page, way, choice, position, ("column", "level", "kind"))
        page.locator("[data-toggle]").tap()
        expect(page.locator(".stage .unsent").first).to_be_attached()
    else:
        in_space_by_touch(page, choice)
