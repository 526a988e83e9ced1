"""Every lesson to its end by touch on a phone, as a visitor."""

from __future__ import annotations

import re
from collections.abc import Callable
from time import monotonic
from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.lessons import LESSONS
from games.rules.base import split_steps
from games.rules.choices import Choice, choices_of
from tests.browser import test_boards, test_roots_board, test_treeblox_board, test_twigs_board
from tests.browser.conftest import Reader

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

SECONDS = 180  # for a lesson


def to_top(page: Page) -> None:
    """Scroll the board up from behind the buttons below it."""
    page.locator(".picture").evaluate("one => scrollBy(0, one.getBoundingClientRect().top)")


def tap_btt(page: Page, choice: Choice, move: Any) -> None:
    to_top(page)
    test_boards.by_touch(page, choice)


def tap_treeblox(page: Page, choice: Choice, move: Any) -> None:
    """On the map: the column, then the level and the kind of cube where there are several."""
    expect(page.locator(".picture .lit").first).to_be_attached()
    if page.locator(".stage").is_visible():
        page.locator("[data-toggle]").tap()
    before = page.get_by_label("Your move").input_value()
    if word := choice.facets.get("word"):
        page.locator("[data-offers] button").filter(has_text=word[0]).tap()
        return
    to_top(page)
    page.locator(f'.picture .lit[data-place="{choice.facets["column"][0]}"]').tap()
    for words in (f"level {choice.facets['level'][0]}", test_treeblox_board.KINDS[choice.facets["kind"][0]]):
        expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
        button = page.locator("[data-offers] button", has_text=words)
        if page.get_by_label("Your move").input_value() == before and button.count():
            button.first.tap()


def tap_twigs(page: Page, choice: Choice, move: Any) -> None:
    expect(page.locator(".tray button").first).to_be_visible()
    to_top(page)
    test_twigs_board.by_finger(page, move)


def tap_roots(page: Page, choice: Choice, move: Any) -> None:
    expect(page.locator("[data-undo]")).to_be_visible()
    before = test_roots_board.box(page)
    if die := choice.facets.get("die"):
        page.locator("[data-offers] button").filter(has_text=die[0]).tap()
    else:
        test_roots_board.by_touch(page, choice.facets["node"][0])
        if test_roots_board.box(page) == before:  # what takes something off the board is shown first
            page.locator("[data-offers] button").last.tap()
    expect(page.get_by_label("Your move")).not_to_have_value(before)


TAPS: dict[str, Callable[[Page, Choice, Any], None]] = {
    "btt": tap_btt,
    "treeblox": tap_treeblox,
    "twigs": tap_twigs,
    "roots": tap_roots,
}


@pytest.mark.slow
@pytest.mark.parametrize("slug", list(LESSONS))
def test_whole_lesson_by_touch_on_a_phone(chromium: Browser, live_server: LiveServer, slug: str) -> None:
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    page, lesson, begun = reader.page, LESSONS[slug], monotonic()
    reader.open("/learn/")
    page.locator(f'main a[href^="/learn/{slug}/"].button').tap()
    for number, exercise in enumerate(lesson.exercises, 1):
        cache.clear()  # of rate limits: nobody is as fast
        expect(page).to_have_url(f"{live_server.url}/learn/{slug}/{number}/")
        reader.check_width()
        position: Any = lesson.positions[number - 1]
        for text in split_steps(exercise.solution):
            choice = next(step for step in choices_of(lesson.rules, position).steps if step.text == text)
            move = lesson.rules.parse(text, position)
            TAPS[slug](page, choice, move)
            expect(page.get_by_label("Your move")).to_have_value(_ends_with(text))
            position = position.play(move)
        page.locator("[data-play]").tap()
        expect(page.locator("#answer")).to_contain_text(str(exercise.answer))
        reader.check_width()
        if number < len(lesson.exercises):
            page.locator("[data-next]").tap()
    reader.open(f"/learn/{slug}/")
    expect(page.locator(".exercises .tag")).to_have_count(len(lesson.exercises))
    assert reader.complaints == []
    assert monotonic() - begun < SECONDS


def _ends_with(text: str) -> Any:
    return re.compile(rf"{re.escape(text)}$")
