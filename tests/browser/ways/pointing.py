"""What all games have in common: places of the board and buttons below it, picked in any way."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from playwright.sync_api import Locator, Page, expect

from games.rules.base import Position, Rules
from games.rules.choices import Choice

FINGER = 44  # pixels
TOUCH, MOUSE, KEYBOARD, LINKS = WAYS = ("touch", "mouse", "keyboard", "links")

# The keys that lead from the cursor to a place, by the board's own rule of what lies in which direction.
PATH = """async (place) => {
  const { nextPlace, WAYS } = await import("/static/board/board.js");
  const middles = new Map();
  for (const shape of document.querySelectorAll(".picture svg [data-place]")) {
    const { x, y, width, height } = shape.getBBox();
    if (!middles.has(shape.dataset.place)) middles.set(shape.dataset.place, { x: x + width / 2, y: y + height / 2 });
  }
  const start = document.querySelector(".picture .cursor").dataset.place;
  const paths = new Map([[start, []]]);
  for (const [at, keys] of paths) {
    if (at === place) return keys;
    for (const [key, way] of Object.entries(WAYS)) {
      const next = nextPlace(middles.get(at), way, middles);
      if (next !== null && !paths.has(next)) paths.set(next, [...keys, key]);
    }
  }
  return null;
}"""


# What the page shows --------------------------------------------------------------------------------------------------


def box(page: Page) -> str:
    """The text in the move box, once the board has answered."""
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    return page.get_by_label("Your move").input_value()


def play_button(page: Page) -> Locator:
    """The button that plays what the board shows, or what was typed."""
    return page.locator("[data-play]")


def type_move(page: Page, text: str) -> None:
    """Write into the box, which is opened for it."""
    page.wait_for_load_state()
    if page.get_by_label("Your move").is_hidden():
        button = page.get_by_role("button", name="Type a move")
        button.evaluate("one => one.scrollIntoView({ block: 'center' })")
        button.click()
    page.get_by_label("Your move").fill(text)


def lit(place: str) -> str:
    """The selector of a place at which something can be done."""
    return f'.places .lit[data-place="{place}"]'


def middle_of(page: Page, place: str) -> tuple[float, float]:
    shape = page.locator(f'.picture [data-place="{place}"]').first.bounding_box()
    assert shape is not None
    return shape["x"] + shape["width"] / 2, shape["y"] + shape["height"] / 2


def show_board(page: Page) -> None:
    """Scroll until the board is at the top of the screen."""
    page.locator(".picture").evaluate("one => { scrollTo(0, 0); scrollBy(0, one.getBoundingClientRect().top); }")


# A place of the board -------------------------------------------------------------------------------------------------


def tap(page: Page, place: str) -> None:
    """A tap on a place; where places lie close together the first one brings them closer."""
    show_board(page)
    svg = page.locator(".picture svg")
    frame, (x, y) = svg.bounding_box(), middle_of(page, place)
    assert frame is not None
    if not (frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < frame["y"] + frame["height"]):
        page.get_by_role("button", name="Fit", exact=True).tap()
    before = svg.get_attribute("viewBox")
    page.touchscreen.tap(*middle_of(page, place))
    if svg.get_attribute("viewBox") != before and page.locator(lit(place)).count():
        shape = page.locator(lit(place)).first.bounding_box()
        assert shape is not None
        assert shape["width"] > FINGER * 0.9
        page.touchscreen.tap(*middle_of(page, place))


def click(page: Page, place: str) -> None:
    show_board(page)
    page.mouse.click(*middle_of(page, place))


def walk(page: Page, place: str) -> None:
    """The arrow keys lead there, and Enter picks."""
    page.locator(".picture svg").focus()
    if not page.locator(".picture .cursor").count():
        page.keyboard.press("ArrowRight")
    keys = page.evaluate(PATH, place)
    assert keys is not None, f"No arrow keys lead to {place}."
    for key in keys:
        page.keyboard.press(key)
    expect(page.locator(".picture .cursor")).to_have_attribute("data-place", place)
    page.keyboard.press("Enter")


def follow(page: Page, place: str) -> None:
    """The link that a place is without a script."""
    link = page.locator(f'.places a:has([data-place="{place}"])').first
    page.goto(page.url.partition("/games/")[0] + str(link.get_attribute("href")))


POINT: dict[str, Callable[[Page, str], None]] = {TOUCH: tap, MOUSE: click, KEYBOARD: walk, LINKS: follow}


def is_open(page: Page, way: str, place: str) -> bool:
    """Whether something can be done at a place that the board has."""
    selector = f'.places a:has([data-place="{place}"])' if way == LINKS else lit(place)
    return page.locator(selector).count() > 0


# A button below it ----------------------------------------------------------------------------------------------------


def press(page: Page, way: str, words: str) -> bool:
    """Press the first button with these words; returns whether there is one."""
    button = page.locator(f"[data-offers] {'a' if way == LINKS else 'button'}", has_text=words).first
    if not button.count():
        return False
    if way == TOUCH:
        button.tap()
    elif way == KEYBOARD:
        button.press("Enter")
    else:
        button.click()
    return True


# A step ---------------------------------------------------------------------------------------------------------------


def choose(
    page: Page,
    way: str,
    choice: Choice,
    *,
    rules: Rules[Any, Any],
    position: Position[Any],
    before: Sequence[str] = (),
    facets: Iterable[str] = (),
) -> None:
    """Pick the values of a step, by facets in their order or in another one, until it is in the box after those before.

    A step that takes something off the board is shown first, and chosen when it is picked again.
    """
    wanted, last = "; ".join([*before, choice.text]), ""
    for facet in facets or choice.facets:
        if box(page) == wanted:
            return
        [value] = choice.facets[facet][:1]
        if is_open(page, way, value):
            last = value
            POINT[way](page, value)
        elif way == KEYBOARD and re.fullmatch(r"[A-Z]|\d|d\d+", value):  # S, 2, d10
            page.locator(".picture svg").press(value[-1])
        else:  # unless it was picked by itself
            press(page, way, rules.value_words(facet, value, position).partition(": ")[0])
    if choice.marks and box(page) != wanted:
        if way == LINKS:
            press(page, way, choice.words)
        else:
            expect(page.locator(".places .falls")).to_have_count(len(choice.marks.get("falls", ())))
            POINT[way](page, last)
    expect(page.get_by_label("Your move")).to_have_value(wanted)
