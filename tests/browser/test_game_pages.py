"""The pages of games as their readers have them: accessible, light, steady, and drawn as they were."""

from __future__ import annotations

import gzip
import os
import re
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Locator, expect

from games.rules import RULES
from tests.browser.conftest import Reader, Visit
from tests.browser.games import ada_at, played

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SEATS = {"btt": 3, "treeblox": 2, "twigs": 3, "roots": 5}
NO_STREAM = re.compile(r"/live/stream\?|/streams/\?.*after=")  # no stream runs here: it is asked for again
WEIGHT = {"btt": 90, "treeblox": 110, "twigs": 135, "roots": 90}  # KiB on the wire of a page with all that it loads
PICTURES = Path(__file__).parent / "pictures"
BOARD = ".board-figure :is(.picture, .space) >> visible=true"
WIDTH_OF_PICTURES = 120  # coarse enough to be the same with other fonts and versions of the browser
MOST_DIFFERENCE = 3.0  # of 255, on average over the picture and its colours
ON_A_WHOLE_PIXEL = """(board) => {
    const top = board.getBoundingClientRect().top + scrollY;
    document.body.style.marginTop = `${Math.ceil(top) - top}px`;  // whatever is above it
}"""


SMALL_LABELS = """() => [...document.querySelectorAll(".picture svg text")].filter(
    (text) => text.textContent.trim() && text.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 10.95
).map((text) => `${text.textContent} ${parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a}`)"""
BOXES = """() => {
    const box = (one) => (({left, top, right, bottom}) => [left, top, right, bottom])(one.getBoundingClientRect());
    const around = (all) => [0, 1, 2, 3].map((n) => Math[n < 2 ? "min" : "max"](...all.map((one) => one[n])));
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(box);
    const texts = [...document.querySelectorAll(".picture svg text")].filter((one) => !one.closest(".beside")).filter(
        (one) => getComputedStyle(one).visibility === "visible" && one.checkVisibility()).map(box);
    const inSpace = seen(".stage .side, .stage text");
    const drawn = inSpace.length ? inSpace : [...seen(".places"), ...texts];
    return {drawn: around(drawn), free: seen(".stage, .picture")[0], act: seen(".pointing")[0],
        height: document.documentElement.scrollHeight};
}"""
# Where scripts come after two seconds, the page has shown itself without them.
LAYOUT_SHIFTS = """
    window.shifts = [];
    const name = (node) => node?.nodeType === 1 ? `${node.tagName} ${node.id} ${node.className}` : node?.nodeName;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
            if (!entry.hadRecentInput && entry.startTime < 2000 && entry.value > 0.001)
                window.shifts.push([entry.value, ...entry.sources.map((source) =>
                    [name(source.node), source.previousRect.y, source.currentRect.y])]);
    }).observe({type: "layout-shift", buffered: true});
"""


def opened(visit: Visit, path: str, screen: str, layout: str, player: str = "") -> tuple[Reader, dict[str, int]]:
    """A page that has loaded everything, on which nothing has moved; what each answer has weighed."""
    reader, weights, addresses = visit(screen, layout, player=player), dict[str, int](), dict[str, str]()
    wire = reader.context.new_cdp_session(reader.page)
    wire.send("Network.enable")
    wire.on("Network.responseReceived", lambda event: addresses.update({event["requestId"]: event["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda event: weigh(event, addresses, weights))
    reader.page.add_init_script(LAYOUT_SHIFTS)
    reader.open(path)
    if player:
        expect(reader.page.locator(".places .lit, .offer-group button").first).to_be_attached()
    reader.page.wait_for_load_state("networkidle")
    assert reader.page.evaluate("window.shifts") == []
    return reader, weights


@pytest.mark.parametrize("rules", SEATS)
def test_page_of_a_game_is_accessible_light_steady_and_drawn_as_it_was(visit: Visit, rules: str) -> None:
    """For its player, and for visitors, whose coarse pictures of the board are compared: NEW_PICTURES=1 keeps the
    present ones, for somebody to look at."""
    path, changed = f"/games/{played(rules, 20, SEATS[rules]).pk}/", []
    reader, weights = opened(visit, path, "phone", "light", player="ada")
    assert {urlsplit(address).netloc for address in weights} == {urlsplit(reader.address).netloc}
    assert sum(weights.values()) <= WEIGHT[rules] * 1024, weights
    assert reader.page.evaluate(SMALL_LABELS) == []
    assert reader.barriers() == []
    for screen, layout in (("phone", "dark"), ("desktop", "light")):
        visitor, _ = opened(visit, path, screen, layout)
        kept, picture = PICTURES / f"{rules}-{screen}-{layout}.png", picture_of(visitor.page.locator(BOARD).first)
        if os.environ.get("NEW_PICTURES") == "1":
            picture.quantize(64).save(kept, optimize=True)
        if (difference := differ(picture, Image.open(kept).convert("RGB"))) > MOST_DIFFERENCE:
            changed.append(f"{kept.name}: {difference:.1f}")
        assert visitor.barriers() == []
    assert changed == []
    reader.open(f"{path}log/")
    log = reader.page.get_by_role("region", name="The log")
    assert log.evaluate("log => log.scrollWidth <= log.clientWidth")


@pytest.mark.parametrize(
    ("rules", "seats"),
    [(rules, seats) for rules in SEATS for seats in sorted({RULES[rules].seats[0], RULES[rules].seats[-1]})],
)
def test_board_fills_what_plates_and_bars_leave_free(visit: Visit, rules: str, seats: int) -> None:
    game = played(rules, seats, seats)
    for screen, sizes in (("phone", [(360, 740)]), ("desktop", [(1280, 800), (1920, 1080)])):
        page = ada_at(visit, game, screen).page
        for width, height in sizes:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)  # until the board is drawn
            found = page.evaluate(BOXES)
            left, top, right, bottom = found["drawn"]
            free, act = found["free"], found["act"]
            assert free[0] - 1 <= left <= right <= free[2] + 1, found
            assert free[1] - 1 <= top <= bottom <= free[3] + 1 <= act[1] + 2, found
            assert act[3] <= height + 1, found
            share = max((right - left) / (free[2] - free[0]), (bottom - top) / (free[3] - free[1]))
            assert share >= 0.95, (width, share, found)
            assert free[1] <= 110 if screen == "phone" else found["height"] <= height, found


def picture_of(board: Locator) -> Image.Image:
    """A board, small and without its finer parts."""
    board.evaluate(ON_A_WHOLE_PIXEL)
    taken = Image.open(BytesIO(board.screenshot(animations="disabled"))).convert("RGB")
    return taken.resize(
        (WIDTH_OF_PICTURES, round(taken.height * WIDTH_OF_PICTURES / taken.width)), Image.Resampling.BOX
    )


def weigh(event: dict[str, Any], addresses: dict[str, str], weights: dict[str, int]) -> None:
    """Add what one answer weighs on the wire: a static file as an installation sends it, which is compressed."""
    address = addresses.get(event["requestId"])
    if address and not NO_STREAM.search(address):
        weight = int(event["encodedDataLength"])
        path = urlsplit(address).path
        if path.startswith(settings.STATIC_URL) and (found := finders.find(path.removeprefix(settings.STATIC_URL))):
            content = Path(found).read_bytes()
            weight -= max(0, len(content) - len(gzip.compress(content)))
        weights[address] = weight + weights.get(address, 0)


def differ(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, of 255; all of it where their shapes differ."""
    if abs(one.height - other.height) > 2:
        return 255.0
    same = other.resize(one.size)
    return sum(ImageStat.Stat(ImageChops.difference(one, same)).mean) / 3
