"""The pages of games as their readers have them: accessible, light, steady, and drawn as they were."""

from __future__ import annotations

import gzip
import os
import re
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.conf import settings
from django.contrib.staticfiles import finders
from django.utils import timezone
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.clock.controls import TimeControl
from games.models import Game, Player
from games.play.creation import create_game
from games.play.moving import play_move
from games.rules import RULES
from games.rules.choices import choices_of
from tests.browser.conftest import Reader, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

NAMES = ("ada", "ben", "cleo", "dan", "eva", "fay", "gil", "hal")
SEATS = {"btt": 3, "treeblox": 2, "twigs": 3, "roots": 5}
NO_STREAM = re.compile(r"/live/stream\?|/streams/\?.*after=")  # no stream runs here: it is asked for again
LIGHTEST, TREEBLOX = 90 * 1024, 110 * 1024  # bytes on the wire that a page may have, with all that it loads, compressed
PICTURES = Path(__file__).parent / "pictures"
BOARD = ".board-figure :is(.picture, .space) >> visible=true"
WIDTH_OF_PICTURES = 120  # coarse enough to be the same with other fonts and versions of the browser
MOST_DIFFERENCE = 3.0  # of 255, on average over the picture and its colours
ON_A_WHOLE_PIXEL = """(board) => {
    const top = board.getBoundingClientRect().top + scrollY;
    document.body.style.marginTop = `${Math.ceil(top) - top}px`;  // whatever is above it
}"""


def played(rules: str, plies: int, seats: int) -> Game:
    """A game in which all play by the same chance for some plies, and then on until ada is to act."""
    players = [Player.objects.get_or_create(username=name)[0] for name in NAMES[:seats]]
    game = create_game(
        rules=rules, players=players, control=TimeControl.days_per_turn(3), at=timezone.now(), options={}
    )
    random = Random(f"{rules} {plies}")
    while game.status == Game.Status.RUNNING and (game.ply < plies or game.to_act != 0):
        steps = choices_of(game.game_rules, game.load_position()).steps
        player = game.seats.get(number=game.to_act).player
        text = random.choice(steps).text
        play_move(game_id=game.pk, player_id=player.pk, text=text, ply=game.ply, at=timezone.now(), source="mail")
        game.refresh_from_db()
    return game


def open_game(reader: Reader, game: Game) -> None:
    """Open the page of a game and wait until its board answers, if it is ada's turn."""
    reader.open(f"/games/{game.pk}/")
    if game.status == Game.Status.RUNNING:
        expect(reader.page.locator(".places .lit, .offer-group button").first).to_be_attached()


def assert_accessible(page: Page) -> None:
    """Nothing that axe calls serious or critical."""
    found = Axe().run(page).response["violations"]
    serious = [one for one in found if one["impact"] in ("serious", "critical")]
    lines = [f"{one['id']}: {node['target']}: {node['html'][:200]}" for one in serious for node in one["nodes"]]
    assert not lines, "\n".join([page.url, *lines])


SMALL_LABELS = """() => [...document.querySelectorAll(".picture svg text")].filter(
    (text) => text.textContent.trim() && text.checkVisibility({opacityProperty: true, visibilityProperty: true})
        && parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a < 10.95
).map((text) => `${text.textContent} ${parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a}`)"""


@pytest.mark.slow
@pytest.mark.parametrize("rules", SEATS)
def test_page_of_a_game_is_accessible_and_legible(chromium: Browser, live_server: LiveServer, rules: str) -> None:
    """For its player on a phone at night, for its player at a desk by day, and for a visitor."""
    game = played(rules, 20, SEATS[rules])
    for screen, layout in (("phone", "dark"), ("desktop", "light")):
        reader = Reader(chromium, live_server.url, screen, layout, touch=screen == "phone")
        sign_in(reader, Player.objects.get(username="ada"))
        open_game(reader, game)
        assert_accessible(reader.page)
        assert reader.page.evaluate(SMALL_LABELS) == []
        assert reader.complaints == []
    visitor = Reader(chromium, live_server.url, "phone")
    visitor.open(f"/games/{game.pk}/")
    assert_accessible(visitor.page)
    assert visitor.complaints == []


BOXES = """() => {
    const box = (one) => (({left, top, right, bottom}) => [left, top, right, bottom])(one.getBoundingClientRect());
    const around = (all) => [0, 1, 2, 3].map((n) => Math[n < 2 ? "min" : "max"](...all.map((one) => one[n])));
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility()).map(box);
    const texts = [...document.querySelectorAll(".picture svg text")].filter((one) => !one.closest(".beside")).filter(
        (one) => getComputedStyle(one).visibility === "visible" && one.checkVisibility()).map(box);
    const inSpace = seen(".stage .side, .stage text");
    const drawn = inSpace.length ? inSpace : [...seen(".places"), ...texts];
    return {drawn: around(drawn), free: seen(".stage, .picture")[0], act: seen(".pointing")[0],
        plates: seen(".board-side .plate"), height: document.documentElement.scrollHeight};
}"""


@pytest.mark.slow
@pytest.mark.parametrize(("rules", "seats"), [(rules, seats) for rules in SEATS for seats in RULES[rules].seats])
def test_board_fills_what_plates_and_bars_leave_free(
    chromium: Browser, live_server: LiveServer, rules: str, seats: int
) -> None:
    game = played(rules, seats, seats)
    for screen, size in (("phone", (360, 740)), ("desktop", (1280, 800)), ("desktop", (1920, 1080))):
        reader = Reader(chromium, live_server.url, screen, touch=screen == "phone")
        sign_in(reader, Player.objects.get(username="ada"))
        reader.page.set_viewport_size({"width": size[0], "height": size[1]})
        open_game(reader, game)
        reader.page.wait_for_timeout(100)  # until the board is drawn
        found = reader.page.evaluate(BOXES)
        left, top, right, bottom = found["drawn"]
        free, act = found["free"], found["act"]
        assert free[0] - 1 <= left <= right <= free[2] + 1, found
        assert free[1] - 1 <= top <= bottom <= free[3] + 1 <= act[1] + 2, found
        assert act[3] <= size[1] + 1, found
        share = max((right - left) / (free[2] - free[0]), (bottom - top) / (free[3] - free[1]))
        assert share >= 0.95, (size, share, found)
        if screen == "phone":
            assert free[1] <= 110, found
        else:
            assert found["height"] <= size[1], found


@pytest.mark.slow
def test_receipts_of_a_game_fit_a_phone(chromium: Browser, live_server: LiveServer) -> None:
    reader = Reader(chromium, live_server.url, "phone")
    reader.open(f"/games/{played('btt', 5, 2).pk}/log/")
    log = reader.page.get_by_role("region", name="The log")
    assert log.evaluate("log => log.scrollWidth <= log.clientWidth")
    expect(log.locator("tr").nth(2)).to_contain_text("by mail")


LAYOUT_SHIFTS = """
    window.shifts = [];
    const name = (node) => node?.nodeType === 1 ? `${node.tagName} ${node.id} ${node.className}` : node?.nodeName;
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) if (!entry.hadRecentInput)
            window.shifts.push([entry.value, ...entry.sources.map((source) =>
                [name(source.node), source.previousRect.y, source.currentRect.y])]);
    }).observe({type: "layout-shift", buffered: true});
"""


@pytest.mark.slow
@pytest.mark.parametrize("rules", SEATS)
def test_page_of_a_game_is_light_steady_and_asks_nobody_else(
    chromium: Browser, live_server: LiveServer, rules: str
) -> None:
    game = played(rules, 40, SEATS[rules])
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    weights: dict[str, int] = {}
    wire = reader.context.new_cdp_session(reader.page)
    wire.send("Network.enable")
    addresses: dict[str, str] = {}
    wire.on("Network.responseReceived", lambda event: addresses.update({event["requestId"]: event["response"]["url"]}))
    wire.on("Network.loadingFinished", lambda event: weigh(event, addresses, weights))
    reader.page.add_init_script(LAYOUT_SHIFTS)
    open_game(reader, game)
    reader.page.wait_for_load_state("networkidle")
    assert {urlsplit(address).netloc for address in weights} == {urlsplit(live_server.url).netloc}
    assert sum(weights.values()) <= (TREEBLOX if rules == "treeblox" else LIGHTEST), weights
    assert reader.page.evaluate("window.shifts") == []
    visitor = Reader(chromium, live_server.url, "phone", touch=True)
    visitor.page.add_init_script(LAYOUT_SHIFTS)
    visitor.open(f"/games/{game.pk}/")
    visitor.page.wait_for_load_state("networkidle")
    assert visitor.page.evaluate("window.shifts") == []


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


@pytest.mark.slow
@pytest.mark.usefixtures("_same_chance_each_time")  # the same dice
@pytest.mark.parametrize(
    ("screen", "layout"), [("phone", "light"), ("phone", "dark"), ("desktop", "light"), ("desktop", "dark")]
)
def test_boards_look_as_they_did(chromium: Browser, live_server: LiveServer, screen: str, layout: str) -> None:
    """Coarse pictures of all boards, compared; NEW_PICTURES=1 keeps the present ones, for somebody to look at."""
    reader = Reader(chromium, live_server.url, screen, layout, touch=screen == "phone")
    changed = []
    for rules, seats in SEATS.items():
        game = played(rules, 20, seats)
        reader.open(f"/games/{game.pk}/")  # as a visitor: nothing is lit
        reader.page.wait_for_load_state("networkidle")
        board = reader.page.locator(BOARD).first
        board.evaluate(ON_A_WHOLE_PIXEL)
        taken = Image.open(BytesIO(board.screenshot(animations="disabled")))
        picture = taken.convert("RGB").resize(
            (WIDTH_OF_PICTURES, round(taken.height * WIDTH_OF_PICTURES / taken.width)), Image.Resampling.BOX
        )
        kept = PICTURES / f"{rules}-{screen}-{layout}.png"
        if os.environ.get("NEW_PICTURES") == "1":
            PICTURES.mkdir(exist_ok=True)
            picture.quantize(64).save(kept, optimize=True)
        if (difference := differ(picture, Image.open(kept).convert("RGB"))) > MOST_DIFFERENCE:
            changed.append(f"{kept.name}: {difference:.1f}")
    assert changed == []


def differ(one: Image.Image, other: Image.Image) -> float:
    """The mean difference of two pictures, of 255; all of it where their shapes differ."""
    if abs(one.height - other.height) > 2:
        return 255.0
    same = other.resize(one.size)
    return sum(ImageStat.Stat(ImageChops.difference(one, same)).mean) / 3
