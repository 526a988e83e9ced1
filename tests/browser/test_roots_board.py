"""Roots and Shoots in a real browser: a whole game, mostly by touch on a phone; every step equals the typed one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import cycle
from random import Random
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, GameEvent, Player
from games.rules.base import Position
from games.rules.choices import Choice, Then, choices_of
from tests.browser.conftest import Reader
from tests.browser.test_boards import begin, middle_of, others_play, signed_in
from tests.games.roots_games import CUT, cutting_game

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

Point: TypeAlias = Callable[[Page, str], None]  # at a node, to pick it
FINGER = 44  # pixels


def box(page: Page) -> str:
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    return page.get_by_label("Your move").input_value()


def lit(page: Page, node: str) -> str:
    return f'.places .lit[data-place="{node}"]'


def by_touch(page: Page, node: str) -> None:
    """A tap brings a crowded part of the board closer, and the next one picks."""
    page.locator(".picture").evaluate("one => scrollTo(0, one.offsetTop)")
    svg = page.locator(".picture svg")
    frame, (x, y) = svg.bounding_box(), middle_of(page, node)
    assert frame is not None
    if not (frame["x"] < x < frame["x"] + frame["width"] and frame["y"] < y < frame["y"] + frame["height"]):
        page.get_by_role("button", name="Fit", exact=True).tap()
    before = svg.get_attribute("viewBox")
    page.touchscreen.tap(*middle_of(page, node))
    if svg.get_attribute("viewBox") != before and page.locator(lit(page, node)).count():
        place = page.locator(lit(page, node)).first.bounding_box()
        assert place is not None
        assert place["width"] > FINGER * 0.9
        page.touchscreen.tap(*middle_of(page, node))


def by_mouse(page: Page, node: str) -> None:
    page.locator(".picture svg").scroll_into_view_if_needed()
    page.mouse.click(*middle_of(page, node))


def by_keyboard(page: Page, node: str) -> None:
    """The arrow keys lead there: along x, then along y."""
    page.locator(".picture svg").focus()
    if not page.locator(".places .cursor").count():
        page.keyboard.press("ArrowRight")
    place = page.locator(".places .cursor").get_attribute("data-place") or ""
    (x, y), (to_x, to_y) = (map(int, name.split(",")) for name in (place, node))
    for _ in range(abs(to_x - x)):
        page.keyboard.press("ArrowRight" if to_x > x else "ArrowLeft")
    for _ in range(abs(to_y - y)):
        page.keyboard.press("ArrowUp" if to_y > y else "ArrowDown")
    expect(page.locator(".places .cursor")).to_have_attribute("data-place", node)
    page.keyboard.press("Enter")


def choose_die(page: Page, die: str, point: Point) -> None:
    """By its button, or on the board by its last figure."""
    if point is by_keyboard:
        page.locator(".picture svg").press(die[-1])
    else:
        page.locator("[data-offers] button").filter(has_text=die).click()


def choose(page: Page, choice: Choice, point: Point, expected: Sequence[str]) -> None:
    """Choose a step on the page. One that takes something off the board is shown first, and picked again."""
    if die := choice.facets.get("die"):
        expect(page.locator("[data-offers] button").first).to_be_visible()
        choose_die(page, die[0], point)
    else:
        [node, *_] = choice.facets["node"]
        expect(page.locator(lit(page, node))).to_be_attached()
        point(page, node)
        if choice.marks:
            fallen = choice.marks.get("falls", ())
            expect(page.locator(".places .falls")).to_have_count(len(fallen))
            assert box(page) == "; ".join(expected[:-1])
            expect(page.locator("[data-offers] button").first).to_contain_text(choice.words)
            point(page, node)
    expect(page.get_by_label("Your move")).to_have_value("; ".join(expected))


def follow(page: Page, choice: Choice) -> None:
    """The same by links, on a page without a script."""
    if die := choice.facets.get("die"):
        return page.locator("[data-offers] a").filter(has_text=die[0]).click()
    link = page.locator(f'.places a:has([data-place="{choice.facets["node"][0]}"])').first
    page.goto(page.url.partition("/games/")[0] + str(link.get_attribute("href")))
    if choice.marks:
        page.locator("[data-offers] a").filter(has_text=choice.words).click()
    return None


def turn_of(position: Position[Any], game: Game, random: Random) -> list[Choice]:
    """Steps that can be sent together, drawn at random, attacks before all others."""
    found: list[Choice] = []
    while not found or found[-1].then is Then.MORE:
        steps = choices_of(game.game_rules, position).steps
        found.append(random.choice([step for step in steps if step.marks] or steps))
        position = position.play(game.game_rules.parse(found[-1].text, position))
    return found


def sent_steps(game: Game) -> list[str]:
    """What the first seat has sent itself."""
    events = game.events.filter(seat=0, kind=GameEvent.Kind.STEP, cause="").order_by("ply")
    return list(events.values_list("text", flat=True))


@pytest.mark.slow
def test_whole_game_by_touch_mouse_keyboard_and_links(chromium: Browser, live_server: LiveServer) -> None:
    game, random, meant, most_beads = begin("roots", beads=20, nutrients=10), Random("roots"), [], 0
    phone = Reader(chromium, live_server.url, "phone", touch=True)
    desktop = Reader(chromium, live_server.url, "desktop", "dark")
    plain = Reader(chromium, live_server.url, "phone", scripts=False)
    for reader in (phone, desktop, plain):
        signed_in(reader, Player.objects.get(username="ada"))
    ways = cycle(
        [*[(phone, by_touch)] * 3, (desktop, by_mouse), (phone, by_touch), (desktop, by_keyboard), (plain, None)]
    )
    others_play(game, random)
    while game.status == Game.Status.RUNNING:
        reader, point = next(ways)
        page = reader.page
        reader.open(f"/games/{game.pk}/")
        steps = turn_of(game.load_position(), game, random)
        texts = [step.text for step in steps]
        for number, step in enumerate(steps, start=1):
            if point is None:
                follow(page, step)
            else:
                choose(page, step, point, texts[:number])
        assert page.get_by_label("Your move").input_value() == "; ".join(texts)
        if point is not None and len(texts) > 1:
            assert page.locator(".overlay .number").all_text_contents() == [str(n + 1) for n in range(len(texts))]
        most_beads = max(most_beads, len(texts))
        page.locator("#pointing [data-play]").click()
        expect(page.locator(".notes .success")).to_be_visible()
        meant += texts
        others_play(game, random)
    assert sent_steps(game) == meant
    assert most_beads > 1
    assert phone.complaints == desktop.complaints == []


@pytest.mark.slow
def test_attack_is_shown_before_it_is_chosen_and_the_owner_taps_the_end_to_lose(
    chromium: Browser, live_server: LiveServer
) -> None:
    game = cutting_game(lambda *_, **__: begin("roots"), "ada", "ben")
    ada, ben = (Reader(chromium, live_server.url, "phone", touch=True) for _ in range(2))
    signed_in(ada, Player.objects.get(username="ada"))
    signed_in(ben, Player.objects.get(username="ben"))
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
    by_touch(page, "9,3")
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
