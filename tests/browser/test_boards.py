"""Boards in a real browser: what all games have in common, and what is shown in single ones."""

from __future__ import annotations

import re
from random import Random

import pytest
from playwright.sync_api import Page, Route, expect

from games.models import Player
from tests.browser.conftest import Visit
from tests.browser.games import ada_at, begin, own_steps, play_on, send
from tests.browser.ways.pointing import box, middle_of, play_button
from tests.browser.ways.pointing import tap as tap_place
from tests.browser.ways.treeblox import KINDS, SPOT
from tests.browser.ways.twigs import lies_as, place_button, take, tap
from tests.games.roots_games import CUT, cutting_game

pytestmark = pytest.mark.browser


def test_unsent_steps_survive_a_reload_and_can_be_taken_back(visit: Visit) -> None:
    game = begin("btt")
    reader = ada_at(visit, game)
    page = reader.page
    page.touchscreen.tap(*middle_of(page, "d3"))
    expect(page.get_by_label("Your move")).to_have_value("null d3")
    page.reload()
    expect(page.get_by_label("Your move")).to_have_value("null d3")
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_label("Your move")).to_have_value("")
    reader.open(f"/games/{game.pk}/?after=null+d3")  # a link as it is without a script
    expect(play_button(page)).to_have_text("Play: null on d3")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator('.places .lit[data-place="d3"]')).to_be_attached()
    assert "after" not in page.url


@pytest.mark.slow
def test_play_waits_for_the_step_that_is_under_way(visit: Visit) -> None:
    game = begin("btt")
    page = ada_at(visit, game).page
    after, held = re.compile(r"\bafter="), list[Route]()
    page.route(after, lambda route: held.append(route))
    page.touchscreen.tap(*middle_of(page, "d3"))
    expect(page.locator("#pointing[aria-busy]")).to_be_attached()
    play_button(page).tap()
    page.wait_for_timeout(300)
    assert own_steps(game) == []
    page.unroute(after)  # which lets go what is held, however often it was asked for until then
    expect(page.get_by_text("ben is to move.")).to_be_visible()
    assert own_steps(game) == ["null d3"]


@pytest.mark.slow
def test_complete_move_is_sent_at_once_for_players_who_want_it_and_the_next_game_is_a_key_away(visit: Visit) -> None:
    first, second = begin("btt"), begin("btt")
    Player.objects.filter(username="ada").update(confirm_moves=False)
    reader = ada_at(visit, first, "desktop")
    page = reader.page
    page.mouse.click(*middle_of(page, "d3"))
    expect(page.locator(".notes .success")).to_be_visible()
    assert own_steps(first) == ["null d3"]
    expect(page.get_by_role("link", name="Next game")).to_have_attribute("href", f"/games/{second.pk}/")
    page.wait_for_load_state()  # a key does nothing before the scripts of the new page have run
    page.keyboard.press(".")
    expect(page).to_have_url(f"{reader.address}/games/{second.pk}/")
    expect(page.get_by_role("link", name="Next game")).to_have_count(0)


# Roots and Shoots -----------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_attack_is_shown_before_it_is_chosen_and_the_owner_taps_the_end_to_lose(visit: Visit) -> None:
    game = cutting_game(lambda *_, **__: begin("roots"), "ada", "ben")
    ada, ben = visit(player="ada"), visit(player="ben")
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
    tap_place(page, "9,3")
    assert places(page, "falls") == {"9,3", "9,4", "9,5"}
    page.touchscreen.tap(*middle_of(page, "9,4"))
    expect(page.get_by_label("Your move")).to_have_value("lose 9,5")
    page.locator("#pointing [data-play]").tap()
    expect(page.locator(".notes .success")).to_be_visible()
    assert game.events.filter(seat=1).order_by("seq").last().text == "lose 9,5"


def places(page: Page, mark: str) -> set[str]:
    """The places of the board that have a mark."""
    expect(page.locator("#pointing[aria-busy]")).to_have_count(0)
    return {str(one.get_attribute("data-place")) for one in page.locator(f".places .{mark}").all()}


# Treeblox -------------------------------------------------------------------------------------------------------------


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


@pytest.mark.slow
def test_two_cubes_of_a_turn_are_shown_ahead_turned_and_taken_back(visit: Visit) -> None:
    game = begin("treeblox")
    for text in ("L 1,1,1", "L 4,4,1", "L 1,2,1", "pass", "L 1,3,1", "pass"):
        send(game, text)
    page = ada_at(visit, game).page
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


def pick_kind_of(page: Page, text: str) -> None:
    page.locator("[data-offers] button", has_text=KINDS[text[0]]).click()
    expect(page.get_by_label("Your move")).to_have_value(re.compile(f"{text}$"))


# Twigs ----------------------------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_twig_that_hangs_shows_the_hexagon_that_it_would_close(visit: Visit) -> None:
    game, random = begin("twigs"), Random("hang")
    send(game, "C0@0,0")
    play_on(game, random)
    position = game.load_position()
    placement = next(
        move for move in position.legal_moves() if any(effect.seat == 0 for effect in position.play(move).effects)
    )
    [effect] = position.play(placement).effects
    reader = visit(player="ada")
    page = reader.page
    reader.open(f"/games/{game.pk}/?pick=covers:{min(placement.edges)}")
    take(page, placement)
    for _ in range(5):
        if place_button(page) == str(placement):
            break
        tap(page, "Next")
    won = page.locator(".hanging .won")
    cell = page.locator(f'.places polygon[data-place="{effect.where}"]')
    assert won.get_attribute("points") == cell.get_attribute("points")
    assert won.get_attribute("fill") == "url(#seat-ice)"
    said = page.locator("[data-say]")
    expect(said).to_contain_text(f"ice claims the hexagon {effect.where}")
    left = page.get_by_role("button", name="Turn left")
    left.press("Enter")
    assert not lies_as(page, placement)
    expect(left).to_be_focused()
    expect(page.locator(".tray [aria-pressed=true]")).to_have_text(placement.twig)
    for button in page.locator('.tray button, .offer-group[data-facet="turn"] button').all():
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 44


@pytest.mark.slow
def test_play_plays_the_twig_that_hangs_and_is_off_while_nothing_does(visit: Visit) -> None:
    game = begin("twigs")
    page = ada_at(visit, game).page
    play = play_button(page)
    expect(play).to_be_disabled()
    page.locator(".tray button").first.tap()
    expect(play).to_be_enabled()
    shown = place_button(page)
    play.tap()
    expect(page.get_by_text("ben is to move.")).to_be_visible()
    assert game.events.filter(ply=1).values_list("text", flat=True)[0] == shown
