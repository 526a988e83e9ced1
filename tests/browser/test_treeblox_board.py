"""The board of Treeblox in space, in a real browser: a game whose moves are made in every way that there is."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Locator, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player
from games.play.moving import play_move
from games.rules.choices import Choice, choices_of
from tests.browser.conftest import Reader
from tests.browser.test_boards import begin, is_chosen, own_steps, signed_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

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


def pass_for_others(game: Game) -> None:
    """Ben places his first leaf in a corner and from then on nothing."""
    game.refresh_from_db()
    if game.status == Game.Status.RUNNING and game.to_act == 1:
        ben = Player.objects.get(username="ben")
        text = "L 4,4,1" if game.ply == 1 else "pass"
        play_move(game_id=game.pk, player_id=ben.pk, text=text, ply=game.ply, at=timezone.now(), source="mail")
        game.refresh_from_db()


def choose_for(game: Game, random: Random) -> Choice:
    """A random cube, more often high up than on the board, and not above the leaf of the other seat."""
    steps = [step for step in choices_of(game.game_rules, game.load_position()).steps if "column" in step.facets]
    steps = [step for step in steps if step.facets["column"] != ("4,4",)]
    return random.choices(steps, [5 if step.facets["level"] != ("1",) else 1 for step in steps])[0]


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


def pick_kind(page: Page, choice: Choice) -> None:
    if not is_chosen(page):
        page.locator("[data-offers] button", has_text=KINDS[choice.facets["kind"][0]]).click()


def by_touch_in_space(page: Page, choice: Choice) -> None:
    page.locator("[data-space]").evaluate("one => scrollTo(0, one.offsetTop)")
    page.touchscreen.tap(*spot_of(page, choice))
    if not is_chosen(page):
        expect(page.locator(".stage .ghost").first).to_be_attached()
        expect(page.locator(".chip")).to_contain_text(f"at {choice.text[2:]}")
    pick_kind(page, choice)


def by_second_tap(page: Page, choice: Choice) -> None:
    """The mouse lights a face, its first click shows a branch, its second one takes it."""
    x, y = spot_of(page, choice)
    page.mouse.move(x, y)
    expect(page.locator(".stage .hover")).to_have_count(1)
    page.mouse.click(x, y)
    if choice.facets["kind"] == ("L",):
        page.locator(".picture svg").focus()
        page.keyboard.press("]")
    expect(page.locator(".stage .ghost").first).to_be_attached()
    page.mouse.click(x, y)


def by_touch_on_the_map(page: Page, choice: Choice) -> None:
    page.locator("[data-toggle]").tap()
    expect(page.locator(".stage")).to_be_hidden()
    page.reload()  # the view is remembered
    expect(page.locator(".stage")).to_be_hidden()
    column = page.locator(f'.picture .lit[data-place="{choice.facets["column"][0]}"]')
    column.scroll_into_view_if_needed()
    column.tap()
    level = page.locator("[data-offers] button", has_text=f"level {choice.facets['level'][0]}")
    if not is_chosen(page) and level.count():
        level.tap()
    pick_kind(page, choice)
    page.locator("[data-toggle]").tap()
    expect(page.locator(".stage .unsent").first).to_be_attached()


def by_keyboard(page: Page, choice: Choice) -> None:
    """The level first, then the column on the map, then the kind; and the view is turned by key on the way."""
    expect(lit(page).first).to_be_attached()
    page.locator(".picture svg").focus()
    page.keyboard.press("q")
    page.keyboard.press(choice.facets["level"][0])
    expect(page.locator(".chip")).to_contain_text(f"level {choice.facets['level'][0]}")
    page.keyboard.press("ArrowRight")
    x, y = map(int, choice.facets["column"][0].split(","))
    for _ in range(24):
        at = page.locator(".picture .cursor").get_attribute("data-place") or ""
        right, up = x - int(at.split(",")[0]), y - int(at.split(",")[1])
        if not right and not up:
            break
        page.keyboard.press(
            ("ArrowRight" if right > 0 else "ArrowLeft") if right else ("ArrowUp" if up > 0 else "ArrowDown")
        )
    expect(page.locator(".stage .cursor")).to_have_count(1)
    page.keyboard.press("Enter")
    if not is_chosen(page):
        page.keyboard.press(choice.facets["kind"][0])


def by_links(page: Page, choice: Choice) -> None:
    expect(page.locator(".stage")).to_be_hidden()
    page.locator(".sides a", has_text="north-east").click()
    page.locator(f'.places a:has([data-place="{choice.facets["column"][0]}"])').first.click()
    for words in (f"level {choice.facets['level'][0]}", KINDS[choice.facets["kind"][0]]):
        button = page.locator("[data-offers] a", has_text=words)
        if not page.get_by_label("Your move").input_value() and button.count():
            button.first.click()
    expect(page.locator(".sides [aria-current]")).to_have_text("north-east")


@pytest.mark.slow
def test_whole_game_of_treeblox_in_space_and_on_the_map(chromium: Browser, live_server: LiveServer) -> None:
    game, random, meant = begin("treeblox"), Random("space"), []
    phone = Reader(chromium, live_server.url, "phone", touch=True)
    desktop = Reader(chromium, live_server.url, "desktop", "dark")
    bare = Reader(chromium, live_server.url, "phone", scripts=False)
    ways = [(phone, by_touch_in_space)] * 4
    ways += [(desktop, by_second_tap), (phone, by_touch_in_space), (phone, by_touch_on_the_map)]
    ways += [(desktop, by_keyboard), (phone, by_touch_in_space), (bare, by_links), (phone, by_touch_in_space)]
    for reader in (phone, desktop, bare):
        signed_in(reader, Player.objects.get(username="ada"))
        reader.page.emulate_media(reduced_motion="reduce")
    for reader, way in ways:
        pass_for_others(game)
        page = reader.page
        page.goto(f"{live_server.url}/games/{game.pk}/")
        choice = choose_for(game, random)
        way(page, choice)
        expect(page.get_by_label("Your move")).to_have_value(choice.text)
        reader.check_width()
        page.locator("#pointing [data-play]").click()
        expect(page.locator(".notes .success")).to_be_visible()
        meant.append(choice.text)
        game.refresh_from_db()
    while game.status == Game.Status.RUNNING:  # both pass; a turn that still may have a cube is done first
        pass_for_others(game)
        phone.page.goto(f"{live_server.url}/games/{game.pk}/")
        [last] = [step for step in choices_of(game.game_rules, game.load_position()).steps if "word" in step.facets]
        phone.page.locator("[data-offers] button", has_text=last.text).tap()
        expect(phone.page.get_by_label("Your move")).to_have_value(last.text)
        phone.page.locator("#pointing [data-play]").click()
        expect(phone.page.locator(".notes .success")).to_be_visible()
        meant.append(last.text)
        game.refresh_from_db()
    assert own_steps(game) == meant
    assert phone.complaints == desktop.complaints == []


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


def test_two_cubes_of_a_turn_are_shown_ahead_turned_and_taken_back(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("treeblox")
    for ply, text in enumerate(("L 1,1,1", "L 4,4,1", "L 1,2,1", "pass", "L 1,3,1", "pass")):
        player = Player.objects.get(username="ada" if ply % 2 == 0 else "ben")
        play_move(game_id=game.pk, player_id=player.pk, text=text, ply=ply, at=timezone.now(), source="mail")
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    signed_in(reader, Player.objects.get(username="ada"))
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
    expect(page.locator(".chip").last).to_contain_text(text)
