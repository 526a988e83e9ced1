"""Lessons by touch on a phone, as a visitor: one to its end, and of each other one what a step looks like."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.cache import cache
from playwright.sync_api import Page, expect

from games.lessons import LESSONS
from games.rules.base import Position, Rules, split_steps
from games.rules.choices import Choice, choices_of
from tests.browser.conftest import Visit
from tests.browser.ways.pointing import TOUCH, choose, show_board
from tests.browser.ways.twigs import by_finger

pytestmark = [pytest.mark.browser, pytest.mark.slow]

WHOLE, FEW = "btt", 3


def tap_step(page: Page, choice: Choice, rules: Rules[Any, Any], position: Position[Any], before: list[str]) -> None:
    """A step is tapped on the board: in Treeblox on the map, in Twigs the twig is drawn over the board."""
    expect(page.locator("#pointing.scripted:not([aria-busy])")).to_be_attached()
    show_board(page)
    if rules.slug == "twigs":
        by_finger(page, rules.parse(choice.text, position))
        return
    if page.locator(".stage").is_visible():
        page.locator("[data-toggle]").tap()
        show_board(page)
    facets = [facet for facet in choice.facets if facet != "from"]
    choose(page, TOUCH, choice, rules=rules, position=position, before=before, facets=facets)


@pytest.mark.parametrize("slug", list(LESSONS))
def test_lesson_by_touch_on_a_phone(visit: Visit, slug: str) -> None:
    reader = visit()
    page, lesson = reader.page, LESSONS[slug]
    exercises = lesson.exercises if slug == WHOLE else lesson.exercises[:FEW]
    reader.open("/learn/")
    page.locator(f'main a[href^="/learn/{slug}/"].button').tap()
    for number, exercise in enumerate(exercises, 1):
        cache.clear()  # of rate limits: nobody is as fast
        expect(page).to_have_url(f"{reader.address}/learn/{slug}/{number}/")
        reader.check_width()
        position: Any = lesson.positions[number - 1]
        before: list[str] = []
        for text in split_steps(exercise.solution):
            choice = next(step for step in choices_of(lesson.rules, position).steps if step.text == text)
            tap_step(page, choice, lesson.rules, position, before)
            before.append(text)
            expect(page.get_by_label("Your move")).to_have_value("; ".join(before))
            position = position.play(lesson.rules.parse(text, position))
        page.locator("[data-play]").tap()
        expect(page.locator("#answer")).to_contain_text(str(exercise.answer))
        reader.check_width()
        if number < len(exercises):
            page.locator("[data-next]").tap()
    reader.open(f"/learn/{slug}/")
    expect(page.locator(".exercises .tag")).to_have_count(len(exercises))
