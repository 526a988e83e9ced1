"""Analysis, plans and replay in a real browser: what scripts add to pages that work without them."""

from __future__ import annotations

import re
from random import Random

import pytest
from django.utils import timezone
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Player
from games.play import queries
from games.play.moving import play_move
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import begin, random_choice
from tests.browser.ways.pointing import middle_of

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def place(page: Page, name: str) -> None:
    expect(page.locator(f'.places .lit[data-place="{name}"]')).to_be_attached()
    page.mouse.click(*middle_of(page, name))
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)


@pytest.mark.slow
def test_branches_are_tried_kept_shared_and_taken_over_as_a_plan(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    ben, visitor = Reader(chromium, live_server.url, "desktop"), Reader(chromium, live_server.url, "phone", "dark")
    sign_in(ben, Player.objects.get(username="ben"))
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
    page.goto(f"{live_server.url}/games/{game.pk}/analysis/")
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
    assert (game.ply, ben.complaints, visitor.complaints) == (0, [], [])


@pytest.mark.slow
def test_dice_of_an_analysis_are_chosen_or_thrown_in_the_browser(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("roots")
    while game.load_position().is_setup:
        seat = game.seats.get(number=game.to_act)
        text = game.game_rules.format(next(game.load_position().legal_moves()), game.load_position())
        play_move(game_id=game.pk, player_id=seat.player_id, text=text, ply=game.ply, at=timezone.now(), source="mail")
        game.refresh_from_db()
    rolls = game.events.filter(kind="roll").count()
    reader = Reader(chromium, live_server.url, "phone", touch=True)
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
    assert reader.complaints == []


@pytest.mark.slow
def test_game_is_replayed_by_key_slider_and_by_itself_without_loading_its_page_again(
    chromium: Browser, live_server: LiveServer
) -> None:
    game, random = begin("btt"), Random("replay")
    for _ in range(10):
        seat = game.seats.get(number=game.to_act)
        text = random_choice(game.load_position(), game, random).text
        play_move(game_id=game.pk, player_id=seat.player_id, text=text, ply=game.ply, at=timezone.now(), source="mail")
        game.refresh_from_db()
    reader = Reader(chromium, live_server.url, "phone")
    sign_in(reader, game.seats.get(number=game.to_act).player)
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
    assert reader.complaints == []


@pytest.mark.slow
def test_move_that_arrives_is_spoken_and_unsent_steps_that_still_fit_are_kept(
    chromium: Browser, live_server: LiveServer
) -> None:
    game = begin("treeblox")
    other = begin("btt")

    def play(text: str) -> None:
        game.refresh_from_db()
        seat = game.seats.get(number=game.to_act)
        play_move(game_id=game.pk, player_id=seat.player_id, text=text, ply=game.ply, at=timezone.now(), source="mail")

    for text in ("L 1,1,1", "L 4,4,1", "L 1,2,1", "L 4,3,1", "L 1,3,1"):
        play(text)
    reader = Reader(chromium, live_server.url, "desktop")
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    look_again = "document.dispatchEvent(new Event('visibilitychange'))"
    reader.open(f"/games/{game.pk}/")
    expect(page.locator("#pointing")).to_have_count(0)
    page.evaluate(look_again)
    play("L 4,2,1")
    page.evaluate(look_again)
    expect(page.locator("[data-arrived]")).to_contain_text("ben L 4,2,1")
    expect(page.locator(".places .lit").first).to_be_attached()
    expect(page.locator(".history .arrived")).to_have_count(1)
    page.locator("[data-step]").first.wait_for(state="attached")
    page.locator("[data-step='B 2,3,1']").evaluate("link => link.click()")
    expect(page.get_by_label("Your move")).to_have_value("B 2,3,1")
    play("B 2,1,1")
    page.evaluate(look_again)
    expect(page.locator(".history .steps").last).to_contain_text("B 2,1,1")
    expect(page.get_by_label("Your move")).to_have_value("B 2,3,1")
    page.get_by_role("link", name="Chat").click()
    page.get_by_label("Message").fill("well played")
    play("B 2,2,1")
    page.evaluate(look_again)
    expect(page.locator(".history .steps").last).to_contain_text("B 2,2,1")
    expect(page.get_by_label("Message")).to_have_value("well played")
    page.locator("main h1").click()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_have_attribute("open", "")
    page.keyboard.press(".")
    expect(page).to_have_url(f"{live_server.url}/games/{other.pk}/")
    assert reader.complaints == []
