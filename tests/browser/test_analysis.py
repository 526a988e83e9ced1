"""Analysis, plans and replay in a real browser: what scripts add to pages that work without them."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from games.play import queries
from tests.browser.conftest import Visit
from tests.browser.games import begin, played, send
from tests.browser.ways.pointing import middle_of

pytestmark = [pytest.mark.browser, pytest.mark.slow]


def place(page: Page, name: str) -> None:
    expect(page.locator(f'.places .lit[data-place="{name}"]')).to_be_attached()
    page.mouse.click(*middle_of(page, name))
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)


def test_branches_are_tried_kept_shared_and_taken_over_as_a_plan(visit: Visit) -> None:
    game = begin("btt")
    ben, visitor = visit("desktop", player="ben"), visit("phone", "dark")
    page = ben.page
    ben.open(f"/games/{game.pk}/")
    page.get_by_role("link", name="Analysis").click()
    place(page, "d3")
    place(page, "e2")
    expect(page.locator(".lines li")).to_have_text(["null d3 root e2"])
    page.get_by_label("Your note on the board that is shown").fill("strong")
    page.locator("main h1").click()
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".chip")).to_have_count(0)
    place(page, "c3")
    place(page, "b2")
    expect(page.locator(".lines li")).to_have_text(["null d3 root e2", "at the beginning: null c3 root b2"])
    shared = page.url
    ben.open(f"/games/{game.pk}/analysis/")
    expect(page.locator(".lines li")).to_have_count(2)
    page.locator(".lines a.noted").click()
    expect(page.get_by_label("Your note on the board that is shown")).to_have_value("strong")
    visitor.page.goto(shared)
    expect(visitor.page.locator(".lines [aria-current]")).to_have_text("root b2")
    expect(visitor.page.locator(".lines li")).to_have_text(["null d3 root e2", "at the beginning: null c3 root b2"])
    visitor.page.locator(".lines a.noted").click()
    expect(visitor.page.get_by_label("Your note on the board that is shown")).to_have_value("strong")
    visitor.check_width()
    page.get_by_role("button", name="Plan all lines").click()
    expect(page.locator("#id_plan")).to_have_value("if null d3 then root e2 else if null c3 then root b2")
    game.refresh_from_db()
    assert game.ply == 0


def test_dice_of_an_analysis_are_chosen_or_thrown_in_the_browser(visit: Visit) -> None:
    game = begin("roots")
    while game.load_position().is_setup:
        send(game, game.game_rules.format(next(game.load_position().legal_moves()), game.load_position()))
    rolls = game.events.filter(kind="roll").count()
    reader = visit()
    page = reader.page
    reader.open(f"/games/{game.pk}/analysis/")
    page.get_by_role("button", name="d4").tap()
    page.get_by_role("group", name="The die shows").get_by_role("button", name="3").tap()
    expect(page.locator(".lines [aria-current]")).to_have_text("roll d4 3")
    page.get_by_role("button", name="Undo").tap()
    page.get_by_role("button", name="Throw").tap()
    expect(page.locator(".lines [aria-current]")).to_have_text(re.compile(r"roll d4 [1-4]"))
    reader.check_width()
    assert game.events.filter(kind="roll").count() == rolls


def test_game_is_replayed_by_key_slider_and_by_itself_without_loading_its_page_again(visit: Visit) -> None:
    game, reader = played("btt", 10), visit(player="ada")
    assert game.ply == 10
    page, asked = reader.page, list[str]()
    page.on("request", lambda request: asked.append(request.url) if "/boards/" in request.url else None)
    reader.open(f"/games/{game.pk}/")
    expect(page.locator(".places .lit").first).to_be_attached()
    page.evaluate("globalThis.same = true")
    page.locator("main h1").click()
    page.keyboard.press("ArrowLeft")
    expect(page.locator("[data-played]")).to_contain_text("after move 9 of 10")
    expect(page).to_have_url(re.compile(r"\?ply=9$"))
    expect(page.locator(".history .shown a.ply")).to_have_attribute("data-ply", "9")
    page.keyboard.press("Home")
    expect(page.locator("[data-played]")).to_contain_text("after move 0 of 10")
    page.get_by_label("Move on the board").fill("4")
    expect(page.locator("[data-played]")).to_contain_text("after move 4 of 10")
    seen = game.game_rules.describe(queries.position_at(game, 4))
    expect(page.locator("[data-part=words] p").first).to_have_text(seen, use_inner_text=False)
    reader.check_width()
    page.get_by_label("Seconds for each move").select_option("0.5")
    page.get_by_role("button", name="Replay").click()
    expect(page.locator(".step .faint").first).to_have_text("10 / 10")
    expect(page.get_by_role("button", name="Replay")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".places .lit").first).to_be_attached()
    assert len(asked) == 2, "eleven boards come in two answers"
    assert page.evaluate("globalThis.same") is True


def test_move_that_arrives_is_spoken_and_unsent_steps_that_still_fit_are_kept(visit: Visit) -> None:
    game, other = begin("treeblox"), begin("btt")
    for text in ("L 1,1,1", "L 4,4,1", "L 1,2,1", "L 4,3,1", "L 1,3,1"):
        send(game, text)
    reader = visit("desktop", player="ada")
    page = reader.page
    look_again = "document.dispatchEvent(new Event('visibilitychange'))"
    reader.open(f"/games/{game.pk}/")
    expect(page.locator("#pointing")).to_have_count(0)
    page.evaluate(look_again)
    send(game, "L 4,2,1")
    page.evaluate(look_again)
    expect(page.locator("[data-arrived]")).to_contain_text("ben L 4,2,1")
    expect(page.locator(".places .lit").first).to_be_attached()
    expect(page.locator(".history .arrived")).to_have_count(1)
    page.locator("[data-step]").first.wait_for(state="attached")
    page.locator("[data-step='B 2,3,1']").evaluate("link => link.click()")
    expect(page.get_by_label("Your move")).to_have_value("B 2,3,1")
    send(game, "B 2,1,1")
    page.evaluate(look_again)
    expect(page.locator(".history .steps").last).to_contain_text("B 2,1,1")
    expect(page.get_by_label("Your move")).to_have_value("B 2,3,1")
    page.get_by_role("link", name="Chat").click()
    page.get_by_label("Message").fill("well played")
    send(game, "B 2,2,1")
    page.evaluate(look_again)
    expect(page.locator(".history .steps").last).to_contain_text("B 2,2,1")
    expect(page.get_by_label("Message")).to_have_value("well played")
    page.locator("main h1").click()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    page.keyboard.press(".")
    expect(page).to_have_url(f"{reader.address}/games/{other.pk}/")
