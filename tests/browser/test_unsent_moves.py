"""What is not sent is lost neither without a network nor without a session, and nothing is sent twice."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Browser, Page, Route, expect
from pytest_django.live_server_helper import LiveServer

from games.models import Game, Player, Submission
from games.play.agreements import resign
from games.rules import RULES
from tests.browser.conftest import Reader, sign_in
from tests.browser.test_boards import ada_at, begin, others_play, own_steps
from tests.browser.test_game_pages import played
from tests.browser.test_twigs_board import send
from tests.browser.ways.pointing import box, middle_of, play_button
from tests.games.conftest import after
from tests.service import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]


def play(page: Page) -> None:
    play_button(page).click()


def keep_first(page: Page) -> list[Route]:
    """All moves that are sent from now on; the first one waits."""
    sent: list[Route] = []

    def hold(route: Route) -> None:
        sent.append(route)
        if len(sent) > 1:
            route.continue_()

    page.route("**/play/", hold)
    return sent


def ada_writes(chromium: Browser, live_server: LiveServer, game: Game) -> tuple[Reader, str]:
    """Ada's page with a legal step in the box."""
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    reader.open(f"/games/{game.pk}/")
    expect(reader.page.locator("[data-say]")).not_to_be_empty()
    position = game.load_position()
    text = game.game_rules.format(next(iter(position.legal_moves())), position)
    box(reader.page)
    reader.page.locator("#id_text").evaluate(
        "(one, text) => { one.value = text; one.dispatchEvent(new Event('input')); }", text
    )
    return reader, text


@pytest.mark.parametrize("rules", list(RULES))
def test_move_without_a_network_is_sent_when_there_is_one(
    chromium: Browser, live_server: LiveServer, rules: str
) -> None:
    game = begin(rules)
    reader, text = ada_writes(chromium, live_server, game)
    page = reader.page
    reader.context.set_offline(True)
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    expect(page.locator("#id_text")).to_have_value(text)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    reader.context.set_offline(False)
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game)[:1] == [text]


def test_move_whose_answer_is_lost_is_played_once(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page, lost = reader.page, list[int]()

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)
            return route.abort()
        return route.continue_()

    page.route("**/play/", lose)
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    play(page)
    expect(page.get_by_text("You sent this before, so nothing new happened.")).to_be_visible()
    assert (lost, own_steps(game), Submission.objects.count()) == ([204], ["null d3"], 1)


@pytest.mark.parametrize("is_silent", [False, True])
@pytest.mark.parametrize("is_listed", [False, True])
def test_step_that_is_chosen_without_a_network_stays_and_is_offered(
    chromium: Browser, live_server: LiveServer, is_listed: bool, is_silent: bool
) -> None:
    """Whether what the board asks for fails, or is never answered."""
    game, asked = begin("btt"), list[Route]()
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    box(page)
    page.route(re.compile(r"/steps/\?"), lambda route: asked.append(route) if is_silent else route.abort())
    if is_listed:
        page.locator("[data-step='null d3']").evaluate("one => one.click()")
    else:
        page.touchscreen.tap(*middle_of(page, "d3"))
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    expect(play_button(page)).to_contain_text("Play: ")
    play(page)
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d3"]


def test_another_move_is_not_sent_in_place_of_one_that_was_lost(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    sent = keep_first(page)
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    with page.expect_request("**/play/"):
        play(page)
    page.locator("[data-undo]").tap()
    page.touchscreen.tap(*middle_of(page, "d4"))
    assert box(page) == "null d4"
    sent[0].abort()
    page.wait_for_timeout(2000)  # longer than until it is sent again
    assert (len(sent), own_steps(game)) == (1, [])
    play(page)
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d4"]


def test_move_that_is_answered_before_its_own_answer_comes_is_confirmed_once(
    chromium: Browser, live_server: LiveServer
) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    sent = keep_first(page)
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    with page.expect_request("**/play/"):
        play(page)
    box(page)
    answer = sent[0].fetch()
    others_play(game, Random("others"))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator(".board-figure")).to_have_attribute("data-ply", "2")
    sent[0].fulfill(response=answer)
    expect(page.locator(".notes .success")).to_have_count(1)
    expect(page.locator(".notes .success")).to_contain_text("Move sent.")
    assert len(sent) == 1


def test_box_stands_beside_the_present_board_alone(chromium: Browser, live_server: LiveServer) -> None:
    game = played("btt", 2, 2)
    reader, text = ada_writes(chromium, live_server, game)
    page, field, opener = reader.page, reader.page.get_by_label("Your move"), reader.page.locator("[data-type]")
    page.reload()
    expect(field).to_be_visible()
    page.get_by_role("link", name="Previous").first.click()
    expect(page.locator("[data-past]")).to_be_visible()
    expect(field.or_(opener).filter(visible=True)).to_have_count(0)
    page.get_by_role("link", name="Back to the present").click()
    expect(field).to_have_value(text)
    expect(field).to_be_visible()
    expect(play_button(page)).to_have_text(f"Play: {text}")


def test_move_of_a_page_that_was_closed_waits_for_the_next_one(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    page.route("**/play/", lambda route: route.abort())
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    page.goto("about:blank")
    page.unroute("**/play/")
    page.goto(f"{live_server.url}/games/{game.pk}/")
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d3"]


def test_board_can_be_used_while_an_earlier_move_is_asked_about(chromium: Browser, live_server: LiveServer) -> None:
    game, held = begin("btt"), list[Route]()
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    page.route("**/play/", lambda route: route.abort())
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    page.goto("about:blank")
    page.unroute("**/play/")
    send(game, "null d4")
    others_play(game, Random("others"))
    page.route("**/play/", lambda route: held.append(route))
    page.goto(f"{live_server.url}/games/{game.pk}/")
    page.locator("[data-step]").first.evaluate("one => one.click()")
    expect(play_button(page)).to_contain_text("Play: ")
    assert box(page)  # the board has answered, and knows the words of the step
    chosen = str(play_button(page).text_content())  # which may be hidden at this moment
    page.unroute("**/play/")  # which lets go what is held, however often it was sent until then
    wait_for(lambda: page.evaluate("Object.values(localStorage).every((kept) => !JSON.parse(kept).nonce)"))
    page.wait_for_timeout(500)
    expect(play_button(page)).to_have_text(chosen)
    assert own_steps(game) == ["null d4"]


def test_last_act_is_what_play_plays_and_the_other_one_is_put_away(chromium: Browser, live_server: LiveServer) -> None:
    reader, text = ada_writes(chromium, live_server, begin("btt"))
    page, typed = reader.page, f"Play: {text}"
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    expect(play_button(page)).to_contain_text("d3")
    page.locator("[data-undo]").tap()
    expect(play_button(page)).to_have_text(typed)
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    page.evaluate("document.body.classList.add('typing')")
    page.get_by_label("Your move").fill(text)
    expect(play_button(page)).to_have_text(typed)
    expect(page.locator("[data-undo]")).to_be_disabled()
    page.reload()
    expect(play_button(page)).to_have_text(typed)


def test_move_that_comes_too_late_is_shown_and_not_sent_again(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader = ada_at(chromium, live_server, game)
    page = reader.page
    page.touchscreen.tap(*middle_of(page, "d3"))
    assert box(page) == "null d3"
    reader.context.set_offline(True)
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    resign(game_id=game.pk, player_id=Player.objects.get(username="ben").pk, at=after(1), source="mail")
    reader.context.set_offline(False)
    expect(page.get_by_text("Not played.")).to_be_visible()
    assert own_steps(game) == []


@pytest.mark.parametrize("rules", list(RULES))
def test_what_is_unsent_outlives_reloads_rotations_ways_back_and_a_session(
    chromium: Browser, live_server: LiveServer, rules: str
) -> None:
    game = begin(rules)
    reader = Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{game.pk}/")
    page.locator({"twigs": ".tray button", "treeblox": ".stage .lit"}.get(rules, ".places .lit")).nth(1).tap()
    box(page)
    expect(play_button(page)).to_contain_text("Play: ")
    words = str(play_button(page).text_content())
    page.reload()
    expect(play_button(page)).to_have_text(words)
    page.set_viewport_size({"width": 740, "height": 360})
    expect(play_button(page)).to_have_text(words)
    page.goto(f"{live_server.url}/lobby/")
    page.go_back()
    expect(play_button(page)).to_have_text(words)
    reader.context.clear_cookies(name="sessionid")
    play(page)
    page.wait_for_url("**/accounts/login/?next=*")
    sign_in(reader, Player.objects.get(username="ada"))
    page.reload()
    page.wait_for_url(f"**/games/{game.pk}/")
    expect(play_button(page)).to_have_text(words)
    play(page)
    expect(page.locator(".notes .success")).to_be_visible()
    first = game.load_position()
    [text] = own_steps(game)[:1]
    assert words == f"Play: {game.game_rules.move_words(game.game_rules.parse(text, first), first)}"


def test_what_was_typed_outlives_a_session(chromium: Browser, live_server: LiveServer) -> None:
    game = begin("btt")
    reader, text = ada_writes(chromium, live_server, game)
    page = reader.page
    page.reload()
    expect(play_button(page)).to_have_text(f"Play: {text}")
    assert box(page) == text
    reader.context.clear_cookies(name="sessionid")
    play(page)
    page.wait_for_url("**/accounts/login/?next=*")
    sign_in(reader, Player.objects.get(username="ada"))
    page.reload()
    page.wait_for_url(f"**/games/{game.pk}/")
    assert box(page) == text
    assert own_steps(game) == [], "it is sent again by its player"
    play(page)
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == [text]


def test_twig_hangs_where_it_was_after_a_reload(chromium: Browser, live_server: LiveServer) -> None:
    reader, game, random = Reader(chromium, live_server.url, "phone", touch=True), begin("twigs"), Random("hang")
    for _ in range(2):
        send(game, game.load_position().random_move(random))
    sign_in(reader, Player.objects.get(username="ada"))
    page = reader.page
    reader.open(f"/games/{game.pk}/")
    page.locator(".tray button").nth(2).tap()
    page.get_by_role("button", name="Next").tap()
    page.get_by_role("button", name="Next").tap()
    drawn = page.locator(".hanging path").first.get_attribute("d")
    page.reload()
    expect(page.locator(".hanging path").first).to_have_attribute("d", drawn or "")


@pytest.mark.parametrize("path", ["/games/{}/", "/games/"])
def test_page_whose_session_has_ended_says_so_and_stays(chromium: Browser, live_server: LiveServer, path: str) -> None:
    game, reader = begin("twigs"), Reader(chromium, live_server.url, "phone", touch=True)
    sign_in(reader, Player.objects.get(username="ben"))
    page = reader.page
    reader.open(path.format(game.pk))
    page.wait_for_load_state("networkidle")
    reader.context.clear_cookies(name="sessionid")
    send(game, next(iter(game.load_position().legal_moves())))
    page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    expect(page.locator("#contact")).to_have_text("You are signed out. Sign in")
    page.get_by_role("link", name="Sign in").tap()
    expect(page).to_have_url(re.compile(r"/accounts/login/\?next=%2Fgames%2F"))
