"""What is not sent is lost neither without a network nor without a session, and nothing is sent twice."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Game, Player, Submission
from games.play.agreements import resign
from tests.browser.conftest import Reader, Visit
from tests.browser.games import ada_at, begin, own_steps, play_on, played, send
from tests.browser.ways.pointing import box, middle_of, play_button
from tests.games.conftest import after
from tests.service import wait_for

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange'))"  # as when somebody comes back to the page


def choose(page: Page, place: str = "d3") -> None:
    """Tap a place, and wait until the board has answered."""
    page.touchscreen.tap(*middle_of(page, place))
    assert box(page) == f"null {place}"


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


def ada_writes(visit: Visit, game: Game) -> tuple[Reader, str]:
    """Ada's page with a legal step in the box."""
    reader = ada_at(visit, game)
    expect(reader.page.locator("[data-say]")).not_to_be_empty()
    position = game.load_position()
    text = game.game_rules.format(next(iter(position.legal_moves())), position)
    box(reader.page)
    reader.page.locator("#id_text").evaluate(
        "(one, text) => { one.value = text; one.dispatchEvent(new Event('input')); }", text
    )
    return reader, text


def test_move_without_a_network_is_sent_when_there_is_one(visit: Visit) -> None:
    game = begin("btt")
    reader, text = ada_writes(visit, game)
    page = reader.page
    reader.context.set_offline(True)
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    expect(page.locator("#id_text")).to_have_value(text)
    expect(page.get_by_text("Reconnecting")).to_be_visible()
    reader.context.set_offline(False)
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == [text]


def test_move_whose_answer_is_lost_is_played_once(visit: Visit) -> None:
    game, lost = begin("btt"), list[int]()
    page = ada_at(visit, game).page

    def lose(route: Route) -> None:
        if not lost:
            lost.append(route.fetch().status)
            return route.abort()
        return route.continue_()

    page.route("**/play/", lose)
    choose(page)
    play(page)
    expect(page.get_by_text("You sent this before, so nothing new happened.")).to_be_visible()
    assert (lost, own_steps(game), Submission.objects.count()) == ([204], ["null d3"], 1)


@pytest.mark.parametrize(("is_listed", "is_silent"), [(False, True), (True, False)])
def test_step_that_is_chosen_without_a_network_stays_and_is_offered(
    visit: Visit, is_listed: bool, is_silent: bool
) -> None:
    """Whether what the board asks for fails, or is never answered."""
    game, asked = begin("btt"), list[Route]()
    page = ada_at(visit, game).page
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


def test_another_move_is_not_sent_in_place_of_one_that_was_lost(visit: Visit) -> None:
    game = begin("btt")
    page = ada_at(visit, game).page
    sent = keep_first(page)
    choose(page)
    with page.expect_request("**/play/"):
        play(page)
    page.locator("[data-undo]").tap()
    choose(page, "d4")
    sent[0].abort()
    page.wait_for_timeout(2000)  # longer than until it is sent again
    assert (len(sent), own_steps(game)) == (1, [])
    play(page)
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d4"]


def test_move_that_is_answered_before_its_own_answer_comes_is_confirmed_once(visit: Visit) -> None:
    game = begin("btt")
    page = ada_at(visit, game).page
    sent = keep_first(page)
    choose(page)
    with page.expect_request("**/play/"):
        play(page)
    box(page)
    answer = sent[0].fetch()
    play_on(game, Random("others"))
    page.evaluate(LOOK_AGAIN)
    expect(page.locator(".board-figure")).to_have_attribute("data-ply", "2")
    sent[0].fulfill(response=answer)
    expect(page.locator(".notes .success")).to_have_count(1)
    expect(page.locator(".notes .success")).to_contain_text("Move sent.")
    assert len(sent) == 1


def test_box_stands_beside_the_present_board_alone(visit: Visit) -> None:
    reader, text = ada_writes(visit, played("btt", 2))
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


def close_unsent(reader: Reader) -> None:
    """D3 is played without success, and the page is closed."""
    page = reader.page
    page.route("**/play/", lambda route: route.abort())
    choose(page)
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    page.goto("about:blank")
    page.unroute("**/play/")


def test_move_of_a_page_that_was_closed_waits_for_the_next_one(visit: Visit) -> None:
    game = begin("btt")
    reader = ada_at(visit, game)
    close_unsent(reader)
    reader.open(f"/games/{game.pk}/")
    expect(reader.page.locator(".notes .success")).to_be_visible()
    assert own_steps(game) == ["null d3"]


def test_board_can_be_used_while_an_earlier_move_is_asked_about(visit: Visit) -> None:
    game, held = begin("btt"), list[Route]()
    reader = ada_at(visit, game)
    page = reader.page
    close_unsent(reader)
    send(game, "null d4")
    play_on(game, Random("others"))
    page.route("**/play/", lambda route: held.append(route))
    reader.open(f"/games/{game.pk}/")
    page.locator("[data-step]").first.evaluate("one => one.click()")
    expect(play_button(page)).to_contain_text("Play: ")
    assert box(page)  # the board has answered, and knows the words of the step
    chosen = str(play_button(page).text_content())  # which may be hidden at this moment
    page.unroute("**/play/")  # which lets go what is held, however often it was sent until then
    wait_for(lambda: page.evaluate("Object.values(localStorage).every((kept) => !JSON.parse(kept).nonce)"))
    page.wait_for_timeout(500)
    expect(play_button(page)).to_have_text(chosen)
    assert own_steps(game) == ["null d4"]


def test_last_act_is_what_play_plays_and_the_other_one_is_put_away(visit: Visit) -> None:
    reader, text = ada_writes(visit, begin("btt"))
    page, typed = reader.page, f"Play: {text}"
    choose(page)
    expect(play_button(page)).to_contain_text("d3")
    page.locator("[data-undo]").tap()
    expect(play_button(page)).to_have_text(typed)
    choose(page)
    page.evaluate("document.body.classList.add('typing')")
    page.get_by_label("Your move").fill(text)
    expect(play_button(page)).to_have_text(typed)
    expect(page.locator("[data-undo]")).to_be_disabled()
    page.reload()
    expect(play_button(page)).to_have_text(typed)


def test_move_that_comes_too_late_is_shown_and_not_sent_again(visit: Visit) -> None:
    game = begin("btt")
    reader = ada_at(visit, game)
    page = reader.page
    choose(page)
    reader.context.set_offline(True)
    play(page)
    expect(page.get_by_text("Not sent yet")).to_be_visible()
    resign(game_id=game.pk, player_id=Player.objects.get(username="ben").pk, at=after(1), source="mail")
    reader.context.set_offline(False)
    expect(page.get_by_text("Not played.")).to_be_visible()
    assert own_steps(game) == []


@pytest.mark.parametrize("what", ["treeblox", "twigs", "typed"])
def test_what_is_unsent_outlives_reloads_rotations_ways_back_and_a_session(visit: Visit, what: str) -> None:
    game = begin("btt" if what == "typed" else what)
    if what == "typed":
        reader, text = ada_writes(visit, game)
        words = f"Play: {text}"
    else:
        reader = ada_at(visit, game)
        reader.page.locator({"twigs": ".tray button", "treeblox": ".stage .lit"}[what]).nth(1).tap()
        box(reader.page)
        expect(play_button(reader.page)).to_contain_text("Play: ")
        words = str(play_button(reader.page).text_content())
    page = reader.page
    page.reload()
    expect(play_button(page)).to_have_text(words)
    page.set_viewport_size({"width": 740, "height": 360})
    expect(play_button(page)).to_have_text(words)
    page.goto(f"{reader.address}/lobby/")
    page.go_back()
    expect(play_button(page)).to_have_text(words)
    reader.context.clear_cookies(name="sessionid")
    play(page)
    page.wait_for_url("**/accounts/login/?next=*")
    reader.sign_in("ada")
    page.reload()
    page.wait_for_url(f"**/games/{game.pk}/")
    expect(play_button(page)).to_have_text(words)
    assert own_steps(game) == [], "it is sent again by its player"
    play(page)
    expect(page.locator(".notes .success")).to_be_visible()
    first, [sent] = game.load_position(), own_steps(game)[:1]
    step = game.game_rules.move_words(game.game_rules.parse(sent, first), first)
    assert words == f"Play: {text if what == 'typed' else step}"


def test_twig_hangs_where_it_was_after_a_reload(visit: Visit) -> None:
    page = ada_at(visit, played("twigs", 2)).page
    page.locator(".tray button").nth(2).tap()
    page.get_by_role("button", name="Next").tap()
    page.get_by_role("button", name="Next").tap()
    drawn = page.locator(".hanging path").first.get_attribute("d")
    page.reload()
    expect(page.locator(".hanging path").first).to_have_attribute("d", drawn or "")


def test_page_whose_session_has_ended_says_so_and_stays(visit: Visit) -> None:
    game, reader = begin("twigs"), visit(player="ben")
    page = reader.page
    reader.open(f"/games/{game.pk}/")
    page.wait_for_load_state("networkidle")
    reader.context.clear_cookies(name="sessionid")
    send(game, next(iter(game.load_position().legal_moves())))
    page.evaluate(LOOK_AGAIN)
    expect(page.locator("#contact")).to_have_text("You are signed out. Sign in")
    page.get_by_role("link", name="Sign in").tap()
    expect(page).to_have_url(re.compile(r"/accounts/login/\?next=%2Fgames%2F"))
